//! The lock of a board's state, and the place of its published copy.

use super::{board_state::BoardState, published::Published};
use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, PoisonError, RwLock},
};
use tokio::sync::MutexGuard;

/// Place of the published state.
pub(super) struct Publication(RwLock<Arc<Published>>);

impl Publication {
    pub(super) fn new(state: &BoardState) -> Publication {
        Publication(RwLock::new(Arc::new(state.published())))
    }

    pub(super) fn read(&self) -> Arc<Published> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Locked state; publishes itself when unlocked.
pub(super) struct LockedState<'a> {
    state: MutexGuard<'a, BoardState>,
    publication: &'a Publication,
}

impl<'a> LockedState<'a> {
    pub(super) fn new(
        state: MutexGuard<'a, BoardState>,
        publication: &'a Publication,
    ) -> LockedState<'a> {
        LockedState { state, publication }
    }
}

impl Deref for LockedState<'_> {
    type Target = BoardState;

    fn deref(&self) -> &BoardState {
        &self.state
    }
}

impl DerefMut for LockedState<'_> {
    fn deref_mut(&mut self) -> &mut BoardState {
        &mut self.state
    }
}

impl Drop for LockedState<'_> {
    /// Runs also if the task that holds the lock is cancelled.
    fn drop(&mut self) {
        let published = Arc::new(self.state.published());
        *self.publication.0.write().unwrap_or_else(PoisonError::into_inner) = published;
    }
}
