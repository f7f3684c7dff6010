//! Hints between the servers of one store that a log has changed. They save polling; correctness
//! does not depend on them. They also carry the lines of a table's chat, which no log has.

use protocol::GameId;
use tokio::sync::broadcast;

/// Maximum number of hints that a receiver may lag behind. After a loss the receiver polls.
pub(crate) const WAITING_HINTS: usize = 4_096;

/// Number of events that a log has now, or a line of a table's chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Id of the game or board log.
    pub game: GameId,
    /// Number of events; 0 with a line of chat.
    pub events: u64,
    /// A line of the table's chat, as the server that received it writes it.
    pub chat: Option<String>,
}

impl Hint {
    /// A hint that a log has this number of events.
    pub const fn new(game: GameId, events: u64) -> Hint {
        Hint { game, events, chat: None }
    }
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
