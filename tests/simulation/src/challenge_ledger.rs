//! What the servers have answered about each challenge, and which promises that breaks.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The challenges made, with what the servers have answered. They survive crashes.
#[derive(Default)]
pub(crate) struct ChallengeLedger(Mutex<BTreeMap<String, Challenge>>);

/// What is known of a challenge.
#[derive(Default)]
pub(crate) struct Challenge {
    pub(crate) recipient: &'static str,
    /// Whether the recipient has asked for the seat.
    pub(crate) was_wanted: bool,
    /// Number of acknowledged answers of each kind. A refusal may be repeated.
    pub(crate) accepted: u32,
    pub(crate) declined: u32,
    pub(crate) withdrawn: u32,
    /// Number of others who were given the seat.
    pub(crate) strangers: u32,
    /// Number of players who were given the seat after the recipient had blocked the challenger.
    pub(crate) blocked: u32,
}

impl ChallengeLedger {
    /// Changes what is known of the challenge at a table.
    pub(crate) fn note(&self, table: &str, change: impl FnOnce(&mut Challenge)) {
        change(self.all().entry(table.to_owned()).or_default());
    }

    /// The promises that are broken, each with the table of its challenge. `guest` returns the name of
    /// the player opposite the challenger; an outer `None` leaves the table out.
    pub(crate) fn broken(
        &self,
        guest: impl Fn(&str) -> Option<Option<String>>,
    ) -> Vec<(String, &'static str, String)> {
        let found = |(table, challenge): (&String, &Challenge)| {
            let (promise, what) = challenge.broken(guest(table)?.as_deref())?;
            Some((table.clone(), promise, what))
        };
        self.all().iter().filter_map(found).collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Challenge>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Challenge {
    /// The promise that is broken if `guest` sits opposite the challenger.
    fn broken(&self, guest: Option<&str>) -> Option<(&'static str, String)> {
        let Challenge { recipient, was_wanted, accepted, declined, withdrawn, strangers, blocked } =
            *self;
        let ends = [accepted, declined, withdrawn];
        let answers = format!(
            "{guest:?} sits there; {accepted} accepted, {declined} declined, {withdrawn} withdrawn"
        );
        if strangers > 0 || guest.is_some_and(|guest| guest != recipient || !was_wanted) {
            Some(("a seat is taken with consent", format!("{answers}, {strangers} strangers")))
        } else if blocked > 0 {
            Some(("blocked players do not meet", answers))
        } else if accepted > 1 || (accepted > 0 && declined + withdrawn > 0) {
            Some(("a challenge ends once", answers))
        } else if (accepted > 0) != guest.is_some() && ends.into_iter().any(|end| end > 0) {
            Some(("the answer to a challenge holds", answers))
        } else {
            None
        }
    }
}
