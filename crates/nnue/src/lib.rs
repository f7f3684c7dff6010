//! A network that judges positions of xiangqi, small enough to be asked a million times a second.
//!
//! Every piece on its point is an input, seen once from each side ([`feature`]). What the inputs add
//! up to in the hidden layer is kept up move by move ([`Evaluator`]), because a move changes two or
//! three of them; the second layer is one sum of products. All of it is whole numbers: the same
//! network gives the same score for the same position on every machine, whichever way it was
//! computed. [`Network`] is a file's content; [`training`] makes one from [`Sample`]s.
//!
//! ```
//! use nnue::{Evaluator, training::Trainer};
//! use std::sync::Arc;
//! use xiangqi::Position;
//!
//! // One that has learnt nothing yet.
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

/// Scores of a network lie between this and its negative.
pub const MOST: i32 = 10_000;

/// How many points of score make the chance of a win e times that of a loss.
pub const UNIT: i32 = 470;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
