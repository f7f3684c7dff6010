//! Hints between the servers of one store that the store has news. They save polling; correctness
//! does not depend on them.

use protocol::GameId;
use tokio::sync::broadcast;

/// Maximum number of hints that a receiver may lag behind. After a loss the receiver polls.
pub(crate) const WAITING_HINTS: usize = 4_096;

/// What the store has news of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// A log.
    Log {
        /// Id of the game or board.
        game: GameId,
        /// Number of events that the log has now.
        events: u64,
    },
    /// The lines of chat.
    Chat,
}

/// Transport of hints.
pub trait Hints: Send + Sync {
    /// Sends a hint to all servers. Never blocks; the hint may be lost.
    fn publish(&self, hint: Hint);

    /// Hints from other servers, possibly including this server's own.
    fn subscribe(&self) -> broadcast::Receiver<Hint>;

    /// Whether hints seem to arrive.
    fn are_heard(&self) -> bool;
}

/// Hints between servers in one process.
pub struct LocalHints(broadcast::Sender<Hint>);

impl Default for LocalHints {
    fn default() -> LocalHints {
        LocalHints(broadcast::channel(WAITING_HINTS).0)
    }
}

impl Hints for LocalHints {
    fn publish(&self, hint: Hint) {
        // There may be no receivers.
        let _ = self.0.send(hint);
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.0.subscribe()
    }

    fn are_heard(&self) -> bool {
        true
    }
}
