//! What the page and the worker with the computer players say to each other, as JSON.

use protocol::{Analysis, Ask, Command, Entry, PlyReview};
use serde::{Deserialize, Serialize};

/// What the worker says once it listens.
pub const READY: &str = "ready";

/// What a computer seat is asked, or for what advice: the answer is an [`Answer`], or an [`Advice`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Comes back with the answer.
    pub id: u64,
    /// What it is asked.
    pub ask: Ask,
    /// So many of the best lines are asked for, by a player in that seat who wants to know what is best,
    /// and why; none where the seat is to act.
    #[serde(default)]
    pub lines: u8,
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

/// What it wants to do; nothing if there is nothing to do. A plain list of what a computer can
/// answer, and no [`Command`]: a page reads it before the first move, and a reader of all commands
/// is ten times as long.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The question's.
    pub id: u64,
    /// What it plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// What it says to the draw that is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// Whether it gives up.
    #[serde(default)]
    pub resigns: bool,
    /// The longest it may have thought, in milliseconds: where the seat has secrets, its answer is
    /// shown only after that, so that the time it took tells nothing.
    pub patience_ms: u32,
}

impl Answer {
    /// What it asks of its table.
    pub fn command(self) -> Option<Command> {
        if self.resigns {
            return Some(Command::Resign);
        }
        let plays = self.action.map(|action| Command::Act { action });
        plays.or(self.agrees.map(|yes| Command::Answer { yes }))
    }
}

/// What it advises, where that was the question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The question's.
    pub id: u64,
    /// What would be best, and why, as a server says it; nothing if there is nothing to advise.
    pub analysis: Option<Analysis>,
}

/// An action that was looked at again: the worker answers a [`protocol::ReviewRequest`], which is the
/// server's too, with one of these for each of its actions, in order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedPly {
    /// What came of it; nothing if it cannot have been played, and then the review ends.
    pub ply: Option<PlyReview>,
    /// How accurately each seat has played so far, from 0 to 100.
    pub accuracy: Vec<Option<f64>>,
}
