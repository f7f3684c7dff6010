//! Undercover xiangqi (臥底兵/卒): each side secretly owns one of the opponent's pawns, its mole. Once,
//! instead of a move, it may turn the mole into its own pawn.
//!
//! - [`Undercover`] is the referee's state of a game, with its set-up stages.
//! - [`UndercoverView`] is what one observer may know.
//! - [`Position`] is a position with both moles known, for search and perft.
//! - [`Options`] holds the variations of the rules.
//!

//! The rules, with diagrams, are in `docs/rules/undercover.md`. Everything not mentioned there is
//! traditional xiangqi. The texts of positions and actions are in `docs/formats.md`.
//!
//! # Invariants
//! - `no_std`, no I/O; of the other games, only `xiangqi` is imported
//!   (`xtask/tests/dependency_rules.rs`).
//! - A view contains no mole, lock or rearrangement that its observer must not know. Legal actions
//!   and refusals are computed from the observer's own knowledge (`tests/conformance.rs`).
//! - Texts round-trip. An error names the position in the text (`tests/rules.rs`).
//! - [`game::Position::make`] does not allocate: [`Undo`] is `Copy`.
//!
//! # A tour
//!
//! ```
//! use game::{Game, Observer, Seat, Turn};
//! use undercover::{Options, Undercover};
//!
//! let (red, black) = (Seat::new(0), Seat::new(1));
//! let options: Options = "barred=0 first=red".parse()?;
//! let mut game = Undercover::dealt(options, &mut conformance::TestDice::new(1));
//!
//! // Both choose secretly, in any order: Red a black pawn, Black a red one.
//! game.play(black, "mole:c3".parse()?)?;
//! game.play(red, "mole:e6".parse()?)?;
//! assert_eq!(game.turn(), Turn::Seat(red));
//! assert!(game.truth_text().ends_with(" e6/c3 0/0"));
//! assert!(game.view(Observer::Seat(red)).to_string().ends_with(" e6/? 0/0"));
//! assert!(game.view(Observer::Spectator).to_string().ends_with(" ?/? 0/0"));
//!
//! // Once, instead of a move, a side turns its mole, which becomes public.
//! game.play(red, "@e6".parse()?)?;
//! assert!(game.view(Observer::Seat(black)).to_string().ends_with(" +/c3 0/0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod action;
mod ending;
mod judge;
mod mole;
mod options;
mod perft;
mod position;
mod resample;
mod sighting;
mod stage;
mod text;
mod undercover;
mod view;

pub use action::{Action, Choice, Locks, Places};
pub use mole::Mole;
pub use options::{First, Options, Rearrange, Selection};
pub use perft::perft;
pub use position::{Position, Undo};
pub use sighting::Sighting;
pub use stage::Stage;
pub use undercover::{Deal, Undercover};
pub use view::UndercoverView;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
