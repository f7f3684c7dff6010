//! The opening explorer of xiangqi: which moves were played in a position, how often, and with
//! which results.
//!
//! An [`Index`] stores games and the statistics of their positions. Its backends are [`SqliteIndex`]
//! (a file) and [`PostgresIndex`] (a schema of the server's database). Both pass one contract suite
//! (`tests/contract.rs`). [`ask`] answers a [`Question`] about a position; [`Importer`] reads
//! collections of games; [`opening`] names the opening of a line of moves.
//!
//! Only finished games of xiangqi are indexed. A game of xiangqi hides nothing, so the statistics
//! depend on no secret.
//!
//! # Layout
//!
//! A row of the index holds one position in one month. For each class of speed, rating band and move
//! it has the numbers of results, the sum of the ratings and the latest games. A filter selects
//! classes and reads no game. The games of a single player are replayed instead.

//! # Invariants
//!
//! 1. A game counts once: a second addition with the same identity replaces the first
//!    (`tests/contract.rs`).
//!
//! 2. The statistics equal those of all stored games, in any order of additions
//!    (`tests/contract.rs`).
//!
//! 3. The games of a batch and the place that a follower has reached are committed together. Of two
//!    followers one gets [`IndexError::Moved`] (`tests/contract.rs`).
//!
//! 4. No text, file or stored byte causes a panic (`tests/import.rs`).

mod ask;
mod batch;
mod bytes;
mod entry;
mod error;
mod filter;
mod game_data;
mod import;
mod index;
mod openings;
mod postgres;
mod source;
mod split;
mod sqlite;

pub use ask::{Answer, Counts, GameSummary, MoveRow, Question, ask, openings_of};
pub use clock::Speed;
pub use error::IndexError;
pub use filter::{Filter, RATING_BANDS};
pub use game_data::{Date, GameData, GameResult, IndexedGame, MAX_INDEXED_PLIES, player_key};
pub use import::{ImportProblem, Imported, Importer};
pub use index::{Added, Advance, Batch, Collection, Index, Progress};
pub use openings::{OPENINGS, Opening, opening};
pub use postgres::PostgresIndex;
pub use source::SourceId;
pub use sqlite::SqliteIndex;
