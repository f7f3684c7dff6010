//! Banqi (暗棋, 翻棋): 32 shuffled pieces on half a board, face down until they are flipped.
//!
//! [`Banqi`] is the referee's game, [`BanqiView`] what an observer may know. [`Board`] is what
//! lies open on the table, with the [`Bag`] of pieces that may still come up: search over chance
//! works on it. [`Position`] is a board together with what lies under it: nothing is hidden, and
//! playouts and perft run on it. The rules, with diagrams, are in `docs/rules/banqi.md`, the texts
//! in `docs/formats.md`; every variation of the rules is a value in [`Options`].
//!
//! # A tour
//!
//! ```
//! use banqi::{Banqi, Options};
//! use game::{Game, Observer, Seat};
//!
//! // All pieces lie face down; what lies where is drawn before the first action.
//! let mut game = Banqi::dealt(Options::SEED, &mut conformance::TestDice::new(7));
//! assert_eq!(game.legal(Seat::new(0)).len(), 32, "any piece may be turned up");
//! assert!(game.view(Observer::Spectator).to_string().ends_with(" ?"));
//!
//! // The first flip decides who plays which colour.
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
mod square;
mod text;
mod view;

pub use action::Action;
pub use bag::Bag;
pub use banqi::{Banqi, Deal};
pub use board::{Board, Undo};
pub use options::{Options, OwnCaptureScores};
pub use perft::{perft, perft_chance};
pub use piece::{Color, Kind, Piece};
pub use position::Position;
pub use square::{Square, SquareSet};
pub use view::BanqiView;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
