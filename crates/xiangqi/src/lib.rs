//! Traditional xiangqi 象棋: board, moves, and a referee that explains its decisions.
//!
//! - [`Setup`] is any board, legal or not. [`Position`] is a legal one: it generates legal moves,
//!   explains illegal ones ([`Position::check_move`]), and makes and unmakes moves.
//! - [`Xiangqi`] is the referee's state of a game: a position with its history, judged for
//!   repetition, quiet plies and material. [`XiangqiView`] is the view of an observer.
//! - [`notation`] reads and writes moves, [`repetition`] judges repeated positions, and [`perft`]
//!   counts move sequences.
//!

//! Points are a file `a`–`i` and a rank `0`–`9`, with Red at the bottom. The rules, with diagrams,
//! are in `docs/rules/xiangqi.md`; the texts are in `docs/formats.md`.
//!
//! # Invariants
//! - `no_std`, no I/O; imports no other game (`xtask/tests/dependency_rules.rs`).
//! - Generating, making and unmaking moves does not allocate (`tests/allocation.rs`).
//! - [`Position::check_move`] and the move generator agree on every move (`tests/rules.rs`).
//! - Texts round-trip. An error names the position in the text (`tests/rules.rs`,
//!   `tests/conformance.rs`).
//! - The feature `compact` gives the same answers without tables.
//!
//! # A tour
//!
//! ```
//! use game::{Game, Seat, Turn};
//! use xiangqi::{Move, Options, Position, Xiangqi, notation, perft};
//!
//! // A position alone: its legal moves, and why a move is illegal.
//! let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
//! let mut position = Position::from_fen(fen)?;
//! assert_eq!(position.legal_moves().len(), 44);
//! let refusal = position.check_move("b0d1".parse()?).unwrap_err();
//! assert_eq!(refusal.code, "blocked-leg");
//!
//! // For search: moves are made and unmade without checks and without allocation.
//! let cannon: Move = notation::read(&position, "炮二平五")?;
//! let undo = position.make(cannon);
//! assert_eq!(perft(&position, 1), 45);
//! position.unmake(cannon, undo);
//! assert_eq!(position, Position::start());
//!
//! // A game stores its history and judges repetition, quiet plies and mate.
//! let mut game = Xiangqi::from_position(Options::DEFAULT, position);
//! game.play(Seat::new(0), cannon)?;
//! assert_eq!(game.turn(), Turn::Seat(Seat::new(1)));
//! assert_eq!(game.play(Seat::new(0), cannon).unwrap_err().code, "not-your-turn");
//! assert!(game.undo());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod attacks;
mod bitboard;
mod check;
mod ending;
mod exchange;
mod illegal_move;
mod movegen;
mod moves;
pub mod notation;
mod occupancy;
mod options;
mod perft;
mod piece;
mod position;
mod raycast;
pub mod repetition;
mod setup;
mod setup_fault;
mod square;
#[cfg(not(feature = "compact"))]
mod tables;
mod view;
mod xiangqi;
mod zobrist;

#[cfg(feature = "compact")]
use raycast as tables;

pub use bitboard::Bitboard;
pub use ending::{draw_by_position, draw_reason};
pub use illegal_move::IllegalMove;
/// An action of xiangqi is a move.
pub use moves::Move as Action;
pub use moves::Move;
pub use options::{Options, RepetitionRule};
pub use perft::perft;
pub use piece::{Kind, Piece, Side};
pub use position::{Position, Undo};
pub use setup::{Legality, Setup};
pub use setup_fault::SetupFault;
pub use square::Square;
pub use view::XiangqiView;
pub use xiangqi::Xiangqi;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
