//! Traditional xiangqi 象棋: the board, the moves, and a referee that explains itself.
//!
//! * [`Setup`] is a board that may be nonsense, [`Position`] one that can be played: legal moves,
//!   [`Position::judge`] with its reasons, make and unmake without allocation, perft.
//! * [`Xiangqi`] is the game as its referee holds it: a position with its history, judged for
//!   repetition, quiet plies and material. [`XiangqiView`] is what an observer sees of it.
//!
//! Squares are files `a`–`i` and ranks `0`–`9`, Red at the bottom. The rules, with
//! diagrams, are in `docs/rules/xiangqi.md`, the texts in `docs/formats.md`.
//!
//! # A tour
//!
//! ```
//! use game::{Game, Seat, Turn};
//! use xiangqi::{Move, Options, Position, Xiangqi, notation, perft};
//!
//! // A position by itself: what may be played, and why something may not.
//! let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
//! let mut position = Position::from_fen(fen)?;
//! assert_eq!(position.legal_moves().len(), 44);
//! let refusal = position.judge("b0d1".parse()?).unwrap_err();
//! assert_eq!(refusal.code, "blocked-leg");
//!
//! // For a search: made and unmade without a check and without the heap.
//! let cannon: Move = notation::read(&position, "炮二平五")?;
//! let undo = position.make(cannon);
//! assert_eq!(perft(&position, 1), 45);
//! position.unmake(cannon, undo);
//! assert_eq!(position, Position::start());
//!
//! // A game keeps its history, and rules on repetition, quiet plies and mate.
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
mod exchange;
mod judge;
mod movegen;
mod moves;
pub mod notation;
mod options;
mod perft;
mod piece;
mod position;
pub mod repetition;
mod setup;
mod setup_fault;
mod sight;
mod square;
#[cfg(not(feature = "compact"))]
mod tables;
mod view;
mod walk;
mod xiangqi;
mod zobrist;

#[cfg(feature = "compact")]
use walk as tables;

pub use bitboard::Bitboard;
pub use judge::IllegalMove;
/// One action of xiangqi is a move.
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
pub use xiangqi::{Xiangqi, draw_by_position, draw_reason};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
