use crate::{Button, Event, Result};
use serde::{Deserialize, Serialize};

/// The version of these messages. A host that does not speak it says so and stays silent.
pub const PROTOCOL: u8 = 1;

/// A board's own number: that of its chip.
pub type BoardId = [u8; 12];

/// What a board says.
///
/// ```
/// use boardlink::{Decoder, Hello, MAX_FRAME, PROTOCOL, ToHost, write_frame};
///
/// let hello = Hello { protocol: PROTOCOL, board: [7; 12], game: 3, events: 41, is_full: false };
/// let mut buffer = [0; MAX_FRAME];
/// let frame = write_frame(&ToHost::Hello(hello), &mut buffer)?;
/// let mut decoder = Decoder::default();
/// let heard = frame.iter().find_map(|&byte| decoder.push(byte));
/// assert_eq!(heard, Some(Ok(ToHost::Hello(hello))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// First of all, and whenever asked.
    Hello(Hello),
    /// One event of a game, repeated until it is acknowledged.
    Event(Event),
    /// Events that the board cannot tell any more: its memory is damaged there.
    Lost {
        /// The game.
        game: u32,
        /// The first event lost.
        from: u32,
        /// The first one after it that is not.
        to: u32,
    },
    /// What all sensors say, as soon as it changes: for live pages and for whoever judges again.
    /// Not stored and not repeated.
    Seen {
        /// The game under way, or 0.
        game: u32,
        /// Milliseconds since the game began.
        at_ms: u32,
        /// Ranks 9 to 0; of the nine low bits the most significant is file a.
        ranks: [u16; 10],
    },
    /// What the board has just told its players. Not stored and not repeated.
    Prompt {
        /// Milliseconds since the game began.
        at_ms: u32,
        /// The code that the voice module speaks.
        code: u8,
        /// The number that goes with it, or 0.
        number: u16,
    },
}

/// Who a board is and what it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`].
    pub protocol: u8,
    /// Which board it is.
    pub board: BoardId,
    /// The game of its last event, 0 before the first.
    pub game: u32,
    /// How many events that game has so far.
    pub events: u32,
    /// Whether the board's memory is full of events nobody has acknowledged.
    pub is_full: bool,
}

/// What a host says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToBoard {
    /// Asks for [`ToHost::Hello`].
    Who,
    /// The server has committed every event of this game before `next`.
    Ack {
        /// The game.
        game: u32,
        /// The first event that is not committed.
        next: u32,
    },
    /// The server lacks an event: begin there again.
    AskFrom {
        /// The game.
        game: u32,
        /// The first event that is missing.
        seq: u32,
    },
    /// The time of day, so that games of a board are numbered by it.
    SetTime {
        /// Seconds since 1970.
        unix_s: u32,
    },
    /// How the next game is played.
    Settings(Settings),
    /// Whoever adjudicates ends the game.
    Ruling {
        /// The reason's number in the contract's list of reasons.
        reason: u8,
        /// Whom the ruling favours.
        result: Result,
    },
    /// In the place of the sensors: what they say from now on. Only a board without sensors of its
    /// own listens to it.
    Inject {
        /// Ranks as in [`ToHost::Seen`].
        ranks: [u16; 10],
    },
    /// In the place of the buttons: one is pressed and let go.
    Press(Button),
    /// In the place of the clock: it is so many milliseconds since power came on.
    Now {
        /// Never less than before.
        at_ms: u32,
    },
}

/// How a game is played.
///
/// ```
/// use boardlink::{Clock, Settings};
///
/// // A quarter of an hour each and ten seconds a move; three alarms lose.
/// let time = Clock { main_ms: 900_000, increment_ms: 10_000, ..Clock::default() };
/// let settings = Settings { clocks: [time, time], alarm_limit: 3, ..Settings::default() };
/// assert!(!settings.touch_move && settings.clocks[1].periods == 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Settings {
    /// The time of Red and of Black.
    pub clocks: [Clock; 2],
    /// A piece that was touched must move.
    pub touch_move: bool,
    /// When capturing, the own piece is lifted first; the other order is an alarm.
    pub strict_order: bool,
    /// Play goes on until a general is captured.
    pub capture_general: bool,
    /// So many alarms lose the game; 0 never do.
    pub alarm_limit: u8,
}

/// The time of a side, in milliseconds; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// Main time, for the whole game.
    pub main_ms: u32,
    /// What each move adds.
    pub increment_ms: u32,
    /// How many byo-yomi periods follow the main time.
    pub periods: u8,
    /// How long each of them is.
    pub period_ms: u32,
    /// The most that one move may take.
    pub move_ms: u32,
}
