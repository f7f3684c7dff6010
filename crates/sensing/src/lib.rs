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
//!
//! # A tour
//! Red lifts the cannon from h2, drags it over f2, and puts it down on e2:
//!
//! ```
//! use sensing::{Button, Event, Input, Occupancy, Referee, Settings};
//!
//! let mut board: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse()?;
//! let mut referee = Referee::new(Settings::DEFAULT);
//! let mut moves = Vec::new();
//! let mut emit = |output: sensing::Output| {
//!     if let Event::Move(played) = output.event {
//!         moves.push(played.action.to_string());
//!     }
//! };
//! referee.input(0, Input::Frame(board), &mut emit);
//! referee.input(1_000, Input::Button(Button::Start), &mut emit);
//! for (at_ms, square, is_occupied) in
//!     [(2_000, "h2", false), (2_100, "f2", true), (2_200, "f2", false), (2_300, "e2", true)]
//! {
//!     board = board.with(square.parse()?, is_occupied);
//!     referee.input(at_ms, Input::Frame(board), &mut emit);
//! }
//! // The sensors know nothing of cannons; the position before does.
//! referee.input(4_000, Input::Tick, &mut emit);
//! assert_eq!(moves, ["h2e2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
pub use referee::{LATEST_MS, Progress, Referee, ResumeError, Settled, Stage};
pub use settings::{CaptureOrder, Settings};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
