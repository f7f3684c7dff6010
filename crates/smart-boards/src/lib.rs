//! What a server knows of a smart board.
//!
//! * [`Key`] signs what a bridge sends, [`Post`] and [`Reply`] are what it sends and gets back.
//! * [`BoardGame`] follows a game event by event: position, clocks, alarms, what the board wants.
//!   Every move is judged again by the rules, and again from the raw sensors; what disagrees is
//!   marked, never dropped.
//! * [`Note`]s are what is known of a game and does not come from its board: who claims a seat, what
//!   an arbiter has put right. Decided ([`BoardGame::claim`], …), committed, then taken in
//!   ([`BoardGame::note`]).
//! * [`LogEntry`] is a line of a game's one log, in which events and notes stand in their order.
//! * [`Finish`] is what is left of a game for archive and ladders.
//!
//! Pure: time and storage are the server's.

mod game;
mod key;
mod limits;
mod log_entry;
mod moment;
mod note;
mod second_referee;
mod wire;
mod words;

pub use game::{BoardGame, Finish, OutOfOrder};
pub use key::{Key, ParseKeyError};
pub use limits::{MOST_EVENTS, POST_BYTES};
pub use log_entry::{LogEntry, LostRange};
pub use moment::Moment;
pub use note::{Claimant, Note};
pub use wire::{
    Answer, Letter, MAC_HEADER, Post, Reply, board_id, board_text, down_name, down_topic, up_topic,
};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
