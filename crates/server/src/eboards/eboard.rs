//! A board that may speak: its key, which is asked before anybody waits, and its room.

use super::{
    EboardError,
    published::{LockedRoom, Publication, Published},
    room::Room,
};
use crate::limits::WAITING_POSTS;
use serde::Deserialize;
use smart_boards::Key;
use std::sync::{
    Arc, PoisonError, RwLock,
    atomic::{AtomicU64, Ordering},
};
use store::Board;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};

/// What of a post says when it was made.
#[derive(Deserialize)]
struct Carried {
    nonce: Option<u64>,
}

pub(super) struct Eboard {
    /// The board's name on the wire is part of what is signed.
    id: String,
    key: RwLock<Key>,
    /// What a post must carry to be one that was made just now.
    nonce: Arc<AtomicU64>,
    /// Who waits for the room: those who have just been answered, and those of whom that is not
    /// known, so that whoever sends old posts again keeps only others like that waiting. A board has
    /// one bridge, which posts once at a time.
    lines: [Arc<Semaphore>; 2],
    room: Mutex<Room>,
    publication: Publication,
}

impl Eboard {
    pub(super) fn new(key: Key, room: Room) -> Eboard {
        let id = room.board.id.clone();
        let nonce = room.nonce.clone();
        let lines = [(); 2].map(|()| Arc::new(Semaphore::new(WAITING_POSTS)));
        let publication = Publication::new(&room);
        Eboard { id, key: RwLock::new(key), nonce, lines, room: Mutex::new(room), publication }
    }

    /// Locks the room. A commit holds the lock until the store has answered.
    pub(super) async fn lock(&self) -> LockedRoom<'_> {
        LockedRoom::new(self.room.lock().await, &self.publication)
    }

    /// Locks the room unless it is locked already.
    pub(super) fn try_lock(&self) -> Option<LockedRoom<'_>> {
        Some(LockedRoom::new(self.room.try_lock().ok()?, &self.publication))
    }

    /// The board as of the last time that its room was unlocked.
    pub(super) fn published(&self) -> Arc<Published> {
        self.publication.read()
    }

    /// The board's key, if this is a message of it.
    pub(super) fn key_of(&self, body: &[u8], signature: &str) -> Option<Key> {
        let key = self.key.read().unwrap_or_else(PoisonError::into_inner).clone();
        key.verify(&self.id, body, signature).then_some(key)
    }

    /// A place in the line for this post, as long as it is kept.
    pub(super) fn wait_in_line(&self, body: &str) -> Result<OwnedSemaphorePermit, EboardError> {
        let carried = serde_json::from_str(body).map_or(None, |Carried { nonce }| nonce);
        let is_fresh = carried == Some(self.nonce.load(Ordering::Relaxed));
        let line = self.lines[usize::from(is_fresh)].clone();
        line.try_acquire_owned().map_err(|_| EboardError::Busy)
    }

    /// The board's number.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Gives it a new name and key.
    pub(super) async fn rename(&self, board: Board) {
        let mut room = self.lock().await;
        *self.key.write().unwrap_or_else(PoisonError::into_inner) = Key::new(board.key);
        room.board = board;
    }
}
