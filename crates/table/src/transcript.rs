//! What everybody may know of a table, line by line, in the order in which it happened. The same
//! lines are told to every viewer, so that each can keep the head of their chain.

use crate::promise::{COMMITTED, GIVEN};
use commit_reveal::{ChainHead, Commitment};
use game::Secret;
use protocol::TablePlan;
use std::sync::Arc;

/// The lines so far, and the hash over them.
#[derive(Clone, Debug)]
pub(crate) struct Transcript {
    lines: Vec<Arc<str>>,
    head: ChainHead,
    /// How many of them the last event has added.
    added: usize,
}

/// A choice that is secret until the game is over.
#[derive(Clone, Debug)]
pub(crate) struct HiddenChoice {
    pub(crate) seat: u8,
    /// How many choices the seat had made before.
    pub(crate) nth: u32,
    pub(crate) choice: Secret<String>,
}

impl Transcript {
    /// The transcript of a table that was opened with this plan; `commitment` is absent where no
    /// chance is drawn.
    pub(crate) fn opened(
        plan: &TablePlan,
        commits_salts: bool,
        commitment: Option<Commitment>,
    ) -> Transcript {
        let mut transcript = Transcript { lines: Vec::new(), head: ChainHead::START, added: 0 };
        // A position of one's own may hold secrets.
        let start = plan.start.as_ref().map(|_| "?".to_owned());
        // Plain data with string keys always has a JSON text.
        let plan = serde_json::to_string(&TablePlan { start, ..plan.clone() }).unwrap_or_default();
        let salts = if commits_salts { COMMITTED } else { GIVEN };
        transcript.add(format!("opened {salts} {} {plan}", or_dash(commitment)));
        transcript
    }

    pub(crate) fn add(&mut self, line: String) {
        self.head = self.head.after(&line);
        self.lines.push(line.into());
        self.added += 1;
    }

    /// The next lines are another event's.
    pub(crate) const fn begin_event(&mut self) {
        self.added = 0;
    }

    /// The lines that the last event has added.
    pub(crate) fn news(&self) -> Vec<String> {
        self.lines[self.lines.len() - self.added..].iter().map(ToString::to_string).collect()
    }

    pub(crate) fn lines(&self) -> &[Arc<str>] {
        &self.lines
    }

    /// How many lines there are, and the hash over them.
    pub(crate) const fn head(&self) -> (u64, ChainHead) {
        (self.lines.len() as u64, self.head)
    }
}

/// What may be missing, as it stands in a line.
pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
