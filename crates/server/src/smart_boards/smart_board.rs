//! A registered board: its key, which is checked without waiting, and its state.

use super::{
    SmartBoardError,
    board_state::BoardState,
    locked_state::{LockedState, Publication},
    published::Published,
};
use crate::limits::WAITING_POSTS;
use protocol::BoardId;
use serde::Deserialize;
use smart_boards::Key;
use std::sync::{
    Arc, PoisonError, RwLock,
    atomic::{AtomicU64, Ordering},
};
use store::Board;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};

/// Field of a post that proves its freshness.
#[derive(Deserialize)]
struct Carried {
    nonce: Option<u64>,
}

pub(super) struct SmartBoard {
    /// Id of the board on the wire; part of the signed text.
    id: BoardId,
    key: RwLock<Key>,
    /// Number that a fresh post has to carry.
    nonce: Arc<AtomicU64>,
    /// Queues for the state: fresh posts, and others. Replayed old posts thus delay only each
    /// other. A board has one bridge, which sends one post at a time.
    lines: [Arc<Semaphore>; 2],
    state: Mutex<BoardState>,
    publication: Publication,
}

impl SmartBoard {
    pub(super) fn new(key: Key, state: BoardState) -> SmartBoard {
        let id = state.board.id.clone();
        let nonce = state.nonce.clone();
        let lines = [(); 2].map(|()| Arc::new(Semaphore::new(WAITING_POSTS)));
        let publication = Publication::new(&state);
        SmartBoard {
            id,
            key: RwLock::new(key),
            nonce,
            lines,
            state: Mutex::new(state),
            publication,
        }
    }

    /// Locks the state. A commit holds the lock until the store has answered.
    pub(super) async fn lock(&self) -> LockedState<'_> {
        LockedState::new(self.state.lock().await, &self.publication)
    }

    /// Locks the state unless it is locked already.
    pub(super) fn try_lock(&self) -> Option<LockedState<'_>> {
        Some(LockedState::new(self.state.try_lock().ok()?, &self.publication))
    }

    /// The board's state when it was last unlocked.
    pub(super) fn published(&self) -> Arc<Published> {
        self.publication.read()
    }

    /// The board's key if the signature is valid.
    pub(super) fn key_of(&self, body: &[u8], signature: &str) -> Option<Key> {
        let key = self.key.read().unwrap_or_else(PoisonError::into_inner).clone();
        key.verify(&self.id, body, signature).then_some(key)
    }

    /// Reserves a place in the queue for this post until the permit is dropped.
    pub(super) fn wait_in_line(&self, body: &str) -> Result<OwnedSemaphorePermit, SmartBoardError> {
        let carried = serde_json::from_str(body).map_or(None, |Carried { nonce }| nonce);
        let is_fresh = carried == Some(self.nonce.load(Ordering::Relaxed));
        let line = self.lines[usize::from(is_fresh)].clone();
        line.try_acquire_owned().map_err(|_| SmartBoardError::Busy)
    }

    /// Id of the board.
    pub(super) fn id(&self) -> &BoardId {
        &self.id
    }

    /// Sets a new name and key.
    pub(super) async fn rename(&self, board: Board) {
        let mut state = self.lock().await;
        *self.key.write().unwrap_or_else(PoisonError::into_inner) = Key::new(board.key);
        state.board = board;
    }
}
