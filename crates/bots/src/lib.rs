//! Computer players.
//!
//! A [`Bot`] receives a view, never a game: it knows what a person in its seat would know. It has
//! no clock and no randomness: [`Limits`] bound the search, and random numbers come from the
//! caller's dice.
//!
//! # Invariants
//!
//! 1. With a node limit and one thread, a search is deterministic on every machine
//!    (`xiangqi::bench` is its checksum).
//!
//! 2. A bot never sees another seat's secrets; only [`analysis::Reviewer`] holds a finished game.

pub mod analysis;

mod answer;
mod any_bot;
pub mod banqi;
mod bot;
mod computer_seat;
mod evaluation_scale;
mod levels;
mod limits;
mod oversight;
mod seeded;
pub mod sifang;
mod strength;
mod undercover;
pub mod xiangqi;

pub use answer::{Answer, Question, answer};
pub use any_bot::AnyBot;
pub use banqi::BanqiBot;
pub use bot::{Bot, Choice, Line, Lines};
pub use computer_seat::ComputerSeat;
pub use games::{Decision, Level, UnknownLevel};
pub use search::{Info, Limits, Progress, Score, SearchResult, is_decided};
pub use seeded::Seeded;
pub use sifang::SifangBot;
pub use undercover::{Manner, UndercoverBot};
pub use xiangqi::XiangqiBot;

/// Runs the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
