use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Body of `POST /api/analysis`: asks for the best moves in a position. The answer is an
/// [`Analysis`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Variant id.
    pub variant: String,
    /// Options text; empty for the default options.
    #[serde(default)]
    pub options: String,
    /// Text of the position. In a game with secrets, the text of a seat's own view.
    pub position: String,
    /// Seat whose view the text is; absent for a spectator. It does not change the meaning of the
    /// text.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Number of lines wanted, at least 1.
    #[serde(default)]
    pub lines: Option<u8>,
    /// Additional notation for xiangqi moves: `chinese`, `wxf`, `vietnamese`, `iccs`, `uci` or
    /// `san`.
    #[serde(default)]
    pub notation: Option<String>,
}

/// Analysis of a position. Scores and probabilities are those of the seat to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The best lines, best first.
    pub lines: Vec<AnalysedLine>,
    /// Reasons for the first line, strongest first.
    pub reasons: Vec<HintReason>,
    /// Depth of the last completed search; 0 where depth has no meaning.
    pub depth: u8,
    /// Number of nodes searched.
    pub nodes: u64,
}

impl Analysis {
    /// The best action, if there is a legal action.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.actions.first().map(String::as_str)
    }
}

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedLine {
    /// The actions of the line. It ends at a random event.
    pub actions: Vec<String>,
    /// The actions in the requested notation; empty if none was requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// Score in hundredths of a pawn, or in hundredths of a point in banqi. In sifang with racing
    /// marshals, a difference of 1,100 multiplies the odds by *e*. Absent if the line reaches the
    /// end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Number of own moves until the game is won; negative if it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<i32>,
    /// Expected score from 0 (loss) to 1 (win).
    pub chance: f64,
}

/// Reason for a move, as a code. The page writes the sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HintReason {
    /// Stable code of the reason.
    pub code: String,
    /// Value of the code, where it has one: a number of moves or the letter of a piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Body of `POST /api/analysis/game`: a complete finished game. The answer is a [`ReviewReply`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// Variant id.
    pub variant: String,
    /// Options text; empty for the default options.
    #[serde(default)]
    pub options: String,
    /// Text of the starting position, including everything hidden.
    pub start: String,
    /// Every action since the start, as written in records.
    pub actions: Vec<String>,
    /// The seats whose secrets the review uses for every action; absent for those of the seat that
    /// acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Vec<u8>>,
}

/// Review of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewReply {
    /// Review of every action, in order.
    pub actions: Vec<PlyReview>,
    /// Accuracy of each seat from 0 to 100; `null` for a seat that never had a choice.
    pub accuracy: Vec<Option<f64>>,
}

/// Review of one action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyReview {
    /// Text of the action.
    pub played: String,
    /// Seat that acted.
    pub seat: u8,
    /// The best action, given what the seat knew at that time, or what the request says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Expected score of the seat with the best action, 0 to 1.
    pub chance: f64,
    /// Expected score of the seat with the played action, 0 to 1.
    pub kept: f64,
    /// Score of the seat with the played action, in the unit of [`AnalysedLine::score`]. Absent if
    /// the end of the game was found, or if the seat had no choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Number of the seat's own moves until it wins, the played action included; negative if it
    /// loses. Absent if no end of the game was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<i32>,
    /// `inaccuracy`, `mistake` or `blunder`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Share of the points, -1 to 1, that the revealed piece gave or took, compared with the mean of
    /// the pieces that could have been revealed. Absent if the action revealed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}
