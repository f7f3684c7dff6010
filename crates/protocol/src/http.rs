use crate::{ClockState, SeatState, SignedHead, Strength, TablePlan, TurnState};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// `POST /api/tables`: open a table and take its host seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// What it is to be.
    pub plan: TablePlan,
    /// The host's name.
    pub name: String,
}

/// `GET /api/seeks`: somebody waits for anybody. `POST /api/seeks` takes an [`OpenRequest`] and
/// seats whoever asks at such a table, or opens one that waits; the answer is [`Created`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// The table, to be joined like any other.
    pub table: String,
    /// Who waits.
    pub name: String,
    /// How strong the one who waits was on sitting down; absent where nothing is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// What is to be played.
    pub plan: TablePlan,
}

/// `GET /api/live`: a game that goes on between players who found each other in the list of those
/// who wait, as a spectator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveTable {
    /// The table, to be looked on at like any other.
    pub table: String,
    /// The game's id.
    pub variant: String,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// The position's text as a spectator knows it.
    pub position: String,
    /// What was done last, as a spectator was told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The plies played so far.
    pub plies: usize,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_move: Option<u8>,
}

/// The table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// Its id: the address is `/t/<id>`.
    pub table: String,
    /// The token of the host's seats; keep it secret.
    pub token: String,
    /// The host's seats.
    pub seats: Vec<u8>,
}

/// `POST /api/tables/{id}/join`: take an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The guest's name.
    pub name: String,
    /// Which open seat, absent for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

/// The seat was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Joined {
    /// The token of the seat; keep it secret.
    pub token: String,
    /// The seat.
    pub seat: u8,
}

/// `GET /api/tables/{id}`: what a guest sees before sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its id.
    pub table: String,
    /// What it is.
    pub plan: TablePlan,
    /// The seats.
    pub seats: Vec<SeatState>,
    /// The seed's commitment; empty when no chance is drawn.
    pub commitment: String,
    /// Whether the game is over.
    pub over: bool,
    /// Who may act, as a spectator knows it.
    pub turn: TurnState,
    /// The plies played so far.
    pub plies: usize,
    /// The clocks, absent without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockState>,
}

/// `GET /api/tables/{id}/transcript`: what everybody may know of a table, line by line, and the
/// server's signature under it. Where it is kept it can be shown later what the server has said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableTranscript {
    /// The table's id.
    pub table: String,
    /// The server's public key, 64 hex digits.
    pub key: String,
    /// The lines.
    pub transcript: Vec<String>,
    /// What the server has signed of them.
    pub head: SignedHead,
}

/// The body of every answer that is not 2xx.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorBody {
    /// Stable, kebab-case.
    pub code: String,
    /// What the code is about: points, numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// One English sentence naming what and where.
    pub message: String,
}
