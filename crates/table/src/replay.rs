use crate::{Event, Kind, Table, table::UNSEEN, transcript::Transcript};
use games::{UnknownVariant, Variant};
use std::fmt;

/// The version of the rules that new games are played under. A game ends under the rules it began
/// with: a program that changes them keeps the old ones for games that are under way.
pub const RULES: u32 = 1;

/// A log that is no table's: which of its events does not fit, and why. Says nothing of what is
/// sealed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The event's place in the log, from 0.
    pub seq: u64,
    /// One clause.
    pub why: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.seq, self.why)
    }
}

impl std::error::Error for ReplayError {}

impl Table {
    /// The table that `events` made.
    ///
    /// # Errors
    /// Names the first event that cannot have happened after those before it; the first must be
    /// [`Kind::Opened`], under rules that this program knows.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Table, ReplayError> {
        let mut events = (0..).zip(events);
        let at = |seq| move |why| ReplayError { seq, why };
        let (_, first) = events.next().ok_or_else(|| at(0)("the log is empty".to_owned()))?;
        let mut table = Table::opened(first).map_err(at(0))?;
        for (seq, event) in events {
            table.apply(event).map_err(at(seq))?;
        }
        Ok(table)
    }

    /// Takes in an event that was decided elsewhere, by another who has this table.
    ///
    /// # Errors
    /// If it cannot have happened now: then the table is in no state to be used.
    pub fn follow(&mut self, event: &Event) -> Result<(), ReplayError> {
        let seq = self.events as u64;
        self.apply(event).map_err(|why| ReplayError { seq, why })
    }

    fn opened(event: &Event) -> Result<Table, String> {
        let Kind::Opened { rules, commits_salts, sealed } = &event.kind else {
            return Err(format!("`{}` where the table must be opened", event.kind_name()));
        };
        if !(1..=RULES).contains(rules) {
            return Err(format!(
                "the game was begun under version {rules} of the rules; this program knows none \
                 after version {RULES}"
            ));
        }
        let variant: Variant =
            sealed.plan.variant.parse().map_err(|error: UnknownVariant| error.to_string())?;
        if sealed.plan.seats.len() != usize::from(variant.seats()) {
            return Err(format!("a plan of {} seats for {variant}", sealed.plan.seats.len()));
        }
        let commitment = sealed.seed.commitment();
        let draws_chance = variant.draws_chance() && sealed.plan.start.is_none();
        Ok(Table {
            variant,
            commits_salts: *commits_salts,
            transcript: Transcript::opened(
                &sealed.plan,
                *commits_salts,
                draws_chance.then_some(commitment),
            ),
            choices: Vec::new(),
            shown_choices: 0,
            players: vec![None; sealed.plan.seats.len()],
            plan: sealed.plan.clone(),
            commitment,
            seed: sealed.seed.clone(),
            play: None,
            offer: None,
            offered: Vec::new(),
            rematch_agreed: false,
            rematch: None,
            update_counts: UNSEEN,
            events: 1,
            private_to: None,
        })
    }
}
