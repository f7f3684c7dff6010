//! Sifang (四方象棋): rules for four sides on 145 points, with tanks, battleships and fighters.
//!
//! - [`Sifang`] is the referee's state of a game.
//! - [`SifangView`] is the view of an observer. Nothing is hidden in this game.
//! - [`Position`] is a position for search and perft.
//! - [`Options`] selects teams or solo, and what ends a game.
//!

//! A point is a number `1`–`13` from west to east and a letter `a`–`m` from south to north. `7g` is
//! the centre, 天元. The rules, with diagrams, are in `docs/rules/sifang.md`; the texts are in
//! `docs/formats.md`.
//!

//! # Invariants
//! - `no_std`, no I/O; imports no other game (`xtask/tests/dependency_rules.rs`).
//! - Texts round-trip. An error names the position in the text (`tests/rules.rs`,
//!   `tests/conformance.rs`).
//! - Variations of the rules are values of [`Options`], never separate code paths for a named rule
//!   set.
//! - [`game::Position::make`] does not allocate: [`Undo`] holds a copy of the position without heap
//!   data.
//!
//! # A tour
//!
//! ```
//! use game::{Game, Seat, Turn};
//! use sifang::{Options, Position, Sifang, perft};
//!
//! // Teams: south and north against east and west. South (red) begins.
//! let mut game = Sifang::start(Options::DEFAULT, ());
//! assert_eq!(game.turn(), Turn::Seat(Seat::new(0)));
//! assert_eq!(game.legal(Seat::new(0)).len(), 65);
//!
//! // The referee explains an illegal move: this one ends on an ally's piece.
//! assert_eq!(game.judge(Seat::new(0), "7d7l".parse()?).unwrap_err().code, "ally");
//! game.play(Seat::new(0), "7d7e".parse()?)?;
//! assert_eq!(game.turn(), Turn::Seat(Seat::new(1)), "counter-clockwise: east");
//!
//! // Solo (each side for itself) is another value of the same options.
//! let solo: Options = "mode=solo".parse()?;
//! assert_eq!(perft(&Position::start(solo), 2), 4_708);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod action;
mod board;
mod ending;
mod judge;
mod mode;
mod movement;
mod moves;
mod options;
mod perft;
mod piece;
mod point;
mod position;
mod sifang;
mod status;
mod text;
mod view;

pub use action::Action;
pub use board::{Board, goals};
pub use mode::Mode;
pub use moves::Move;
pub use options::{End, Options, Values};
pub use perft::perft;
pub use piece::{Kind, Piece, Side};
pub use point::{Line, Point, Region};
pub use position::{Position, Undo};
pub use sifang::Sifang;
pub use status::Status;
pub use view::SifangView;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
