//! Locks of tables that are being deleted.

use protocol::GameId;
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The tables that are being deleted. Such a table is not loaded.
#[derive(Clone, Default)]
pub(crate) struct DeletionLocks(Arc<Mutex<HashSet<GameId>>>);

/// Lock of one table. Dropping it lets the table be loaded again.
#[must_use]
pub(crate) struct DeletionLock {
    locks: DeletionLocks,
    id: GameId,
}

impl DeletionLocks {
    /// Locks a table; `None` if it is locked already.
    pub(crate) fn lock(&self, id: &GameId) -> Option<DeletionLock> {
        let is_new = self.ids().insert(id.to_owned());
        is_new.then(|| DeletionLock { locks: self.clone(), id: id.to_owned() })
    }

    /// Whether a table is locked.
    pub(crate) fn has(&self, id: &GameId) -> bool {
        self.ids().contains(id)
    }

    fn ids(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for DeletionLock {
    fn drop(&mut self) {
        self.locks.ids().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_locked_once_and_until_its_lock_is_dropped() {
        let locks = DeletionLocks::default();
        let lock = locks.lock(&"t".into()).expect("a lock");
        assert!(locks.has(&"t".into()) && !locks.has(&"u".into()));
        assert!(locks.lock(&"t".into()).is_none());
        drop(lock);
        assert!(!locks.has(&"t".into()) && locks.lock(&"t".into()).is_some());
    }
}
