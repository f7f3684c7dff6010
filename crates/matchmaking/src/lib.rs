//! Quick pairing: which of the waiting players play each other.
//!
//! A [`Seeker`] is a player who waits in a pool: one game with one clock. [`match_players`]
//! receives all seekers of a pool of games for two and the time, and returns the pairs. The caller
//! removes the seekers that were paired. [`partner_of`] applies the same rule to one seeker.
//! [`table_for`] and [`match_tables`] fill tables of four.
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
//! 6. A table of four fills up one by one. Every player at the table accepts the newcomer, by rules 1
//!    and 2, and the newcomer gets the table with the nearest ratings. Players who wait for long may
//!    give the free seats to computers; the table decides when.
//!

//! # Invariants
//! - The crate does no I/O and draws no random numbers: the same seekers give the same matches
//!   (`tests/rules.rs`).
//! - A seeker is in at most one pair (`tests/rules.rs`).

mod matching;
mod seeker;
mod tables;
mod window;

pub use matching::{match_players, partner_of};
pub use seeker::Seeker;
pub use tables::{Joining, match_tables, table_for};
pub use window::{MAX_WINDOW, MIN_WINDOW, STEP_MS, WINDOW_STEP, window};

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
