use crate::{ClockState, GameId, SeatState, SignedHead, Strength, TablePlan, TurnState};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Body of `POST /api/seeks`: seeks an opponent. Also a body of `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// Plan of the table.
    pub plan: TablePlan,
    /// Name of the host.
    pub name: String,
}

/// Body of `POST /api/tables`: opens a table and takes its host seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InviteRequest {
    /// Plan of the table.
    pub plan: TablePlan,
    /// Name of the host.
    pub name: String,
    /// Open seats that are reserved for accounts, for two weeks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<ReservedSeat>,
}

/// An open seat that waits for one account; an element of `GET /api/tables/{id}/reserved`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReservedSeat {
    /// Index of the seat.
    pub seat: u8,
    /// Name of the account.
    pub name: String,
    /// Whether the account was challenged. Not read in a request.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub is_challenged: bool,
}

/// A player waiting for an opponent; an element of `GET /api/seeks`.
///
/// `POST /api/seeks` takes an [`OpenRequest`]. It seats the player at a waiting table with the same
/// plan, or opens such a table. The answer is [`Created`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// Id of the waiting table. A client joins it like any other table.
    pub table: GameId,
    /// Name of the waiting player.
    pub name: String,
    /// Rating of the waiting player when they sat down; absent at unrated tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// Plan of the table.
    pub plan: TablePlan,
}

/// A running game between players paired by `POST /api/seeks`, or a rated one of a challenge, as a
/// spectator sees it; an element of `GET /api/live`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveTable {
    /// Id of the table. A client watches it like any other table.
    pub table: GameId,
    /// Variant id.
    pub variant: String,
    /// The seats, in seat order.
    pub seats: Vec<SeatState>,
    /// Text of the position in a spectator's view.
    pub position: String,
    /// Text of the last action in a spectator's view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Number of plies played.
    pub plies: usize,
    /// Seat to move, if exactly one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_move: Option<u8>,
}

impl LiveTable {
    /// How strong its players are, for comparing games: whether all ratings are established, and
    /// their mean. A game without ratings is the weakest.
    pub fn strength(&self) -> (bool, i32) {
        let rated = || self.seats.iter().filter_map(|seat| seat.strength);
        let count = rated().count() as i32;
        let sum: i32 = rated().map(|strength| strength.rating).sum();
        let is_established = count > 0 && rated().all(|strength| !strength.provisional);
        (is_established, if count == 0 { 0 } else { sum / count })
    }
}

/// A running game of `GET /api/watch`, with its terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WatchedTable {
    /// The game as a spectator sees it.
    pub live: LiveTable,
    /// Text of the time control.
    pub clock: String,
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
    /// The clocks; absent without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockState>,
    /// Number of connected spectators.
    pub spectators: u32,
}

/// Body of `GET /api/watch`: public games in play. For each variant the game with the strongest
/// players is among them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct WatchedGames {
    /// Time since the games were read, in milliseconds.
    pub age_ms: u64,
    /// At most 40 games.
    pub games: Vec<WatchedTable>,
}

/// Answer to a request that opened a table or took a seat at a waiting one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// Id of the table. Its address is `/t/<id>`.
    pub table: GameId,
    /// Secret token of the client's seats.
    pub token: String,
    /// Seats that the token holds.
    pub seats: Vec<u8>,
}

/// Body of `POST /api/tables/{id}/join`: takes an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Name of the guest.
    pub name: String,
    /// Seat to take; absent for the first open one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

/// Answer to a request that took an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Joined {
    /// Secret token of the seat.
    pub token: String,
    /// Index of the seat.
    pub seat: u8,
}

/// Body of `GET /api/tables/{id}`: what a guest sees before joining.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Id of the table.
    pub table: GameId,
    /// Plan of the table.
    pub plan: TablePlan,
    /// The seats.
    pub seats: Vec<SeatState>,
    /// Commitment of the seed, 64 hex digits; empty in games without randomness.
    pub commitment: String,
    /// Whether the game is over.
    pub over: bool,
    /// Who may act, in a spectator's view.
    pub turn: TurnState,
    /// Number of plies played.
    pub plies: usize,
    /// The clocks; absent without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockState>,
}

/// Body of `GET /api/tables/{id}/transcript`: the public transcript of a table with the server's
/// signature.
///
/// A client that stores it can prove later what the server has sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableTranscript {
    /// Id of the table.
    pub table: GameId,
    /// The server's public key, 64 hex digits.
    pub key: String,
    /// Lines of the transcript.
    pub transcript: Vec<String>,
    /// The server's signature over the lines.
    pub head: SignedHead,
}

/// Body of every response without a 2xx status.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorBody {
    /// Stable kebab-case code.
    pub code: String,
    /// Values the code refers to: points, numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// One English sentence that names what is wrong and where.
    pub message: String,
}
