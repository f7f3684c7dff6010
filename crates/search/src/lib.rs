//! Search that knows no game.
//!
//! A game is handed in as a [`SearchState`]: what may be done, what chance may add, how good things
//! look. [`Searcher`] looks ahead in it by principal variation search with a transposition table,
//! quiescence and chance nodes (Star1), for any number of seats that form two parties. Where two
//! parties alternate it may prune as chess engines do.
//!
//! It owns no clock and no random source: [`Limits`] carry numbers and callbacks that say when to
//! stop. Under numbers alone, and with one thread, the answer is the same on every machine, and
//! its node count is a checksum of the search's behaviour.

mod chance;
mod history;
mod limits;
mod node;
mod params;
mod picker;
mod quiescence;
mod repetition;
mod result;
mod root;
mod root_line;
mod score;
mod searcher;
mod selectivity;
mod state;
mod table;
mod worker;

pub use limits::{Limits, Progress};
pub use params::{Param, Params};
pub use result::{Info, RootMove, SearchResult};
pub use score::{Score, WIN, is_decided};
pub use searcher::Searcher;
pub use state::{Cycle, HistoryEntry, SearchState};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
