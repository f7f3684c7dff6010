//! The state of a board that readers see, without waiting for a commit.

use super::{room::Room, sharing::Elsewhere};
use crate::limits::SILENCE_MS;
use protocol::{EboardState, EboardView};
use smart_boards::BoardGame;
use std::{
    collections::HashMap,
    ops::{Deref, DerefMut},
    sync::{Arc, PoisonError, RwLock},
};
use store::Board;
use tokio::sync::MutexGuard;

/// A board as of the last time that its room was unlocked.
#[derive(Clone)]
pub(super) struct Published {
    pub(super) board: Board,
    pub(super) elsewhere: Elsewhere,
    /// The game that began last.
    pub(super) latest: Option<Arc<BoardGame>>,
    /// The games in memory that are as the store has them.
    pub(super) held: HashMap<u32, Arc<BoardGame>>,
    /// The numbers of all games, in order.
    pub(super) numbers: Vec<u32>,
    /// When the board was last heard, if ever, by the steady clock.
    pub(super) heard_ms: Option<u64>,
}

impl Published {
    /// The board as pages show it.
    pub(super) fn view(&self, now_ms: u64) -> EboardView {
        let mut view = self.elsewhere.view(&self.board.name, now_ms).unwrap_or_else(|| {
            let nothing_yet = BoardGame::new(0);
            let game = self.latest.as_deref().unwrap_or(&nothing_yet);
            game.view(&self.board.id, &self.board.name, now_ms)
        });
        if is_silent(self.heard_ms, now_ms) && view.state != EboardState::Over {
            view.state = EboardState::Offline;
        }
        view
    }
}

/// Whether a board that was last heard at `heard_ms` counts as silent.
pub(super) fn is_silent(heard_ms: Option<u64>, now_ms: u64) -> bool {
    heard_ms.is_none_or(|heard| now_ms.saturating_sub(heard) > SILENCE_MS)
}

/// The place where a room is published.
pub(super) struct Publication(RwLock<Arc<Published>>);

impl Publication {
    pub(super) fn new(room: &Room) -> Publication {
        Publication(RwLock::new(Arc::new(room.published())))
    }

    pub(super) fn read(&self) -> Arc<Published> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A locked room, which is published when it is unlocked.
pub(super) struct LockedRoom<'a> {
    room: MutexGuard<'a, Room>,
    publication: &'a Publication,
}

impl<'a> LockedRoom<'a> {
    pub(super) fn new(room: MutexGuard<'a, Room>, publication: &'a Publication) -> LockedRoom<'a> {
        LockedRoom { room, publication }
    }
}

impl Deref for LockedRoom<'_> {
    type Target = Room;

    fn deref(&self) -> &Room {
        &self.room
    }
}

impl DerefMut for LockedRoom<'_> {
    fn deref_mut(&mut self) -> &mut Room {
        &mut self.room
    }
}

impl Drop for LockedRoom<'_> {
    /// Also when the task that holds the lock is cancelled.
    fn drop(&mut self) {
        let published = Arc::new(self.room.published());
        *self.publication.0.write().unwrap_or_else(PoisonError::into_inner) = published;
    }
}
