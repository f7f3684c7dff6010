//! Lines of chat on their way to the other servers of a store.

use crate::limits::RELAYED_LINES;
use protocol::GameId;
use std::sync::{Mutex, PoisonError};
use tokio::sync::Notify;

/// Lines said at this server that the store does not have yet.
#[derive(Default)]
pub(crate) struct ChatRelay {
    waiting: Mutex<Vec<(GameId, String)>>,
    said: Notify,
    hinted: Notify,
}

impl ChatRelay {
    /// Adds a line. It is dropped if the store has been away for too long.
    pub(crate) fn send(&self, game: GameId, text: String) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < RELAYED_LINES {
            waiting.push((game, text));
            self.said.notify_one();
        }
    }

    /// Waits for lines, and takes them.
    pub(crate) async fn take(&self) -> Vec<(GameId, String)> {
        loop {
            let lines =
                std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            if !lines.is_empty() {
                return lines;
            }
            self.said.notified().await;
        }
    }

    /// Notes that another server has added lines.
    pub(crate) fn hint(&self) {
        self.hinted.notify_one();
    }

    /// Waits until another server has added lines.
    pub(crate) async fn until_hinted(&self) {
        self.hinted.notified().await;
    }
}
