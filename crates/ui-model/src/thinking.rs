//! What the page and the worker with the computer players say to each other, as JSON.

use protocol::{Ask, Command, Entry};
use serde::{Deserialize, Serialize};

/// What the worker says once it listens.
pub const READY: &str = "ready";

/// What a computer seat is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Comes back with the answer.
    pub id: u64,
    /// What it is asked.
    pub ask: Ask,
    /// Whether it may give up.
    pub resigns: bool,
    /// The game.
    pub variant: String,
    /// The options' text.
    pub options: String,
    /// The seat that is asked.
    pub seat: u8,
    /// The level's name.
    pub level: String,
    /// The seat's own view.
    pub position: String,
    /// What the seat was told since the game began.
    pub history: Vec<Entry>,
    /// Luck for this answer: 64 hex digits.
    pub seed: String,
}

/// What it wants to do; nothing if there is nothing to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The question's.
    pub id: u64,
    /// What it does.
    pub command: Option<Command>,
    /// The longest it may have thought, in milliseconds: where the seat has secrets, its answer is
    /// shown only after that, so that the time it took tells nothing.
    pub patience_ms: u32,
}
