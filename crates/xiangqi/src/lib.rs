//! Traditional xiangqi 象棋: the board, the moves, and a referee that explains itself.
//!
//! * [`Setup`] is a board that may be nonsense, [`Position`] one that can be played: legal moves,
//!   [`Position::judge`] with its reasons, make and unmake without allocation, perft.
//! * [`Xiangqi`] is the game as its referee holds it: a position with its history, judged for
//!   repetition, quiet plies and material. [`XiangqiView`] is what an observer sees of it.
//!
//! Squares are files `a`–`i` and ranks `0`–`9`, Red at the bottom. The rules follow `xiangqi.md`.
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
pub use judge::Fault;
/// One action of xiangqi is a move.
pub use moves::Move as Action;
pub use moves::Move;
pub use options::{Options, RepetitionRule};
pub use perft::perft;
pub use piece::{Kind, Piece, Side};
pub use position::{Position, Undo};
pub use setup::{Legality, Setup};
pub use square::Square;
pub use view::XiangqiView;
pub use xiangqi::{Xiangqi, draw_by_position, draw_reason};
