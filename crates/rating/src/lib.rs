//! How strong players are held to be.
//!
//! Ratings are Glicko-2: a [`Rating`] is a guess at a strength, how far off the guess may be, and
//! how unsteady the strength itself is. A [`Ladder`] is the fold of its games' results in the order
//! of their ending; what it says of a player follows from the results alone, in whatever order they
//! were handed in, so that a corrected result corrects everything after it.
//!
//! The crate owns no clock and no I/O, and knows no game: a [`Contest`] is who met whom, on which
//! side, for how many points.

mod contest;
mod ladder;
mod rating;

pub use contest::{Contest, Entrant, NoContest};
pub use ladder::{Change, Ladder, LadderEntry, Place};
pub use rating::Rating;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
