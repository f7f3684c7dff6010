use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// `POST /api/analysis`: what is best in a position. The answer is an [`Analysis`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The game.
    pub variant: String,
    /// The options' text; empty for the usual ones.
    #[serde(default)]
    pub options: String,
    /// The position: of a game with secrets a seat's own view, as that seat was given it.
    pub position: String,
    /// Whose view it is; absent for a spectator's. It does not change what the text says.
    #[serde(default)]
    pub seat: Option<u8>,
    /// How many lines, from 1.
    #[serde(default)]
    pub lines: Option<u8>,
    /// How xiangqi's moves are written besides: `chinese`, `wxf`, `iccs`, `uci`.
    #[serde(default)]
    pub notation: Option<String>,
}

/// What the computer thinks of a position. Scores and chances are those of the seat on move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The best lines, the best one first.
    pub lines: Vec<AnalysedLine>,
    /// What speaks for the first one, the strongest first.
    pub reasons: Vec<HintReason>,
    /// The depth searched to its end; 0 where that says nothing.
    pub depth: u8,
    /// How many nodes were visited.
    pub nodes: u64,
}

impl Analysis {
    /// What had best be done, if anything can be.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.actions.first().map(String::as_str)
    }
}

/// A line that may be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedLine {
    /// The actions; the line ends where chance decides.
    pub actions: Vec<String>,
    /// The same in the notation asked for; empty if none was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// In hundredths of a pawn, or of a point of banqi; where marshals race in sifang 1,100 are *e* times the
    /// odds. Absent where the end is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// In how many own moves the game is won, or lost if negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<i32>,
    /// The share of the points to be expected, from 0 to 1.
    pub chance: f64,
}

/// A reason as a code, worded by whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HintReason {
    /// What it is.
    pub code: String,
    /// A number of moves or a piece's letter, where the code has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// `POST /api/analysis/game`: a whole game that is over. The answer is a [`ReviewReply`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The game.
    pub variant: String,
    /// The options' text; empty for the usual ones.
    #[serde(default)]
    pub options: String,
    /// The position it began from, with all that was hidden.
    pub start: String,
    /// Every action since then, as records have them.
    pub actions: Vec<String>,
}

/// A game that was looked at again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewReply {
    /// Every action.
    pub actions: Vec<PlyReview>,
    /// How accurately each seat played, from 0 to 100; `null` where it had nothing to choose.
    pub accuracy: Vec<Option<f64>>,
}

/// An action that was looked at again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyReview {
    /// What was played.
    pub played: String,
    /// Whose it was.
    pub seat: u8,
    /// What would have been best, knowing what that seat knew then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The chance of that seat with the best action.
    pub chance: f64,
    /// And with what was played.
    pub kept: f64,
    /// `inaccuracy`, `mistake` or `blunder`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}
