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
//!
//! # A tour
//!
//! ```
//! use boardlink::{Body, Decoder, Event, MAX_FRAME, ToBoard, ToHost, write_frame};
//!
//! // The board says that the pieces stand again as they should.
//! let event = Event { game: 7, seq: 12, at_ms: 95_000, body: Body::Restored };
//! let mut buffer = [0; MAX_FRAME];
//! let frame = write_frame(&ToHost::Event(event), &mut buffer)?;
//! assert_eq!(frame.last(), Some(&0), "a zero ends a frame, and stands nowhere else in it");
//!
//! // The host hears it among noise.
//! let mut decoder = Decoder::<ToHost>::default();
//! let heard: Vec<_> =
//!     [&[17, 4, 0], frame].concat().into_iter().filter_map(|byte| decoder.push(byte)).collect();
//! assert_eq!(heard.last(), Some(&Ok(ToHost::Event(event))));
//!
//! // Once its server has committed the event, it says so.
//! let frame = write_frame(&ToBoard::Ack { game: 7, next: 13 }, &mut buffer)?;
//! assert!(frame.len() < 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
pub use frame::{Decoder, FrameError, MAX_FRAME, MAX_MESSAGE, TooLong, write_frame};
pub use message::{BoardId, Clock, Hello, PROTOCOL, Settings, ToBoard, ToHost};
pub use points::{Piece, Point, Points};
pub use ring::{Cursor, Entry, Ring, RingError};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
