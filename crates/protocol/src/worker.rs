use crate::{Analysis, Command, HistoryEntry, PlyReview};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Message of the worker when it is ready to receive questions.
pub const WORKER_READY: &str = "ready";

/// A question for a computer seat, answered with a [`WorkerAnswer`], or a request for a hint,
/// answered with a [`WorkerAdvice`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerQuestion {
    /// Returned with the answer.
    pub id: u64,
    /// Whether to answer a draw offer, instead of choosing an action.
    #[serde(default)]
    pub draw_offered: bool,
    /// Number of best lines that a player asks for as a hint. 0 if the computer seat acts.
    #[serde(default)]
    pub lines: u8,
    /// Thinking time for best lines, in milliseconds; 0 for that of the level. The worker keeps what
    /// it has found for the next such question.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub time_ms: u32,
    /// Whether best lines assume that both sides know both moles, which `position` then shows: for
    /// the analysis of finished games.
    #[serde(default, skip_serializing_if = "is_false")]
    pub are_moles_public: bool,
    /// Whether the computer may resign.
    pub resigns: bool,
    /// The game.
    pub variant: String,
    /// The options' text.
    pub options: String,
    /// The seat that decides.
    pub seat: u8,
    /// Name of the computer's level.
    pub level: String,
    /// The seat's own view.
    pub position: String,
    /// The entries that the seat has received since the game began.
    pub history: Vec<HistoryEntry>,
    /// Random seed for this answer, 64 hex digits.
    pub seed: String,
}

/// A computer's decision; empty if there is nothing to do. The fields are a plain list and not a
/// [`Command`]: a page reads this before the first move, and the parser for all commands is ten
/// times as large.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerAnswer {
    /// Id of the question.
    pub id: u64,
    /// The action to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The answer to a draw offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// Whether it resigns.
    #[serde(default)]
    pub resigns: bool,
    /// Maximum thinking time, in milliseconds. A seat with secrets shows its answer only after this
    /// time, so that the time taken reveals nothing.
    pub patience_ms: u32,
}

impl WorkerAnswer {
    /// The command to send to the table.
    pub fn command(self) -> Option<Command> {
        if self.resigns {
            return Some(Command::Resign);
        }
        let plays = self.action.map(|action| Command::Act { action });
        plays.or(self.agrees.map(|yes| Command::Answer { yes }))
    }
}

/// The answer to a hint request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerAdvice {
    /// Id of the question.
    pub id: u64,
    /// The analysis in the format of the server; `None` if there is nothing to suggest.
    pub analysis: Option<Analysis>,
}

/// One reviewed action. The worker answers a [`ReviewRequest`](crate::ReviewRequest) with one of these for each
/// action, in order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedPly {
    /// The judgement; `None` if the action is illegal, which ends the review.
    pub ply: Option<PlyReview>,
    /// Accuracy of each seat so far, from 0 to 100.
    pub accuracy: Vec<Option<f64>>,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
