use crate::{
    Event, EventKind, Table, judging::StateMark, table::NO_UPDATES, transcript::Transcript,
};
use game::SeatSet;
use games::{UnknownVariant, Variant};
use std::{fmt, sync::Arc};

/// Version of the rules for new games.
///
/// A game ends under the rules with which it started. A program that changes the rules must keep
/// the old ones for games in progress.
pub const RULES: u32 = 1;

/// A log that cannot belong to a table: the event that does not fit, and the reason. Does not
/// reveal sealed data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// Position of the event in the log, from 0.
    pub seq: u64,
    /// Explanation, one clause.
    pub why: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.seq, self.why)
    }
}

impl std::error::Error for ReplayError {}

impl Table {
    /// Rebuilds a table from its events.
    ///
    /// # Errors
    /// Names the first event that is impossible after those before it. The first event must be
    /// [`EventKind::Opened`], with a version of the rules that this program supports.
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

    fn opened(event: &Event) -> Result<Table, String> {
        let EventKind::Opened { rules, commits_salts, sealed } = &event.kind else {
            return Err(format!("`{}` where the table must be opened", event.kind_name()));
        };
        if !(1..=RULES).contains(rules) {
            return Err(format!(
                "the game uses version {rules} of the rules; this program supports versions 1 to \
                 {RULES}"
            ));
        }
        let variant: Variant =
            sealed.plan.variant.parse().map_err(|error: UnknownVariant| error.to_string())?;
        if sealed.plan.seats.len() != usize::from(variant.seats()) {
            return Err(format!("a plan of {} seats for {variant}", sealed.plan.seats.len()));
        }
        let commitment = sealed.seed.commitment();
        let uses_seed = variant.uses_seed() && sealed.plan.start.is_none();
        Ok(Table {
            variant,
            commits_salts: *commits_salts,
            transcript: Transcript::opened(
                &sealed.plan,
                *commits_salts,
                uses_seed.then_some(commitment),
            ),
            choices: Vec::new(),
            published_choices: 0,
            players: vec![None; sealed.plan.seats.len()],
            plan: Arc::new(sealed.plan.clone()),
            commitment,
            opened_ms: event.at_ms,
            seed: sealed.seed.clone(),
            play: None,
            offer: None,
            offered: Vec::new(),
            gave_time: SeatSet::EMPTY,
            rematch_agreed: false,
            rematch: None,
            departure: None,
            update_counts: NO_UPDATES,
            events: 1,
            private_to: None,
            mark: StateMark::default(),
        })
    }
}
