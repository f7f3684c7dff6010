//! The host side of smart boards.
//!

//! * [`Lines`] wraps the board's referee in JSON lines.
//! * [`Adjudicator`] rules on repetition, which the board's referee cannot do.
//! * [`index()`] shows a position in the board's numbering.
//! * [`human`] simulates players at a board: their hands bounce, drag, adjust and knock over
//!   pieces, and try illegal moves. A simulated game contains both the sensor readings and the
//!   players' intentions.
//! * [`VirtualBoard`] is a board in memory that speaks to a bridge.
//! * [`check`] compares these intentions with what the referee reported.
//!

//! # Invariants
//!
//! * Every input line yields its outputs or one line with an error, and a line that cannot be read
//!   changes nothing. (`tests/traces.rs`, with `tests/traces/bad-lines.jsonl`.)
//! * The same trace always yields the same output. (`tests/traces.rs`:
//!   `traces_give_what_they_gave`.)
//! * A simulated game depends only on its [`human::Habits`], including the seed, and on the games
//!   before it.

mod adjudicator;
pub mod check;
pub mod human;
mod index;
mod lines;
mod virtual_board;

pub use adjudicator::Adjudicator;
pub use index::index;
pub use lines::{LINE_BYTES, Lines, input_json, to_json};
pub use virtual_board::VirtualBoard;
