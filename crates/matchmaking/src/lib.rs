//! Quick pairing: which of the waiting players play each other.
//!
//! A [`Seeker`] is a player who waits in a pool: one game with one clock. [`match_players`]
//! receives all seekers of a pool and the time, and returns the [`Match`]es to open. The caller
//! removes the seekers that were matched.
//!

//! # Rules
//! 1. The ratings of two players may differ by at most the smaller of their windows. A window
//!    starts at [`MIN_WINDOW`] points and grows by [`WINDOW_STEP`] every [`STEP_MS`], up to
//!    [`MAX_WINDOW`]. If a rating of the two is provisional, the limit is twice as wide.
//! 2. Players who block each other never meet. Nor do two players of whom one has a rating outside
//!    the range that the other wants.
//! 3. Two players do not meet a third time in a row while another player waits.
//!

//! 4. The player who waits longest chooses first, and gets the closest opponent. Two players who
//!    need the same side count as further apart, and so do players who have just met.
//! 5. The player who moved second more often moves first.
//! 6. A table of four may start with computers in the free seats once its first player has waited for
//!    [`COMPUTERS_AFTER_MS`]. On the server the players who wait decide when.
//!

//! # Invariants
//! - The crate does no I/O and draws no random numbers: the same seekers give the same matches
//!   (`tests/rules.rs`).
//! - A seeker is in at most one match (`tests/rules.rs`).

mod matching;
mod seeker;
mod window;

pub use matching::{COMPUTERS_AFTER_MS, Match, match_players};
pub use seeker::Seeker;
pub use window::{MAX_WINDOW, MIN_WINDOW, STEP_MS, WINDOW_STEP, window};

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
