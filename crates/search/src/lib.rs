//! Search that knows no game.
//!
//! A game is handed in as a [`World`]: what may be done, what chance may add, how good things
//! look. [`Searcher`] looks ahead in it by alpha-beta with a transposition table, quiescence and
//! chance nodes (Star1), for any number of seats that form two parties.
//!
//! It owns no clock and no random source: a [`Budget`] carries limits and a callback that says
//! when to stop. Under limits alone the answer is the same on every machine, and its node count is
//! a checksum of the search's behaviour.
#![no_std]

extern crate alloc;

mod budget;
mod chance;
mod found;
mod memory;
mod order;
mod quiet;
mod run;
mod score;
mod searcher;
mod table;
mod world;

pub use budget::Budget;
pub use found::{Found, Ranked};
pub use score::{Score, WIN, is_decided};
pub use searcher::Searcher;
pub use world::{Cycle, Earlier, World};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
