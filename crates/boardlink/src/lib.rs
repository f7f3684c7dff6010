//! What a smart board and its host say to each other, and the log in which the board keeps what it
//! has yet to say.
//!
//! * [`ToHost`] and [`ToBoard`] are the messages; [`write_frame`] and [`Decoder`] carry them over a
//!   serial line: postcard bodies, a CRC-32, COBS, a zero byte at the end.
//! * [`Event`] is one line of a game's record. Delivery is at least once: the board repeats what is
//!   not acknowledged, the host acknowledges what its server has committed, and `(board, game,
//!   sequence)` names each event once and for all.
//! * [`Ring`] keeps events in NOR flash behind the trait [`Flash`], through power cuts at any byte.
//!   A page is erased only when all it holds is acknowledged and belongs to no game under way.
//!
//! Nothing here allocates, and nothing here knows a game, a clock or a pin.
#![no_std]

mod event;
mod flash;
mod frame;
mod message;
mod page;
mod points;
mod ring;

pub use event::{Body, Button, Event, Left, Result};
pub use flash::Flash;
pub use frame::{Decoder, Fault, MAX_FRAME, MAX_MESSAGE, TooLong, write_frame};
pub use message::{BoardId, Clock, Hello, PROTOCOL, Settings, ToBoard, ToHost};
pub use points::{Piece, Point, Points};
pub use ring::{Cursor, Entry, Ring, RingError};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
