//! What everybody may know of a table, line by line, in the order in which it happened. The same
//! lines are told to every viewer, so that each can keep the head of their chain.

use crate::{
    Kind, Table,
    promise::{COMMITTED, GIVEN},
    tell::told_text,
};
use commit_reveal::{ChainHead, Commitment, Salt};
use game::{Observer, Seat, Secret};
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
    seat: u8,
    /// How many choices the seat had made before.
    nth: u32,
    choice: Secret<String>,
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

    fn add(&mut self, line: String) {
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
}

impl Table {
    /// What everybody may know of the table so far, line by line.
    pub fn transcript(&self) -> Vec<String> {
        self.transcript.lines().iter().map(ToString::to_string).collect()
    }

    /// How many lines the transcript has, and the hash over them.
    pub const fn transcript_head(&self) -> (u64, ChainHead) {
        (self.transcript.lines.len() as u64, self.transcript.head)
    }

    /// Keeps a choice whose hash is shown when its phase is over.
    pub(crate) fn hide_choice(&mut self, seat: Seat, choice: &str) {
        let seat = seat.index() as u8;
        let nth = self.choices.iter().filter(|choice| choice.seat == seat).count() as u32;
        self.choices.push(HiddenChoice { seat, nth, choice: Secret::new(choice.to_owned()) });
    }

    /// Writes down what everybody may know of an event that was just taken in.
    pub(crate) fn transcribe(&mut self, kind: &Kind, was_over: bool) {
        let line = match kind {
            Kind::Joined { seat, name, salt, .. } => {
                Some(format!("joined {seat} {} {name}", or_dash(*salt)))
            }
            Kind::SaltCommitted { seat, commitment } => {
                Some(format!("salt-commitment {seat} {commitment}"))
            }
            Kind::SaltRevealed { seat, salt } => Some(format!("salt {seat} {salt}")),
            Kind::Acted { seat, .. } => self.acted().map(|played| format!("acted {seat} {played}")),
            Kind::TakenBack { plies } => Some(format!("taken-back {plies}")),
            Kind::Resigned { seat } => Some(format!("resigned {seat}")),
            Kind::Flagged { seat } => Some(format!("flagged {seat}")),
            Kind::Agreed => Some("agreed".to_owned()),
            Kind::Exhausted => Some("exhausted".to_owned()),
            Kind::Chose { .. } if self.private_to.is_none() => {
                self.show_choices();
                None
            }
            Kind::Chose { .. }
            | Kind::Opened { .. }
            | Kind::Offered { .. }
            | Kind::Accepted { .. }
            | Kind::Declined
            | Kind::Peeked { .. }
            | Kind::Credited { .. }
            | Kind::Paused
            | Kind::Resumed
            | Kind::RematchAgreed
            | Kind::Rematched { .. } => None,
        };
        line.into_iter().for_each(|line| self.transcript.add(line));
        if self.is_over() && !was_over {
            self.transcribe_end();
        }
    }

    fn acted(&self) -> Option<String> {
        let play = self.play.as_ref()?;
        told_text(play, play.plies.last()?, Observer::Spectator)
    }

    /// Shows the hashes of the choices of the phase that is over, in the order of the seats: in
    /// which order they were made is nobody's business.
    fn show_choices(&mut self) {
        let mut choices = self.choices.split_off(self.shown_choices);
        choices.sort_by_key(|choice| (choice.seat, choice.nth));
        for HiddenChoice { seat, nth, choice } in &choices {
            let commitment = self.seed.choice_commitment(*seat, *nth, choice.expose());
            self.transcript.add(format!("choice {seat} {nth} {commitment}"));
        }
        self.choices.extend(choices);
        self.shown_choices = self.choices.len();
    }

    /// Writes down how the game ended, and opens what was hidden in it.
    fn transcribe_end(&mut self) {
        let outcome = self.game().and_then(games::AnyGame::outcome);
        let Some(outcome) = outcome else { return };
        let winners: Vec<String> =
            outcome.winners.iter().map(|seat| seat.index().to_string()).collect();
        let winners = if winners.is_empty() { "-".to_owned() } else { winners.join("+") };
        let mut lines = vec![format!("ended {} {winners}", outcome.reason)];
        if self.draws_chance() {
            lines.push(format!("seed {}", self.seed.reveal()));
            lines.extend(self.choices[..self.shown_choices].iter().map(|hidden| {
                let HiddenChoice { seat, nth, choice } = hidden;
                format!("revealed {seat} {nth} {}", choice.expose())
            }));
        }
        lines.into_iter().for_each(|line| self.transcript.add(line));
    }

    pub(crate) fn salts(&self) -> Vec<Salt> {
        let salt = |player: &Option<crate::Player>| player.as_ref().and_then(|player| player.salt);
        self.players.iter().map(|player| salt(player).unwrap_or_default()).collect()
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
