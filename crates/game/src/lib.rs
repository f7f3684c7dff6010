//! Contracts shared by every game of the workspace. The crate knows no particular game.
//!
//! Three traits describe a game, by how much each may know:
//!
//! - [`Game`] is the referee's state: options, the deal and every action so far, secrets included.
//! - [`View`] is what one observer may know. Browsers and bots receive nothing else.
//! - [`Position`] has no hidden information. It is built for speed and used by searches.
//!
//! A view is a separate type, never a game state with fields removed.
//!

//! The other types are the vocabulary of these traits: [`Seat`], [`Observer`] and [`Turn`] for who
//! may act, [`Outcome`] for the result, [`Refusal`], [`Warning`] and [`TextError`] for messages.
//!

//! # Invariants
//! - No clock, no randomness and no I/O: random numbers come in through [`Dice`].
//!   `xtask/tests/dependency_rules.rs` rejects such imports.
//! - `Debug` of a [`Secret`] prints `<secret>`, and `Secret` has no `Display`, no serialisation and
//!   no `Deref`.
//! - No type that holds a whole game or its deal implements `Display` or `Serialize`
//!   (`xtask/tests/dependency_rules/secrets.rs`). The referee's text comes from
//!   [`Game::truth_text`].
//! - Views contain no secret of another seat. The `conformance` crate tests it for every game with
//!   [`Resample`].
//!

//! # A tour
//! The examples below and those of the traits play the smallest game with a secret: seat 0 hides a
//! coin, and seat 1 calls heads or tails. The complete game is in `examples/toss`.
//!
//! ```
//! # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
//! # use toss::{Rolls, Toss};
//! use game::{Game, Observer, Seat, Turn, View};
//!
//! // The referee draws all randomness first and holds the secret.
//! let mut game = Toss::dealt("".parse()?, &mut Rolls(1));
//! assert_eq!(game.truth_text(), "t -");
//!
//! // Players and spectators get a view, a separate type that does not contain the secret.
//! let holder = game.view(Observer::Seat(Seat::new(0)));
//! let caller = game.view(Observer::Seat(Seat::new(1)));
//! assert_eq!((holder.to_string(), caller.to_string()), ("t -".into(), "? -".into()));
//!
//! // A view lists what its own seat may do; the referee checks every attempt.
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
mod option_text;
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
pub use option_text::{OptionWriter, read_options};
pub use outcome::{Outcome, ParseReasonError, Points, Reason};
pub use played::{ParsePlayedError, Played};
pub use refusal::Refusal;
pub use seat::{Observer, Seat, SeatSet, Turn};
pub use secret::Secret;
pub use sort::sort_few;
pub use text_error::TextError;
pub use traits::{Game, Position, Resample, View};
pub use warning::Warning;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
