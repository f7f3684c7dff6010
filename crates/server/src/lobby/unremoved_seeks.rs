//! Seeks that have ended while the shared store could not be reached. Until they are removed there, other
//! servers list them.

use crate::lobby::Lobby;
use protocol::GameId;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of tables that are remembered; the oldest are forgotten. A player who tries to join
/// such a table ends its seek.
const MAX_TABLES: usize = 1_000;

/// The tables of such seeks.
#[derive(Default)]
pub(super) struct UnremovedSeeks(Mutex<Vec<GameId>>);

impl UnremovedSeeks {
    /// Remembers a table.
    pub(super) fn add(&self, table: GameId) {
        let mut tables = self.tables();
        if !tables.contains(&table) {
            tables.push(table);
        }
        let excess = tables.len().saturating_sub(MAX_TABLES);
        tables.drain(..excess);
    }

    fn tables(&self) -> MutexGuard<'_, Vec<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lobby {
    /// Takes the tables whose seeks are still to be removed from the shared store.
    pub(crate) fn unremoved_seeks(&self) -> Vec<GameId> {
        std::mem::take(&mut *self.unremoved.tables())
    }

    /// Notes that the seeks of these tables could not be removed.
    pub(crate) fn note_unremoved(&self, tables: Vec<GameId>) {
        tables.into_iter().for_each(|table| self.unremoved.add(table));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_tables_are_forgotten() {
        let unremoved = UnremovedSeeks::default();
        let table = |n: usize| GameId::from(n.to_string());
        (0..MAX_TABLES + 2).chain([MAX_TABLES]).for_each(|n| unremoved.add(table(n)));
        let tables = unremoved.tables();
        assert_eq!((tables.len(), &tables[0]), (MAX_TABLES, &table(2)));
    }
}
