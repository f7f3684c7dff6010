use crate::{BoardId, UnixMs};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// State of a smart board for the lobby and for its own page.
///
/// The body of `GET /api/boards/{id}`, an element of `GET /api/boards`, and each event of the
/// stream `GET /api/boards/stream`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SmartBoardView {
    /// Id of the board, 24 hex digits.
    pub id: BoardId,
    /// Display name.
    pub name: String,
    /// What the board is doing.
    pub state: SmartBoardState,
    /// Number of its latest game; 0 before the first game.
    pub game: u32,
    /// Position on the board, as xiangqi text.
    pub position: String,
    /// Side to move, `w` or `b`; absent if no game is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Names of the players, Red first; empty where unknown.
    pub names: [String; 2],
    /// All plies of the game, in order, after corrections.
    pub moves: Vec<String>,
    /// Text of the time control; `none` without clocks.
    #[serde(default)]
    pub clock: String,
    /// Speed class of the ladder on which the game counts: `bullet`, `blitz`, `rapid`, `classical`.
    #[serde(default)]
    pub speed: String,
    /// Remaining time of Red and Black in milliseconds; absent without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[u64; 2]>,
    /// Milliseconds for which the clock of the side to move has been running since `clocks` was
    /// measured.
    pub running_ms: u64,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Numbers of alarms of Red and Black.
    pub alarms: [u16; 2],
    /// Current message of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<SmartBoardWords>,
    /// Decisions of the board that the server disagrees with.
    pub doubts: Vec<SmartBoardDoubt>,
    /// Corrections by the arbiter, in order.
    pub corrections: Vec<SmartBoardCorrection>,
    /// Claims to the seats, Red's first. For each seat, either the one confirmed claim or all
    /// pending claims, oldest first.
    #[serde(default)]
    pub claims: [Vec<SeatClaim>; 2],
    /// Reason for the end of the game, and the winner if there is one; absent while the game is in
    /// progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<SmartBoardEnd>,
}

/// What a smart board is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SmartBoardState {
    /// No game is in progress.
    Idle,
    /// A game is in progress.
    Playing,
    /// An illegal move was made: the pieces must go back.
    Alarm,
    /// The pieces are not where any legal move would put them.
    Disturbed,
    /// The board asks the players which move they meant.
    Asking,
    /// The position has occurred three times: the arbiter or the server must rule.
    Ruling,
    /// The game is over.
    Over,
    /// The board has not been heard from for a while.
    Offline,
}

/// Message of a board in every language of the pages, with the points it refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SmartBoardWords {
    /// Message in Simplified Chinese; empty from an older server.
    #[serde(default)]
    pub hans: String,
    /// Message in Traditional Chinese.
    pub zh: String,
    /// Message in English.
    pub en: String,
    /// Points the message refers to.
    pub points: Vec<String>,
}

/// A decision of the board that the server disagrees with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SmartBoardDoubt {
    /// Number of the ply, from 1; 0 for the game as a whole.
    pub ply: u16,
    /// Explanation in English.
    pub why: String,
}

/// A correction by an arbiter. Corrections are never removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SmartBoardCorrection {
    /// Time of the correction, Unix ms.
    pub at_ms: UnixMs,
    /// Name of the arbiter.
    pub by: String,
    /// The correction.
    pub what: Correction,
    /// Reason given by the arbiter.
    pub why: String,
}

/// Kind of a correction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Changes the result.
    Result {
        /// Letter of the winner, `w` or `b`; absent for a draw.
        winner: Option<String>,
    },
    /// Replaces the move played at a ply. The record follows it from there on.
    Move {
        /// Number of the ply, from 1.
        ply: u16,
        /// Text of the move that was played.
        action: String,
    },
    /// Changes the names of the players.
    Names {
        /// Red's name.
        red: String,
        /// Black's name.
        black: String,
    },
    /// Changes the player of a seat.
    Seat {
        /// `w` or `b`.
        side: String,
        /// Player whose claim is confirmed; absent frees the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
    },
    /// Declares events as lost and continues the game with a later event.
    ///
    /// Used when the board does not report the missing events as lost, or when more are missing
    /// than a game can have. Such a game is never rated.
    Lost {
        /// Number of the first event that is not lost.
        to: u32,
    },
    /// A note without any effect.
    Note,
}

/// Claim of a registered player to play a side of a board's game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatClaim {
    /// Name of the player's account.
    pub player: String,
    /// Whether the claim is confirmed: that side's clock button was pressed `presses` times since,
    /// or the arbiter confirmed it.
    pub confirmed: bool,
    /// Number of consecutive presses that confirms the claim. It differs between all pending
    /// claims; 0 once the claim is confirmed.
    #[serde(default)]
    pub presses: u8,
}

/// Body of `POST /api/boards/{id}/claims`: the signed-in player claims a seat. `DELETE` withdraws a
/// pending claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimSeat {
    /// Number of the board's latest game.
    pub game: u32,
    /// `w` or `b`.
    pub side: String,
}

/// Result of a board's game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SmartBoardEnd {
    /// Stable text of the reason.
    pub reason: String,
    /// `w` or `b`; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// Body of `POST /api/boards`: the arbiter registers a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterSmartBoard {
    /// Chip id of the board, 24 hex digits.
    pub id: BoardId,
    /// Display name.
    pub name: String,
}

/// Answer to the registration of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegisteredSmartBoard {
    /// Key for the board's bridge, 64 hex digits. The server shows it only once.
    pub key: String,
}

/// Body of `POST /api/boards/{id}/corrections`: a correction by the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectSmartBoard {
    /// Number of the game.
    pub game: u32,
    /// Name of the arbiter.
    pub by: String,
    /// The correction.
    pub what: Correction,
    /// Reason for the correction.
    pub why: String,
}
