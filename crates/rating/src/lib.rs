//! Ratings and ladders, calculated from results of games.
//!
//! - [`Rating`] is a Glicko-2 rating: an estimate of the strength, its deviation, and the
//!   volatility of the strength.
//! - [`Contest`] is a finished game: players, sides and points.
//! - [`Ladder`] calculates the ratings of all players from the contests, in the order in which they
//!   ended.
//!

//! # Rules against manipulation
//! 1. A game that was ended voluntarily before a minimum length ([`is_short`]) is not rated. From
//!    the third such game in a row on, the player who leaves is rated with a loss; the opponent
//!    gains nothing.
//! 2. Games of the same two players within a week count less and less ([`pair_weight`]).
//! 3. A result counts in full only against an opponent who has met at least as many different
//!    players ([`Breadth`]).

//! 4. A place in the ranking requires half as many different opponents as the tenth-broadest player
//!    has met ([`required_breadth`]).
//!

//! # Invariants
//! - No clock, no I/O; the crate knows no game (`xtask/tests/dependency_rules.rs`).
//! - The ladder is the same to the last bit for any order and repetition of the same results. A
//!   corrected result corrects everything after it (`tests/ladder.rs`).
//! - Allies never meet, and no player meets themselves ([`Contest::new`]).
//! - The rules above depend on the contests alone, so they are undone and redone like everything
//!   else.
//! - [`Ladder::resume`] continues a stored end of a ladder exactly as the whole ladder would
//!   (`tests/ladder.rs`).

//! - [`VERSION`] increases whenever the same contests would give other numbers; a test pins the
//!   numbers (`tests/ladder.rs`).
//!

//! # A tour
//!
//! ```
//! use rating::{Contest, Entrant, Ladder, Rating};
//!
//! let entrant = |player: &str, side, points| Entrant { player: player.into(), side, points };
//! const DAY_MS: u64 = 24 * 3_600_000;
//!
//! let mut ladder = Ladder::default();
//! let won = vec![entrant("An", 0, 2), entrant("Bo", 1, 0)];
//! let drawn = vec![entrant("An", 0, 1), entrant("Cy", 1, 1)];
//! ladder.settle(Contest::new("game 1", DAY_MS, won)?);
//! ladder.settle(Contest::new("game 2", 2 * DAY_MS, drawn)?);
//!
//! let ranking = ladder.ranking(2 * DAY_MS);
//! let names: Vec<&str> = ranking.iter().map(|place| &*place.player).collect();
//! assert_eq!(names, ["An", "Cy", "Bo"]);
//! assert!(ranking.iter().all(|place| place.rating.is_provisional()), "two games say little");
//!
//! // An arbiter finds that Bo won the first game. Everything after it is calculated again.
//! let corrected = vec![entrant("An", 0, 0), entrant("Bo", 1, 2)];
//! ladder.settle(Contest::new("game 1", DAY_MS, corrected)?);
//! assert_eq!(&*ladder.ranking(2 * DAY_MS)[0].player, "Bo");
//! assert_eq!(ladder.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod breadth;
mod contest;
mod fair_play;
mod ladder;
mod ladder_entry;
mod meeting;
mod rating;
mod settled;
mod tally;

pub use breadth::{BREADTH_PEER, Breadth, MAX_BREADTH, required_breadth};
pub use contest::{Contest, Entrant, NoContest};
pub use fair_play::{PAIR_WINDOW_MS, is_short, pair_weight};
pub use ladder::{Ladder, Place};
pub use ladder_entry::LadderEntry;
pub use meeting::Meeting;
pub use rating::Rating;
pub use settled::{Change, PlayerState, Settled};
pub use tally::Tally;

/// Version of the calculation. It increases whenever the same contests would give other numbers, so
/// that stored results of an earlier version can be recognised.
pub const VERSION: u32 = 2;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
