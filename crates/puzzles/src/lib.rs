//! Puzzles: positions in which exactly one move wins or saves the game.
//!
//! - [`Puzzle`] is a position of xiangqi with its solution. Its text is one line (read by
//!   `FromStr`). [`GamePuzzle`] is one of another game, [`AnyPuzzle`] one of any.
//! - [`Attempt`] plays a puzzle against a solver and judges each move, [`GameAttempt`] one of
//!   another game.
//! - [`Classic`] is a composed mate of an old collection.
//! - [`themes`] names the tactics of a solution.
//! - [`MoleClue`] tells why a pawn cannot be the mole in a puzzle of undercover.
//! - [`fnv_1a`] is the hash that identifies a puzzle.
//! - `generate` (feature `generate`) finds puzzles in games.
//!

//! # Invariants
//! - A [`Puzzle`] is legal from its first to its last move; a puzzle of the goal
//!   [`Goal::Mate`] ends in mate or stalemate. Parsing checks it.
//! - A puzzle, its mirror image and its copy with the colours exchanged have the same
//!   [`Puzzle::key`]. [`GamePuzzle::key`] has the symmetries of its game.
//! - The crate is pure: no I/O, no clock, and random numbers come from the caller's seed.

mod any_puzzle;
mod attempt;
mod classic;
mod detect;
mod fnv;
mod game_puzzle;
#[cfg(feature = "generate")]
pub mod generate;
mod goal;
mod mates;
mod mole_clue;
mod puzzle;
mod symmetry;
mod tactics;
mod theme;
mod worlds;

pub use any_puzzle::AnyPuzzle;
pub use attempt::{Answer, Attempt};
pub use classic::{Classic, ClassicCode, UnknownClassic};
pub use detect::themes;
pub use fnv::fnv_1a;
pub use game_puzzle::{GameAnswer, GameAttempt, GamePuzzle};
pub use goal::Goal;
pub use mole_clue::MoleClue;
pub use puzzle::Puzzle;
pub use theme::{Theme, Themes};
