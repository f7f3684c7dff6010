//! Undercover xiangqi (臥底兵/卒): each side secretly owns one of the opponent's pawns, its mole,
//! and may once spend a move to turn it.
//!
//! [`Undercover`] is the referee's game with its set-up phases, [`UndercoverView`] what one
//! observer may know, [`Position`] a position with both moles known, for search and perft. The
//! rules, with diagrams, are in `docs/rules/undercover.md`; everything not said there is
//! traditional xiangqi. The texts of positions, in play and during the set-up, and of actions are
//! in `docs/formats.md`.
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
//! // Both choose in secret, in whatever order: Red a black pawn, Black a red one.
//! game.play(black, "mole:c3".parse()?)?;
//! game.play(red, "mole:e6".parse()?)?;
//! assert_eq!(game.turn(), Turn::Seat(red));
//! assert!(game.truth_text().ends_with(" e6/c3 0/0"));
//! assert!(game.view(Observer::Seat(red)).to_string().ends_with(" e6/? 0/0"));
//! assert!(game.view(Observer::Spectator).to_string().ends_with(" ?/? 0/0"));
//!
//! // Once, instead of a move, the mole is turned; from then on everybody knows.
//! game.play(red, "@e6".parse()?)?;
//! assert!(game.view(Observer::Seat(black)).to_string().ends_with(" +/c3 0/0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod action;
mod judge;
mod mole;
mod options;
mod perft;
mod position;
mod resample;
mod stage;
mod text;
mod undercover;
mod view;

pub use action::{Action, Choice, Locks, Places};
pub use mole::Mole;
pub use options::{First, Options, Rearrange, Selection};
pub use perft::perft;
pub use position::{Position, Undo};
pub use stage::Stage;
pub use undercover::{Deal, Undercover};
pub use view::{Sighting, UndercoverView};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
