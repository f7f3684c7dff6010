use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// A smart board as the hall and its own page show it. `GET /api/boards`, `GET /api/boards/{id}`,
/// and each event of the stream `GET /api/boards/stream`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EboardView {
    /// 24 hex digits.
    pub id: String,
    /// What the hall calls it.
    pub name: String,
    /// What it is doing.
    pub state: EboardState,
    /// Its game's number, 0 before the first.
    pub game: u32,
    /// The board as a xiangqi position.
    pub position: String,
    /// The side to move, `w` or `b`; absent when no game is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The players, Red first; empty where unknown.
    pub names: [String; 2],
    /// Every ply that stands, in order.
    pub moves: Vec<String>,
    /// The time control's text, `none` without clocks.
    #[serde(default)]
    pub clock: String,
    /// The ladder on which the game counts: `bullet`, `blitz`, `rapid`, `classical`.
    #[serde(default)]
    pub speed: String,
    /// Milliseconds on both clocks, Red's first; absent without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[u64; 2]>,
    /// For how many milliseconds the clock of the side to move has run since `clocks` was right.
    pub running_ms: u64,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How many alarms Red and Black have had.
    pub alarms: [u16; 2],
    /// What the board wants now, or has just said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<EboardWords>,
    /// What the server would judge otherwise.
    pub doubts: Vec<EboardDoubt>,
    /// What the arbiter has put right, in order.
    pub corrections: Vec<EboardCorrection>,
    /// Who has claimed the seats, Red's first. Of each either the one claim that is confirmed, or all
    /// that wait, the oldest first.
    #[serde(default)]
    pub claims: [Vec<SeatClaim>; 2],
    /// The end's reason, and the winner's letter if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<EboardEnd>,
}

/// What a board is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EboardState {
    /// Nobody plays.
    Idle,
    /// A game is on.
    Playing,
    /// An illegal try: the pieces must go back.
    Alarm,
    /// Pieces stand where no move explains it.
    Disturbed,
    /// The players are asked which move they meant.
    Asking,
    /// The position has occurred three times: the arbiter, or the server, must rule.
    Ruling,
    /// The game is over.
    Over,
    /// Nothing has been heard of it for a while.
    Offline,
}

/// What a board says, in both languages, with the points it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EboardWords {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// The points.
    pub points: Vec<String>,
}

/// Something that the server would judge otherwise than the board did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EboardDoubt {
    /// The ply's number, from 1; 0 for what is about the game as a whole.
    pub ply: u16,
    /// Why, in English.
    pub why: String,
}

/// What an arbiter has put right; nothing of it is ever removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EboardCorrection {
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who.
    pub by: String,
    /// What.
    pub what: Correction,
    /// Why, in the arbiter's words.
    pub why: String,
}

/// What an arbiter may put right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// The result: the winner's letter, or none for a draw.
    Result {
        /// `w`, `b`, or absent.
        winner: Option<String>,
    },
    /// Another move was played at this ply; the record follows it from there on.
    Move {
        /// The ply's number, from 1.
        ply: u16,
        /// What was played.
        action: String,
    },
    /// Who plays.
    Names {
        /// Red's name.
        red: String,
        /// Black's name.
        black: String,
    },
    /// Who holds a seat.
    Seat {
        /// `w` or `b`.
        side: String,
        /// Whose claim is confirmed; absent frees the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
    },
    /// Events are lost that the board never said it had, or more than a game has: it goes on with this
    /// one. Such a game never counts.
    Lost {
        /// The number of the first event that is not lost.
        to: u32,
    },
    /// A note, and nothing else.
    Note,
}

/// A player with an account says: it is I who plays this side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatClaim {
    /// The player's name.
    pub player: String,
    /// Whether it is so: whoever sits there has pressed that side's clock button since, as often as
    /// `presses` said, or the arbiter has said so.
    pub confirmed: bool,
    /// How often it is to be pressed at once, other than for every other claim that waits; 0 when it
    /// is confirmed.
    #[serde(default)]
    pub presses: u8,
}

/// `POST /api/boards/{id}/claims`, by whoever is signed in: it is I who plays this side.
/// `DELETE` takes a claim back that is not confirmed yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimSeat {
    /// The number of the board's latest game.
    pub game: u32,
    /// `w` or `b`.
    pub side: String,
}

/// How a board's game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EboardEnd {
    /// The reason's stable text.
    pub reason: String,
    /// `w`, `b`, or absent in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// `POST /api/boards`, by the arbiter: a board to be let in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterEboard {
    /// 24 hex digits: the number of its chip.
    pub id: String,
    /// What the hall shall call it.
    pub name: String,
}

/// The board may speak.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegisteredEboard {
    /// The key for its bridge, 64 hex digits; shown this once.
    pub key: String,
}

/// `POST /api/boards/{id}/corrections`, by the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectEboard {
    /// The game's number.
    pub game: u32,
    /// Who.
    pub by: String,
    /// What.
    pub what: Correction,
    /// Why.
    pub why: String,
}
