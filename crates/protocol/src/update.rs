use crate::{Offer, Strength};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// One event as one viewer is told it, with the state of things after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// This viewer's own sequence, from 1, without gaps.
    pub n: u64,
    /// What happened.
    pub event: UpdateEvent,
    /// How things stand now, for this viewer.
    pub state: State,
    /// The lines that the event adds to the table's transcript.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub transcript: Vec<String>,
    /// What the server signs of the transcript with these lines; absent where nobody signs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub head: Option<SignedHead>,
}

/// What a server says and signs of a table's transcript: after so many lines the hash over them was
/// this.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignedHead {
    /// How many lines.
    pub lines: u64,
    /// The hash over them, 64 hex digits.
    pub hash: String,
    /// When it was signed, in milliseconds since the epoch.
    pub at_ms: u64,
    /// The signature, 128 hex digits.
    pub signature: String,
}

/// What happened, as far as this viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum UpdateEvent {
    /// A seat was taken.
    Joined {
        /// Which.
        seat: u8,
    },
    /// All seats are taken: the game begins (or its set-up).
    Started,
    /// An action was played.
    Acted(Entry),
    /// Something hidden came to a visible end: a phase of the set-up is over.
    Changed,
    /// A seat made an offer.
    Offered {
        /// Which seat.
        seat: u8,
        /// What it offers.
        offer: Offer,
    },
    /// The standing offer was declined, or lapsed with the next action.
    Declined,
    /// Plies were taken back.
    TakenBack {
        /// How many.
        plies: u16,
    },
    /// A face-down piece was peeked at by a seat (training tables).
    Peeked {
        /// Which seat.
        seat: u8,
        /// Which square.
        square: String,
        /// The piece's letter, for that seat alone.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        piece: Option<char>,
    },
    /// The game is over: see [`State::end`].
    Ended,
    /// The clocks were stopped by the table.
    Paused,
    /// The clocks run again.
    Resumed,
    /// Time the table itself lost was given back to the clocks.
    Credited {
        /// Milliseconds.
        ms: u64,
    },
    /// A rematch was agreed: the new table.
    Rematch {
        /// Its id.
        table: String,
    },
}

/// One line of the move list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Who acted.
    pub seat: u8,
    /// What was done, `=letter` where a piece came up: `h2e2`, `c2=k`.
    pub done: String,
    /// The mover's clock after it, in milliseconds; absent without clocks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock_ms: Option<u64>,
}

/// How things stand, for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The viewer's position text; empty until the game has started.
    pub position: String,
    /// Who may act.
    pub turn: TurnState,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The referee's warning now, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub warning: Option<WarningState>,
    /// The clocks, absent without.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks: Option<ClockState>,
    /// The standing offer and the seat that made it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offer: Option<(u8, Offer)>,
    /// How it ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<EndState>,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
}

/// A warning of the referee, for whoever words it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WarningState {
    /// Stable, kebab-case: `repetition-lost`, `quiet-limit`, ….
    pub code: String,
    /// What it is about: numbers, seats as numbers, reasons by their stable text.
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
    /// Set-up; whether this viewer itself still owes a choice. Of the others nothing is told.
    Setup {
        /// Whether this viewer's own seat has still to choose.
        you: bool,
    },
    /// A seat is on move.
    Seat {
        /// Which.
        seat: u8,
    },
    /// The game is over.
    Over,
}

/// The clocks of all seats at the moment of sending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// Milliseconds left, by seat: main time, then the current period's.
    pub left_ms: Vec<u64>,
    /// Byo-yomi periods left, by seat (0 without byo-yomi).
    pub periods: Vec<u32>,
    /// The seat whose clock runs, if one does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub running: Option<u8>,
    /// Set-up: milliseconds left for the step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub setup_ms: Option<u64>,
}

/// How a game ended, in words that can be shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndState {
    /// The reason's stable text: `checkmate`, `flag-fall`, ….
    pub reason: String,
    /// The winning seats; none for a draw.
    pub winners: Vec<u8>,
    /// Points by seat, halves as `.5`.
    pub scores: Vec<String>,
    /// The referee's explanation in English, may be empty.
    pub detail: String,
    /// What the explanation says, for whoever words it in another language.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub grounds: Vec<GroundState>,
    /// What lets anyone check the deal; absent when no chance was drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reveal: Option<Reveal>,
}

/// What an outcome rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundState {
    /// Stable, kebab-case: `checked-always`, ….
    pub code: String,
    /// What the code is about.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub values: Vec<String>,
}

/// The opened seed of a game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reveal {
    /// 64 hex digits.
    pub seed: String,
    /// The salts in seat order, 32 hex digits each.
    pub salts: Vec<String>,
}

/// What everybody may know of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatState {
    /// The letter of its side, `-` while it has none.
    pub letter: char,
    /// The player's name; empty while the seat is open.
    pub name: String,
    /// The computer's level, absent for people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub level: Option<String>,
    /// Whether it is taken.
    pub taken: bool,
    /// Peeks made (training tables).
    #[serde(default)]
    pub peeks: u16,
    /// How strong the player was held to be on sitting down; absent for guests and computers, and
    /// where nothing is rated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub strength: Option<Strength>,
}

impl SeatState {
    /// A person who sits there and is not rated.
    pub fn person(letter: char, name: impl Into<String>) -> SeatState {
        let (name, level, strength) = (name.into(), None, None);
        SeatState { letter, name, level, taken: true, peeks: 0, strength }
    }
}

/// Everything a viewer knows, to begin with or to begin again from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The sequence of the last event it contains; 0 before the first.
    pub n: u64,
    /// The variant id.
    pub variant: String,
    /// The game's options text.
    pub options: String,
    /// The time control's text.
    pub clock: String,
    /// Whether it is a training table.
    pub training: bool,
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
    /// The viewer's seat, absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub you: Option<u8>,
    /// The seed's commitment; empty when no chance is drawn.
    pub commitment: String,
    /// The viewer's text of the position the play began from; empty before.
    pub start: String,
    /// The move list so far.
    pub history: Vec<Entry>,
    /// How things stand.
    pub state: State,
    /// What everybody may know of the table so far, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub transcript: Vec<String>,
    /// What the server signs of it; absent where nobody signs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub head: Option<SignedHead>,
    /// The server's public key, 64 hex digits; empty where nobody signs.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub key: String,
}
