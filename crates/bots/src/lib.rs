//! Computer players.
//!
//! A [`Bot`] gets a view, never a game: it knows what a person in its seat would know. It owns no
//! clock; how long it may think is in the [`Limits`] it is handed, and all its luck comes from the
//! dice. Under a limit of nodes it plays the same moves everywhere.
//!
//! [`arena`] lets bots play each other.

pub mod analysis;
pub mod arena;

mod answer;
mod any_bot;
pub mod banqi;
mod baseline;
mod bot;
mod computer_seat;
mod ladder;
mod limits;
pub mod sifang;
mod strength;
mod undercover;
pub mod xiangqi;

pub use answer::{Answer, Asked, Question, answer};
pub use any_bot::AnyBot;
pub use banqi::BanqiBot;
pub use baseline::{Baseline, BaselineBot, UnknownBaseline};
pub use bot::{Bot, Choice, Line, Lines};
pub use computer_seat::ComputerSeat;
pub use games::{Level, UnknownLevel};
pub use search::{Info, Limits, Progress, Score, SearchResult, is_decided};
pub use sifang::SifangBot;
pub use undercover::{Talkative, UndercoverBot, Whisper};
pub use xiangqi::XiangqiBot;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
