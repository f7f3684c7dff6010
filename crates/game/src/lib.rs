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
#![no_std]

extern crate alloc;

mod dice;
mod outcome;
mod played;
mod refusal;
mod seat;
mod secret;
mod text_error;
mod traits;

pub use dice::Dice;
pub use outcome::{Outcome, ParseReasonError, Points, Reason};
pub use played::{ParsePlayedError, Played};
pub use refusal::Refusal;
pub use seat::{Observer, Seat, SeatSet, Turn};
pub use secret::Secret;
pub use text_error::TextError;
pub use traits::{Game, Position, Resample, View};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
