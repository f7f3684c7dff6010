//! What every game of the house has in common, and nothing of any one game.
//!
//! Two ideas carry the house (see ARCHITECTURE.md):
//!
//! 1. **What a referee holds is not what a search plays.** A [`Game`] is the whole truth: options,
//!    the deal, every action so far. A [`View`] is all that one observer may know; browsers and
//!    bots get nothing else. A [`Position`] has nothing hidden and is made for speed.
//! 2. **Secrets are types.** A view is another type, never a state with fields removed. No state,
//!    deal or secret implements `Display`; what must be kept secret sits in a [`Secret`].
//!
//! The crate owns no clock, no random source and no I/O: chance comes in through [`Dice`].
//!
//! # A tour
//! The examples below, and those of the traits, play the smallest game with a secret: seat 0 hides
//! a coin, seat 1 calls it. All of it stands in `examples/toss`.
//!
//! ```
//! # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
//! # use toss::{Rolls, Toss};
//! use game::{Game, Observer, Seat, Turn, View};
//!
//! // The referee draws all chance first and holds the truth.
//! let mut game = Toss::dealt("".parse()?, &mut Rolls(1));
//! assert_eq!(game.truth_text(), "t -");
//!
//! // Everybody else gets a view, which is another type and cannot say what it does not have.
//! let holder = game.view(Observer::Seat(Seat::new(0)));
//! let caller = game.view(Observer::Seat(Seat::new(1)));
//! assert_eq!((holder.to_string(), caller.to_string()), ("t -".into(), "? -".into()));
//!
//! // A view knows what its own seat may do; the referee judges what is tried.
//! assert!(holder.legal().is_empty());
//! assert_eq!(caller.legal().len(), 2);
//! assert_eq!(game.play(Seat::new(0), "h".parse()?).unwrap_err().code, "not-your-turn");
//!
//! game.play(Seat::new(1), "t".parse()?)?;
//! assert_eq!(game.turn(), Turn::Over);
//! assert!(game.outcome().is_some_and(|outcome| outcome.winners.contains(Seat::new(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod dice;
mod ground;
mod outcome;
mod played;
mod refusal;
mod seat;
mod secret;
mod sort;
mod text_error;
mod traits;
mod warning;

pub use dice::Dice;
pub use ground::Ground;
pub use outcome::{Outcome, ParseReasonError, Points, Reason};
pub use played::{ParsePlayedError, Played};
pub use refusal::Refusal;
pub use seat::{Observer, Seat, SeatSet, Turn};
pub use secret::Secret;
pub use sort::sort_few;
pub use text_error::TextError;
pub use traits::{Game, Position, Resample, View};
pub use warning::Warning;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
