//! Time control for one to four seats: main time, increment or delay, byo-yomi, a limit for each
//! move, possibly different for each seat.
//!
//! A [`Clock`] counts the time of all seats. [`Controls`] is the time control of a table, with one
//! [`Control`] for each seat. [`Speed`] is the class in which a game is rated.
//!
//! The presets are in `docs/rules/README.md`, the texts in `docs/formats.md`, “Time controls”.
//!

//! # Invariants
//! - The crate never reads a clock (`xtask/tests/dependency_rules.rs`). Each call that needs the
//!   time takes `now_ms`: milliseconds on any clock that does not run backwards.
//! - A [`Clock`] is a `Copy` value. A table restores an older copy for a takeback.
//!
//! # A tour
//!
//! ```
//! use clock::{Clock, Controls};
//! use game::Seat;
//!
//! let (red, black) = (Seat::new(0), Seat::new(1));
//! // Ten minutes for each player, and five seconds for every move.
//! let controls: Controls = "10+5".parse()?;
//! let mut clock = Clock::new(controls);
//!
//! clock.start(red, 0);
//! assert_eq!(clock.deadline(), Some(600_000));
//! // Red thinks for eight seconds and gets five of them back.
//! clock.press(Some(black), 8_000, 0);
//! assert_eq!(clock.left_ms(red, 8_000), 597_000);
//! assert_eq!(clock.running(), Some(black));
//!
//! // Black loses on time. A takeback would restore the old value.
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
pub use control::{Bonus, Byoyomi, CORRESPONDENCE_DAYS, Control, Controls};
pub use speed::{Speed, absence_ms, expected_seconds};

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
