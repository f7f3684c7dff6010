//! What the page and the worker with the computer players say to each other, as JSON.

use protocol::{Ask, Command, Entry, HintReason};
use serde::{Deserialize, Serialize};

/// What the worker says once it listens.
pub const READY: &str = "ready";

/// What a computer seat is asked, or for what hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Comes back with the answer.
    pub id: u64,
    /// What it is asked.
    pub ask: Ask,
    /// Whether a player in that seat wants to know what is best, and why.
    #[serde(default)]
    pub hint: bool,
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
    /// What would be best, where that was the question.
    #[serde(default)]
    pub hint: Option<Hint>,
    /// The longest it may have thought, in milliseconds: where the seat has secrets, its answer is
    /// shown only after that, so that the time it took tells nothing.
    pub patience_ms: u32,
}

/// What had best be played, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// The action.
    pub action: String,
    /// What speaks for it, the strongest first.
    pub reasons: Vec<HintReason>,
}
