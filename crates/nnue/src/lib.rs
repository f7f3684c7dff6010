//! NNUE evaluation of xiangqi positions: a small network, updated incrementally with each move.
//!
//! - [`feature`] maps a piece on a point to an input, seen from either side.
//! - [`Evaluator`] keeps the accumulators of the hidden layer up to date, because a move changes
//!   only two or three inputs.
//! - [`Network`] holds the weights and reads and writes their file.
//! - [`training`] makes a network from [`Sample`]s.
//!

//! # Invariants
//! - All arithmetic uses integers that cannot overflow; the file format limits the weights
//!   accordingly (`network.rs` asserts it at compile time).
//! - The same network gives the same score on every machine. [`Network::evaluate_scalar`], the
//!   simplest implementation, agrees with all others to the last bit (`tests/agreement.rs`).
//! - A file is accepted completely or rejected (`tests/file.rs`).
//! - Training with the same dice and samples gives the same network (`tests/training.rs`).
//!
//! ```
//! use nnue::{Evaluator, training::Trainer};
//! use std::sync::Arc;
//! use xiangqi::Position;
//!
//! // An untrained network.
//! let mut dice = conformance::TestDice::new(1);
//! let network = Arc::new(Trainer::new(&mut dice).network());
//! let mut position = Position::start();
//! let mut evaluator = Evaluator::new(network.clone());
//! assert_eq!(evaluator.evaluate(&position), network.evaluate(&position));
//!
//! let played = "h2e2".parse()?;
//! evaluator.make(&position, played);
//! position.make(played);
//! assert_eq!(evaluator.evaluate(&position), network.evaluate(&position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluator;
mod features;
mod file;
mod network;
mod row;
mod sample;
mod scalar;
pub mod training;

pub use evaluator::Evaluator;
pub use features::{BUCKETS, INPUTS, bucket, feature, is_mirrored};
pub use file::NetworkError;
pub use network::Network;
pub use row::HIDDEN;
pub use sample::{GameResult, Sample, SampleError};

/// Maximum absolute score of a network.
pub const MAX_VALUE: i32 = 10_000;

/// Number of points of score that multiply the odds of a win by e.
pub const UNIT: i32 = 470;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
