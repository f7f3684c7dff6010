//! The referee of a smart board 智能棋盤: ninety sensors that know only *occupied* or *empty* come
//! in, moves, alarms and prompts go out.
//!
//! [`Referee`] is a state machine: [`Referee::input`] takes a time and an [`Input`] and hands every
//! [`Output`] to a callback. It owns no clock, no pin and no heap; its size is fixed, so that the
//! very same code runs in a microcontroller, in the command line and in a test.
//!
//! How a move is recognised, from the outside in:
//! 1. `sensors`: a reading counts once it has stood for [`Settings::debounce_ms`];
//! 2. `hypotheses`: every lift and landing since the last settled position narrows down, or widens,
//!    the set of arrangements that the sensors allow;
//! 3. `reading`: what that set says: a ply, several plies to choose from, a try that needs an
//!    alarm, or nothing yet;
//! 4. `referee`: judges the ply by the rules of traditional xiangqi, keeps the clocks, and after an
//!    alarm waits until the board looks again as it did.
//!
//! What the board does, and its encodings of points, kinds and pieces, is in
//! `docs/smart-board.md`; the lines of JSON in `docs/board-trace.md`.
#![no_std]

mod button;
mod codes;
mod event;
mod hypotheses;
mod interpretation;
#[cfg(feature = "link")]
pub mod link;
mod occupancy;
mod prompt;
mod reading;
mod reason;
mod referee;
mod score;
mod sensors;
mod settings;
mod timing;

pub use button::Button;
pub use codes::{KindCode, PieceCode, Pieces, point_index, square_of};
pub use event::{Alarm, Cause, Ending, Event, Input, Output, Played};
pub use occupancy::{Occupancy, OccupancyError};
pub use prompt::Prompt;
pub use reason::Reason;
pub use referee::{Progress, Referee, ResumeError, Settled, Stage};
pub use settings::{CaptureOrder, Settings};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
