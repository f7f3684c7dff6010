use crate::{Button, Event, Result, Settings};
use serde::{Deserialize, Serialize};

/// Version of these messages. A host that does not support it reports the mismatch and sends
/// nothing.
pub const PROTOCOL: u8 = 1;

/// Unique number of a board, taken from its chip.
pub type ChipId = [u8; 12];

/// A message from a board to its host.
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
    /// Identifies the board. Sent first, and in answer to [`ToBoard::Who`].
    Hello(Hello),
    /// One event of a game, repeated until it is acknowledged.
    Event(Event),
    /// Events that the board can no longer deliver because its memory is damaged.
    Lost {
        /// The game.
        game: u32,
        /// The first lost event.
        from: u32,
        /// The first event after the gap.
        to: u32,
    },
    /// The readings of all sensors, sent when they change, and again after each ply and at the end
    /// of the game: for the server's second referee. Neither stored nor repeated if they are lost.
    Seen {
        /// The current game, or 0.
        game: u32,
        /// Number of events that the game had when the sensors were read.
        #[serde(default)]
        events: u32,
        /// Number of the reading since power-on, from 1. A reading that is sent again keeps its
        /// number, so a gap shows that a reading was lost. 0 in posts of bridges before version
        /// 0.3.
        #[serde(default)]
        number: u32,
        /// Time since the game began, in milliseconds.
        at_ms: u32,
        /// Ranks 9 to 0. Of the nine low bits the most significant one is file a.
        ranks: [u16; 10],
    },
    /// A prompt that the board has just given to its players. Neither stored nor repeated.
    Prompt {
        /// Time since the game began, in milliseconds.
        at_ms: u32,
        /// Code of the phrase that the voice module speaks.
        code: u8,
        /// The number spoken with it, or 0.
        number: u16,
    },
}

/// Identity of a board and the state of its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`].
    pub protocol: u8,
    /// Number of the board.
    pub board: ChipId,
    /// Number of the last game, 0 before the first.
    pub game: u32,
    /// Number of events of that game.
    pub events: u32,
    /// Whether the board's log is full of unacknowledged events.
    pub is_full: bool,
}

/// A message from a host to its board.
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
    /// The server lacks an event: the board resends from there.
    AskFrom {
        /// The game.
        game: u32,
        /// The first event that is missing.
        seq: u32,
    },
    /// The time of day, from which the board numbers its games.
    SetTime {
        /// Unix time in seconds.
        unix_s: u32,
    },
    /// Time control and rules of the next game.
    Settings(Settings),
    /// The arbiter ends the game.
    Ruling {
        /// Index of the reason in `game::Reason::ALL`.
        reason: u8,
        /// The result of the ruling.
        result: Result,
    },
    /// Replaces the sensor readings from now on. Only the emulated board obeys it.
    Inject {
        /// Ranks as in [`ToHost::Seen`].
        ranks: [u16; 10],
    },
    /// Replaces the buttons: one is pressed and released. Only the emulated board obeys it.
    Press(Button),
    /// Replaces the clock. Only the emulated board obeys it.
    Now {
        /// Time since power-on in milliseconds; never less than before.
        at_ms: u32,
    },
}
