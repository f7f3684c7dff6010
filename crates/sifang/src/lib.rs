//! Sifang (四方象棋): four sides on 145 points; tanks, battleships, fighters; teams or a race.
//!
//! [`Sifang`] is the game as its referee holds it, [`SifangView`] what an observer sees (all of
//! it), [`Position`] a position for search and perft. Points are a number `1`–`13` from west to
//! east and a letter `a`–`m` from south to north: `7g` is the middle, 天元. The rules, with
//! diagrams, are in `docs/rules/sifang.md`, the texts in `docs/formats.md`; modes and ends are
//! values in [`Options`].
//!
//! # A tour
//!
//! ```
//! use game::{Game, Seat, Turn};
//! use sifang::{Options, Position, Sifang, perft};
//!
//! // Doubles: south and north against east and west; south, red, begins.
//! let mut game = Sifang::start(Options::DEFAULT, ());
//! assert_eq!(game.turn(), Turn::Seat(Seat::new(0)));
//! assert_eq!(game.legal(Seat::new(0)).len(), 65);
//!
//! // The referee says why not: this would jump over the ally's pieces.
//! assert_eq!(game.judge(Seat::new(0), "7d7l".parse()?).unwrap_err().code, "ally");
//! game.play(Seat::new(0), "7d7e".parse()?)?;
//! assert_eq!(game.turn(), Turn::Seat(Seat::new(1)), "counter-clockwise: east");
//!
//! // Everybody against everybody is another value of the same options.
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

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
