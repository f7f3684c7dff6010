//! Time control for every game: main time, increment or delay, byo-yomi, per-move cap, for one to
//! four seats, possibly unequal.
//!
//! The crate is told the time and never asks: every call that needs it takes `now_ms`, milliseconds
//! on any clock that does not run backwards. A [`Clock`] is a plain `Copy` value; the table keeps
//! old ones to restore after a takeback.
//!
//! Source of the presets: spec of traditional xiangqi, “Clocks”.
#![no_std]

extern crate alloc;

mod clock;
mod control;
mod speed;
mod text;

pub use clock::{Clock, Left, WARNINGS_MS, warning_between};
pub use control::{Bonus, Byoyomi, Control, Controls};
pub use speed::Speed;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
