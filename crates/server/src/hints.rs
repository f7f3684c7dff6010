//! Hints between the servers on one store: that a game has news. They save waiting and carry no truth.

mod nats;

pub use nats::{HintsError, NatsHints};

use tokio::sync::broadcast;

/// Hints that somebody may be behind; who misses some looks by itself, a little later.
const WAITING: usize = 4_096;

/// A game has so many events by now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The game.
    pub game: String,
    /// How many.
    pub events: u64,
}

/// A way for hints.
pub trait Hints: Send + Sync {
    /// Sends a hint to all others, or loses it; waits for nothing.
    fn publish(&self, hint: Hint);

    /// What others send from now on, and maybe what we send.
    fn subscribe(&self) -> broadcast::Receiver<Hint>;

    /// Whether what is sent seems to arrive.
    fn are_heard(&self) -> bool;
}

/// Hints between servers in one process.
pub struct LocalHints(broadcast::Sender<Hint>);

impl Default for LocalHints {
    fn default() -> LocalHints {
        LocalHints(broadcast::channel(WAITING).0)
    }
}

impl Hints for LocalHints {
    fn publish(&self, hint: Hint) {
        // Maybe nobody listens.
        let _ = self.0.send(hint);
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.0.subscribe()
    }

    fn are_heard(&self) -> bool {
        true
    }
}
