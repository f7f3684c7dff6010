//! Public history of a table, line by line, in order. Every viewer receives the same lines and can
//! store the head of their chain.

use crate::{
    promise::{COMMITTED_SALTS, GIVEN_SALTS},
    shared_list::SharedList,
};
use commit_reveal::{ChainHead, Commitment};
use game::Secret;
use protocol::TablePlan;
use std::sync::Arc;

/// The lines and the hash over them.
#[derive(Clone, Debug)]
pub(crate) struct Transcript {
    lines: SharedList<Arc<str>>,
    head: ChainHead,
    /// Number of lines added by the last event.
    added: usize,
}

/// A choice that is secret until the game is over.
#[derive(Clone, Debug)]
pub(crate) struct HiddenChoice {
    pub(crate) seat: u8,
    /// Number of earlier choices of the seat.
    pub(crate) nth: u32,
    pub(crate) choice: Secret<String>,
}

impl Transcript {
    /// Starts the transcript of a table with this plan. `commitment` is `None` in games without
    /// randomness.
    pub(crate) fn opened(
        plan: &TablePlan,
        commits_salts: bool,
        commitment: Option<Commitment>,
    ) -> Transcript {
        let mut transcript =
            Transcript { lines: SharedList::default(), head: ChainHead::START, added: 0 };
        // A custom position may contain secrets.
        let start = plan.start.as_ref().map(|_| "?".to_owned());
        // Serialising plain data with string keys cannot fail.
        let plan = serde_json::to_string(&TablePlan { start, ..plan.clone() }).unwrap_or_default();
        let salts = if commits_salts { COMMITTED_SALTS } else { GIVEN_SALTS };
        transcript.add(format!("opened {salts} {} {plan}", or_dash(commitment)));
        transcript
    }

    pub(crate) fn add(&mut self, line: String) {
        self.head = self.head.after(&line);
        self.lines.push(line.into());
        self.added += 1;
    }

    /// Marks the start of an event: lines added from here on belong to it.
    pub(crate) const fn begin_event(&mut self) {
        self.added = 0;
    }

    /// The lines added by the last event.
    pub(crate) fn new_lines(&self) -> Vec<String> {
        let first = self.lines.len() - self.added;
        self.lines.iter_from(first).map(ToString::to_string).collect()
    }

    pub(crate) const fn lines(&self) -> &SharedList<Arc<str>> {
        &self.lines
    }

    /// Number of lines, and the hash over them.
    pub(crate) fn head(&self) -> (u64, ChainHead) {
        (self.lines.len() as u64, self.head)
    }
}

/// The value as text, or `-` if there is none.
pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
