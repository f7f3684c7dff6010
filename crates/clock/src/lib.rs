//! Time control for every game: main time, increment or delay, byo-yomi, per-move cap, for one to
//! four seats, possibly unequal.
//!
//! The crate is told the time and never asks: every call that needs it takes `now_ms`, milliseconds
//! on any clock that does not run backwards. A [`Clock`] is a plain `Copy` value; the table keeps
//! old ones to restore after a takeback.
//!
//! The presets are in `docs/rules/README.md`, the texts in `docs/formats.md`, “Time controls”.
//!
//! # A tour
//!
//! ```
//! use clock::{Clock, Controls};
//! use game::Seat;
//!
//! let (red, black) = (Seat::new(0), Seat::new(1));
//! // Ten minutes each, and five seconds for every move.
//! let controls: Controls = "10+5".parse()?;
//! let mut clock = Clock::new(controls);
//!
//! clock.start(red, 0);
//! assert_eq!(clock.deadline(), Some(600_000));
//! // Red thinks for eight seconds: five of them are given back.
//! clock.press(Some(black), 8_000, 0);
//! assert_eq!(clock.left_ms(red, 8_000), 597_000);
//! assert_eq!(clock.running(), Some(black));
//!
//! // Black sleeps. A takeback would restore the old value.
//! let kept = clock;
//! assert!(clock.flag_fell(608_000));
//! assert_eq!(clock.left_ms(black, 608_000), 0);
//! assert_eq!(kept, clock);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod clock;
mod control;
mod speed;
mod text;

pub use clock::{Clock, Left, WARNINGS_MS, warning_between};
pub use control::{Bonus, Byoyomi, Control, Controls};
pub use speed::{Speed, expected_seconds};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
