//! Banqi (暗棋, 翻棋): rules for 32 shuffled pieces on half a board, face down until they are flipped.
//!
//! - [`Banqi`] is the referee's state of a game.
//! - [`BanqiView`] is what an observer may know.
//! - [`Board`] is everything public, with the [`Bag`] of pieces that may still be revealed. A
//!   search over random events uses it.
//! - [`Position`] is a board with its face-down pieces known. Playouts and perft use it.
//! - [`Options`] holds every variation of the rules.
//!

//! The rules, with diagrams, are in `docs/rules/banqi.md`; the texts are in `docs/formats.md`.
//!
//! # Invariants
//! - `no_std`, no I/O; imports no other game (`xtask/tests/dependency_rules.rs`).
//! - A view contains no face-down piece until the game is over. Refusals depend on public facts
//!   only (`tests/conformance.rs`).
//! - Texts round-trip. An error names the position in the text (`tests/texts.rs`).
//! - Variations of the rules are values of [`Options`], never separate code paths for a named rule
//!   set.
//! - [`Board::make`] does not allocate: [`Undo`] is `Copy`.
//!
//! # A tour
//!
//! ```
//! use banqi::{Banqi, Options};
//! use game::{Game, Observer, Seat};
//!
//! // All pieces are face down. Their places are drawn before the first action.
//! let mut game = Banqi::dealt(Options::SEED, &mut conformance::TestDice::new(7));
//! assert_eq!(game.legal(Seat::new(0)).len(), 32, "any piece may be turned up");
//! assert!(game.view(Observer::Spectator).to_string().ends_with(" ?"));
//!
//! // The first flip decides which colour each player has.
//! assert_eq!(game.seat_letter(Seat::new(0)), '-');
//! let flip = game.play(Seat::new(0), "c2".parse()?)?;
//! let piece = flip.revealed.ok_or("a flip shows a piece")?;
//! let color = if piece.is_uppercase() { 'r' } else { 'b' };
//! assert_eq!(game.seat_letter(Seat::new(0)), color);
//! assert_eq!(flip.to_string(), format!("c2={piece}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod action;
mod bag;
mod banqi;
mod board;
mod ending;
mod judge;
mod options;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod text;
mod view;

pub use action::Action;
pub use bag::Bag;
pub use banqi::{Banqi, Deal};
pub use board::{Board, Undo};
pub use options::{Options, OwnCaptureScores};
pub use perft::{perft, perft_chance};
pub use piece::{Color, Face, Kind, Piece};
pub use position::Position;
pub use setup::Setup;
pub use square::{Square, SquareSet};
pub use view::BanqiView;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
