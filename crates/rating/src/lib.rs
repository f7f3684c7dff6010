//! How strong players are held to be.
//!
//! Ratings are Glicko-2: a [`Rating`] is a guess at a strength, how far off the guess may be, and
//! how unsteady the strength itself is. A [`Ladder`] is the fold of its games' results in the order
//! of their ending; what it says of a player follows from the results alone, in whatever order they
//! were handed in, so that a corrected result corrects everything after it.
//!
//! Four rules keep ratings from being made by appointment. A game that somebody ended at will before
//! it had begun in earnest ([`is_short`]) counts for nobody; but whoever leaves so for the third time
//! in a row, and from then on, loses by it, and the opponent gains nothing. And games of the same two
//! within a week count less and less ([`pair_weight`]). A result counts in full only against an
//! opponent who has met as many different players as oneself ([`Breadth`]), and a place in the ranking
//! takes half as many as the tenth widest player has met ([`required_breadth`]).
//!
//! The crate owns no clock and no I/O, and knows no game: a [`Contest`] is who met whom, on which
//! side, for how many points.
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
//! // An arbiter finds that Bo won the first game. What followed from it follows again.
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
mod rating;
mod settled;

pub use breadth::{BREADTH_PEER, Breadth, MAX_BREADTH, required_breadth};
pub use contest::{Contest, Entrant, NoContest};
pub use fair_play::{PAIR_WINDOW_MS, is_short, pair_weight};
pub use ladder::{Ladder, LadderEntry, Place};
pub use rating::Rating;
pub use settled::{Change, Meeting, PlayerState, Settled};

/// The version of the reckoning. It goes up whenever the same contests would give other figures, so
/// that whoever has kept some knows that they are of old.
pub const VERSION: u32 = 2;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
