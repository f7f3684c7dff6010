//! The messages between a smart board and its host, and the flash log in which the board stores
//! events until they are acknowledged.
//!

//! * [`ToHost`] and [`ToBoard`] are the messages. [`write_frame`] and [`Decoder`] carry them over a
//!   serial line: a postcard body, a CRC-32, COBS stuffing and a zero byte at the end.
//! * [`Event`] is one entry of a game's record. Delivery is at least once: the board repeats an
//!   event until the host acknowledges that its server has committed it. `(board, game, seq)`
//!   identifies an event permanently.
//! * [`Ring`] stores events in NOR flash, which is accessed through the trait [`Flash`].
//!

//! # Invariants
//!
//! * The crate is `no_std`, allocates nothing, and has no knowledge of a game, a clock or a pin.
//!   (`cargo xtask` builds it for a target without `std`.)
//! * [`Decoder::push`] accepts any bytes without panicking, and the next zero byte resynchronises
//!   it. (`tests/frames.rs`: `any_bytes_are_answered`, `a_listener_finds_the_next_frame`.)
//! * An event that [`Ring::append`] has returned survives a power cut at any byte of any later
//!   write. (`tests/power_cut.rs`: `nothing_is_lost_wherever_the_power_fails`.)

//! * A page of the log is erased only when all its events are acknowledged and none belongs to the
//!   last game. (`tests/power_cut.rs`: `a_whole_game_fits_the_chip`.) [`Ring::let_go`] gives up the
//!   second condition.
//!

//! # A tour
//!
//! ```
//! use boardlink::{Body, Decoder, Event, MAX_FRAME, ToBoard, ToHost, write_frame};
//!
//! // The board reports that the position on it is correct again.
//! let event = Event { game: 7, seq: 12, at_ms: 95_000, body: Body::Restored };
//! let mut buffer = [0; MAX_FRAME];
//! let frame = write_frame(&ToHost::Event(event), &mut buffer)?;
//! assert_eq!(frame.last(), Some(&0), "a frame ends with its only zero byte");
//!
//! // The host receives it amid noise.
//! let mut decoder = Decoder::<ToHost>::default();
//! let received: Vec<_> =
//!     [&[17, 4, 0], frame].concat().into_iter().filter_map(|byte| decoder.push(byte)).collect();
//! assert_eq!(received.last(), Some(&Ok(ToHost::Event(event))));
//!
//! // The host acknowledges the event once its server has committed it.
//! let frame = write_frame(&ToBoard::Ack { game: 7, next: 13 }, &mut buffer)?;
//! assert!(frame.len() < 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

mod button;
mod event;
mod flash;
mod frame;
mod message;
mod page;
mod points;
mod ring;
mod settings;

pub use button::Button;
pub use event::{Body, Event, Left, Result};
pub use flash::Flash;
pub use frame::{Decoder, FrameError, MAX_FRAME, MAX_MESSAGE, TooLong, write_frame};
pub use message::{ChipId, Hello, PROTOCOL, ToBoard, ToHost};
pub use points::{Piece, Point, Points};
pub use ring::{Cursor, Entry, Ring, RingError};
pub use settings::{Clock, Settings};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
