//! Matches between computer players, and what their results prove.
//!
//! - [`Match`] has the rules of a match, and [`play_game`] plays one of its games. The two games of a
//!   pair have the same random numbers and opening, with the seats swapped.
//! - [`MatchScore`], [`Pentanomial`] and [`Sprt`] estimate the difference in strength; [`Spsa`]
//!   tunes numbers by matches.
//! - [`BaselineBot`]s are simple opponents, and a [`Player`] is a level or another program.
//! - [`LineLog`] and [`MatchLog`] let an interrupted match continue.
//!

//! `chuhe arena` plays matches for users. The programs beside this library measure the levels
//! (`level_steps`), the players against simple ones (`bars`), and what a player's moves reveal of
//! its mole (`mole_leak`).
//!
//! # Invariants
//!
//! 1. With a node limit and players that keep no state, a game depends only on the rules, the number
//!    of its pair and the opening (`tests/matches.rs`).
//!
//! 2. A [`LineLog`] never overwrites a file that is not its log (`tests/line_log.rs`).

mod baseline;
mod in_threads;
mod line_log;
mod log;
mod match_score;
mod openings;
mod pentanomial;
mod player;
mod rules;
mod running_game;
mod sprt;
mod spsa;
mod verdict;
mod whisper;

pub use baseline::{Baseline, BaselineBot, UnknownBaseline};
pub use in_threads::in_threads;
pub use line_log::{LineLog, LineLogError};
pub use log::{LoggedGame, LoggedPair, MatchLog, MatchLogError};
pub use match_score::{MatchScore, elo};
pub use openings::{MAX_IMBALANCE, any_opening, is_even_undercover, is_even_xiangqi};
pub use pentanomial::Pentanomial;
pub use player::{Pace, Player, PlayerSpec};
pub use rules::{EVEN, Match, parse_games, seats_of};
pub use running_game::{Half, PlayedGame, play, play_game};
pub use sprt::{Sprt, SprtResult};
pub use spsa::{Perturbed, Spsa};
pub use verdict::{End, GameResult, Verdict};
pub use whisper::{Talkative, Told, Whisper};
