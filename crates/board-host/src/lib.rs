//! The host side of smart boards.
//!
//! * [`Lines`] is the board's referee for everything that speaks lines of JSON.
//! * [`index`] shows a position in the board's numbers.
//! * [`human`] is a person at the board, simulated: hands that bounce, drag, adjust, knock and
//!   cheat, seeded, who know what they meant. [`check`] compares that with what the referee saw.

mod adjudicator;
pub mod check;
pub mod human;
mod index;
mod lines;

pub use adjudicator::Adjudicator;
pub use index::index;
pub use lines::{LINE_BYTES, Lines, input_json, to_json};
