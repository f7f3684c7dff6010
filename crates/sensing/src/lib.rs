//! The referee of a smart board 智能棋盤. Input: frames of ninety sensors that report only *occupied*
//! or *empty*. Output: moves, alarms and prompts.
//!
//! [`Referee`] is a state machine: [`Referee::input`] takes a time and an [`Input`] and passes
//! every [`Output`] to a callback. It has no clock, pin or heap, and its size is fixed, so the same
//! code runs in a microcontroller, in the command-line program and in a test.
//!
//! A move is recognised in five stages, each in its own module:
//!

//! 1. `sensors` debounces: a reading counts once it has been stable for [`Settings::debounce_ms`].
//! 2. `hypotheses` maintains the set of arrangements of the pieces that the lifts and landings
//!    since the last settled position allow.
//! 3. `interpretation` classifies each arrangement: a ply, a reply, an own capture, ….
//! 4. `reading` combines the classes into a ply, several candidate plies, an illegal attempt, or
//!    nothing yet.

//! 5. `referee` judges the ply by the rules of traditional xiangqi and runs the clocks. After an
//!    alarm it waits until the board shows the settled position again.
//!

//! `docs/smart-board.md` describes the board's behaviour and its encodings of points, kinds and
//! pieces. `docs/board-trace.md` describes the JSON lines of a trace.
//!

//! # Invariants
//!
//! * No heap: the crate is `no_std` without `alloc`, and no input allocates. (`tests/memory.rs`:
//!   `no_input_allocates`.)
//! * A [`Referee`] takes at most 6 KiB, however long the game. (`tests/memory.rs`:
//!   `it_fits_a_small_controller`.)
//! * Outputs depend only on inputs and their times, not on how often [`Input::Tick`] comes.
//!   (`tests/laws.rs`: `ticks_change_nothing`.)
//! * The referee's own time never runs backwards and ends at [`LATEST_MS`]. (`tests/laws.rs`:
//!   `time_has_an_end`.)
//! * The referee never guesses: it accepts a move only if no other fits the sequence of lifts and
//!   landings; otherwise it asks. (`tests/scenes.rs`: `scenes`.)

//! * Repetition is reported and never ruled on, because a ruling needs the whole game.
//!   (`tests/scenes.rs`: `repetition_is_reported_and_not_ruled_on`.)
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
//! // The sensors report no kinds; the cannon is known from the position before.
//! referee.input(4_000, Input::Tick, &mut emit);
//! assert_eq!(moves, ["h2e2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

mod codes;
mod event;
mod hypotheses;
mod interpretation;
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

pub use boardlink::Button;
pub use codes::{KindCode, PieceCode, Pieces, point_index, square_of};
pub use event::{Alarm, Cause, Ending, Event, Input, Output, Played};
pub use occupancy::{Occupancy, OccupancyError};
pub use prompt::Prompt;
pub use reason::Reason;
pub use referee::{LATEST_MS, Progress, Referee, ResumeError, Settled, Stage, clock_of};
pub use settings::{CaptureOrder, Settings};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
