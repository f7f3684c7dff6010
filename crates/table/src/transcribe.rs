//! Writing of the transcript, event by event.

use crate::{
    EventKind, Table,
    transcript::{HiddenChoice, or_dash},
};
use commit_reveal::ChainHead;
use game::{Observer, Seat, Secret, sort_few};
use std::sync::Arc;

impl Table {
    /// The public transcript, line by line.
    pub fn transcript(&self) -> Vec<String> {
        self.transcript_lines().map(ToString::to_string).collect()
    }

    /// The lines of the public transcript.
    pub(crate) fn transcript_lines(&self) -> impl Iterator<Item = &Arc<str>> {
        self.transcript.lines().iter()
    }

    /// Number of lines of the transcript, and the hash over them.
    pub fn transcript_head(&self) -> (u64, ChainHead) {
        self.transcript.head()
    }

    /// Stores a choice whose hash is published when its phase is over.
    pub(crate) fn add_hidden_choice(&mut self, seat: Seat, choice: String) {
        let seat = seat.index() as u8;
        let nth = self.choices.iter().filter(|choice| choice.seat == seat).count() as u32;
        self.choices.push(HiddenChoice { seat, nth, choice: Secret::new(choice) });
    }

    /// Adds the public line of an event that was just applied.
    pub(crate) fn transcribe(&mut self, kind: &EventKind, was_over: bool) {
        let line = match kind {
            EventKind::Joined { seat, name, salt, .. } => {
                Some(format!("joined {seat} {} {name}", or_dash(*salt)))
            }
            EventKind::Filled { seat, level } => Some(format!("filled {seat} {level}")),
            EventKind::SaltCommitted { seat, commitment } => {
                Some(format!("salt-commitment {seat} {commitment}"))
            }
            EventKind::SaltRevealed { seat, salt } => Some(format!("salt {seat} {salt}")),
            EventKind::Acted { seat, .. } => {
                self.acted().map(|played| format!("acted {seat} {played}"))
            }
            EventKind::TakenBack { plies } => Some(format!("taken-back {plies}")),
            EventKind::Resigned { seat } => Some(format!("resigned {seat}")),
            EventKind::Claimed { seat, claim } => {
                Some(format!("claimed {seat} {}", claim.as_str()))
            }
            EventKind::Flagged { seat } => Some(format!("flagged {seat}")),
            EventKind::Agreed => Some("agreed".to_owned()),
            EventKind::Exhausted => Some("exhausted".to_owned()),
            EventKind::Chose { .. } if self.private_to.is_none() => {
                self.publish_choices();
                None
            }
            EventKind::Chose { .. }
            | EventKind::Opened { .. }
            | EventKind::Offered { .. }
            | EventKind::Accepted { .. }
            | EventKind::Declined
            | EventKind::Peeked { .. }
            | EventKind::Credited { .. }
            | EventKind::TimeGiven { .. }
            | EventKind::Paused
            | EventKind::Resumed
            | EventKind::RematchAgreed
            | EventKind::Rematched { .. }
            | EventKind::Leaving { .. }
            | EventKind::Stayed
            | EventKind::Moved { .. } => None,
        };
        line.into_iter().for_each(|line| self.transcript.add(line));
        if self.is_over() && !was_over {
            self.transcribe_end();
        }
    }

    fn acted(&self) -> Option<String> {
        let play = self.play.as_ref()?;
        play.action_text(play.plies.last()?, Observer::Spectator)
    }

    /// Publishes the hashes of the choices of the phase that is over. They are in seat order, to
    /// hide the order in which they were made.
    fn publish_choices(&mut self) {
        let mut choices = self.choices.split_off(self.published_choices);
        sort_few(&mut choices, |a, b| (a.seat, a.nth) < (b.seat, b.nth));
        for HiddenChoice { seat, nth, choice } in &choices {
            let commitment = self.seed.choice_commitment(*seat, *nth, choice.expose());
            self.transcript.add(format!("choice {seat} {nth} {commitment}"));
        }
        self.choices.extend(choices);
        self.published_choices = self.choices.len();
    }

    /// Adds the result of the game and reveals its secrets.
    fn transcribe_end(&mut self) {
        let outcome = self.game().and_then(games::AnyGame::outcome);
        let Some(outcome) = outcome else { return };
        let winners: Vec<String> =
            outcome.winners.iter().map(|seat| seat.index().to_string()).collect();
        let winners = if winners.is_empty() { "-".to_owned() } else { winners.join("+") };
        let mut lines = vec![format!("ended {} {winners}", outcome.reason)];
        if self.uses_seed() {
            lines.push(format!("seed {}", self.seed.reveal()));
            lines.extend(self.choices[..self.published_choices].iter().map(|hidden| {
                let HiddenChoice { seat, nth, choice } = hidden;
                format!("revealed {seat} {nth} {}", choice.expose())
            }));
        }
        lines.into_iter().for_each(|line| self.transcript.add(line));
    }
}
