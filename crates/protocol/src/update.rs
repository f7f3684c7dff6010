use crate::{GameId, Offer, Strength, UnixMs};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// One event as one viewer receives it, with the state after the event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// This viewer's own sequence number, from 1, without gaps.
    pub n: u64,
    /// What happened.
    pub event: UpdateEvent,
    /// The state after the event, for this viewer.
    pub state: State,
    /// Lines that the event adds to the table's transcript.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub transcript: Vec<String>,
    /// The server's signature over the transcript including these lines; absent if the table is not
    /// on a server.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub head: Option<SignedHead>,
}

/// Signed statement of a server about a transcript: its hash after a number of lines, at a point in
/// time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignedHead {
    /// Number of lines.
    pub lines: u64,
    /// Hash over these lines, 64 hex digits.
    pub hash: String,
    /// Time of the signature.
    pub at_ms: UnixMs,
    /// The signature, 128 hex digits.
    pub signature: String,
}

/// An event, as far as this viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum UpdateEvent {
    /// A seat was taken.
    Joined {
        /// Index of the seat.
        seat: u8,
    },
    /// All seats are taken: the game or its set-up begins.
    Started,
    /// The open seats were given to computers: the game begins, and is not rated.
    Filled,
    /// An action was played.
    Acted(HistoryEntry),
    /// A hidden step came to a visible end: a phase of the set-up is over.
    Changed,
    /// A seat made an offer.
    Offered {
        /// Seat that made the offer.
        seat: u8,
        /// The offer.
        offer: Offer,
    },
    /// The pending offer was declined, or expired with the next action.
    Declined,
    /// Plies were undone.
    TakenBack {
        /// Number of plies.
        plies: u16,
    },
    /// A seat peeked at a face-down piece (training tables).
    Peeked {
        /// Seat that peeked.
        seat: u8,
        /// Square of the piece.
        square: String,
        /// Letter of the piece; present only for that seat.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        piece: Option<char>,
    },
    /// The game is over: see [`State::end`].
    Ended,
    /// The table stopped the clocks.
    Paused,
    /// The clocks are running again.
    Resumed,
    /// The table gave back time that it had lost itself.
    Credited {
        /// Milliseconds given back to the clock.
        ms: u64,
    },
    /// A seat gave its opponent time.
    TimeGiven {
        /// The seat that gave it.
        seat: u8,
        /// Milliseconds given.
        ms: u64,
    },
    /// The players agreed on a rematch.
    Rematch {
        /// Id of the new table.
        table: GameId,
    },
}

/// One entry of the move list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Seat that acted.
    pub seat: u8,
    /// Text of the action, with `=letter` if it revealed a piece: `h2e2`, `c2=k`.
    pub done: String,
    /// Remaining time of the mover after the action, in milliseconds; absent without clocks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock_ms: Option<u64>,
}

/// State of a table for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Text of the viewer's position; empty before the game starts.
    pub position: String,
    /// Who may act.
    pub turn: TurnState,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The referee's current warning.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub warning: Option<WarningState>,
    /// The clocks; absent without clocks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks: Option<ClockState>,
    /// The pending offer and the seat that made it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offer: Option<(u8, Offer)>,
    /// The result, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<EndState>,
    /// The seats, in seat order.
    pub seats: Vec<SeatState>,
}

/// A warning of the referee as a code; the page writes the sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WarningState {
    /// Stable kebab-case code: `repetition-lost`, `quiet-limit`, ….
    pub code: String,
    /// Values the code refers to: numbers, seats as numbers, reasons by their stable text.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub values: Vec<String>,
    /// One English sentence.
    pub message: String,
}

/// Who may act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "phase")]
pub enum TurnState {
    /// Seats are still open.
    Waiting,
    /// Set-up. Says only whether this viewer still owes a choice, nothing about the other seats.
    Setup {
        /// Whether this viewer's own seat still owes a choice.
        you: bool,
    },
    /// A seat is to move.
    Seat {
        /// Index of the seat.
        seat: u8,
    },
    /// The game is over.
    Over,
}

/// The clocks of all seats at the time of sending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// Remaining milliseconds by seat: main time, or else the rest of the current period.
    pub left_ms: Vec<u64>,
    /// Remaining byo-yomi periods by seat; 0 without byo-yomi.
    pub periods: Vec<u32>,
    /// Seat whose clock is running.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub running: Option<u8>,
    /// Remaining milliseconds of the set-up step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub setup_ms: Option<u64>,
}

/// Result of a game in displayable form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndState {
    /// Stable text of the reason: `checkmate`, `flag-fall`, ….
    pub reason: String,
    /// The winning seats; empty for a draw.
    pub winners: Vec<u8>,
    /// Points by seat, halves as `.5`.
    pub scores: Vec<String>,
    /// The referee's explanation in English; may be empty.
    pub detail: String,
    /// The facts of `detail` as codes and values, for other languages.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub grounds: Vec<GroundState>,
    /// Seed and salts for verifying the deal; absent in games without randomness.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reveal: Option<Reveal>,
}

/// Fact behind an outcome, as a code with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundState {
    /// Stable kebab-case code: `checked-always`, ….
    pub code: String,
    /// Values the code refers to.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub values: Vec<String>,
}

/// Revealed seed of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reveal {
    /// The seed, 64 hex digits.
    pub seed: String,
    /// The salts in seat order, 32 hex digits each.
    pub salts: Vec<String>,
}

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatState {
    /// The letter of its side, `-` while it has none.
    pub letter: char,
    /// Name of the player; empty while the seat is open.
    pub name: String,
    /// Level of the computer player; absent for people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub level: Option<String>,
    /// Whether the seat is taken.
    pub taken: bool,
    /// Number of peeks (training tables).
    #[serde(default)]
    pub peeks: u16,
    /// Rating of the player when they sat down; absent for guests, computers and unrated tables.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub strength: Option<Strength>,
}

impl SeatState {
    /// Creates the state of a seat taken by an unrated person.
    pub fn person(letter: char, name: impl Into<String>) -> SeatState {
        let (name, level, strength) = (name.into(), None, None);
        SeatState { letter, name, level, taken: true, peeks: 0, strength }
    }
}

/// Complete state of a table for one viewer, sent at the start and after a reconnect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// Sequence number of the last event included; 0 before the first.
    pub n: u64,
    /// The variant id.
    pub variant: String,
    /// Options text of the game.
    pub options: String,
    /// Text of the time control.
    pub clock: String,
    /// Whether this is a training table.
    pub training: bool,
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
    /// Number of moves by which spectators see the game late.
    #[serde(default, skip_serializing_if = "crate::plan::is_zero")]
    pub spectator_delay: u8,
    /// The viewer's seat; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub you: Option<u8>,
    /// Commitment of the seed, 64 hex digits; empty in games without randomness.
    pub commitment: String,
    /// Text of the position at the start of play, in this viewer's view; empty before that.
    pub start: String,
    /// The move list so far.
    pub history: Vec<HistoryEntry>,
    /// The current state.
    pub state: State,
    /// Public transcript of the table, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub transcript: Vec<String>,
    /// The server's signature over the transcript; absent if the table is not on a server.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub head: Option<SignedHead>,
    /// Public key of the server, 64 hex digits; empty if the table is not on a server.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub key: String,
}
