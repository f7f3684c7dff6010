//! The seeks of correspondence games that servers have acknowledged.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

/// The tables of the seeks that servers have acknowledged. They survive crashes.
#[derive(Default)]
pub(crate) struct DaySeeks(Mutex<BTreeSet<String>>);

impl DaySeeks {
    /// Adds the table of a seek.
    pub(crate) fn note(&self, table: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned());
    }

    /// All tables.
    pub(crate) fn tables(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
