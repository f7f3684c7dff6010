//! Game-tree search, independent of any game.
//!
//! A game implements [`Rules`], [`MoveOrdering`] and [`SearchState`]. [`Searcher`] runs iterative
//! deepening with principal variation search, a transposition table, quiescence and chance nodes
//! (Star1). The seats of a game form two sides. For games in which two sides alternate, the
//! selective techniques of chess engines can be enabled.
//!
//! [`Limits`] bound a search, [`SearchResult`] is its result, and [`Params`] are its tunable
//! parameters.
//!

//! # Invariants
//! - The crate knows no game, reads no clock and draws no random numbers
//!   (`xtask/tests/dependency_rules.rs`). Callbacks in [`Limits`] say when to stop.
//! - With a limit of nodes and one thread, a search is deterministic on every machine. Its node
//!   count is a checksum of its behaviour (`bench` in `tests/trees.rs`).
//! - Without reductions and selectivity, the result equals plain minimax (`tests/trees.rs`).

//! - Threads share only the transposition table, the node count and a stop flag. A table slot
//!   stores the key combined with the data, so a slot torn by two writers does not match any key.

mod chance;
mod history;
mod limits;
mod move_ordering;
mod node;
mod params;
mod picker;
mod quiescence;
mod repetition;
mod result;
mod root;
mod root_line;
mod rules;
mod score;
mod searcher;
mod selectivity;
mod state;
mod table;
mod worker;

pub use limits::{Limits, Progress};
pub use move_ordering::MoveOrdering;
pub use params::{Param, Params};
pub use result::{Info, RootMove, SearchResult};
pub use rules::{Cycle, HistoryEntry, Rules};
pub use score::{Score, WIN, is_decided};
pub use searcher::Searcher;
pub use state::SearchState;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
