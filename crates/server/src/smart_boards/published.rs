//! Published state of a board, readable without waiting for a commit.

use super::{board_state::BoardState, sharing::Elsewhere};
use crate::limits::SILENCE_MS;
use protocol::{SmartBoardState, SmartBoardView};
use smart_boards::BoardGame;
use std::{
    collections::HashMap,
    ops::{Deref, DerefMut},
    sync::{Arc, PoisonError, RwLock},
};
use store::Board;
use tokio::sync::MutexGuard;

/// State of a board when it was last unlocked.
#[derive(Clone)]
pub(super) struct Published {
    pub(super) board: Board,
    pub(super) elsewhere: Elsewhere,
    /// The game that began last.
    pub(super) latest: Option<Arc<BoardGame>>,
    /// Games in memory that equal the store.
    pub(super) held: HashMap<u32, Arc<BoardGame>>,
    /// Numbers of all games, in ascending order.
    pub(super) numbers: Vec<u32>,
    /// Monotonic time of the last message, if any.
    pub(super) heard_ms: Option<u64>,
}

impl Published {
    /// The board as shown by the pages.
    pub(super) fn view(&self, now_ms: u64) -> SmartBoardView {
        let mut view = self.elsewhere.view(&self.board.name, now_ms).unwrap_or_else(|| {
            let nothing_yet = BoardGame::new(0);
            let game = self.latest.as_deref().unwrap_or(&nothing_yet);
            game.view(&self.board.id, &self.board.name, now_ms)
        });
        if is_silent(self.heard_ms, now_ms) && view.state != SmartBoardState::Over {
            view.state = SmartBoardState::Offline;
        }
        view
    }
}

/// Whether a board with its last message at `heard_ms` counts as silent.
pub(super) fn is_silent(heard_ms: Option<u64>, now_ms: u64) -> bool {
    heard_ms.is_none_or(|heard| now_ms.saturating_sub(heard) > SILENCE_MS)
}

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
