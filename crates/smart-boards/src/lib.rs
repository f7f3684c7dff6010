//! The server's model of a smart board.
//!

//! * [`Key`] signs messages. [`Post`] is what a bridge sends, [`Answer`] what the server returns.
//! * [`BoardGame`] follows a game event by event: position, clocks, alarms and prompts. Every move
//!   is checked again by the rules, and again by a second referee that reads the raw sensors.
//! * [`Note`] is a fact about a game that does not come from its board: a claim on a seat, or an
//!   arbiter's correction.
//! * [`LogEntry`] is a line of a game's log, which contains events and notes in their order.

//! * [`Finish`] is the result of a finished game for the archive and the ladders.
//!

//! # Invariants
//!
//! * The crate is pure: the caller passes in times as [`Moment`] and stores the log.
//!   (`xtask/tests/dependency_rules.rs` checks the dependencies.)
//! * A doubtful event is never dropped. Its doubt is listed beside it in the view, and the game is
//!   not rated. (`tests/doubts.rs`: `ends_are_judged`, `contradictions_are_noted`.)

//! * The board determines the order of events. A gap is an [`OutOfOrder`] error with the number of
//!   the missing event.
//! * The second referee contradicts a board only about a ply of which it has received every reading
//!   of the sensors. (`tests/second_referee.rs`.)
//! * A note is decided ([`BoardGame::claim`], [`BoardGame::correct`]), committed to the log, and
//!   only then applied ([`BoardGame::note`]).

//! * A game that is read from its log equals the game that was followed live. (`tests/seats.rs`:
//!   `a_restart_changes_nothing`.)
//! * Durations are measured on a steady clock that is never set. (`tests/doubts.rs`:
//!   `claims_and_presses_go_by_the_steady_clock`.)
//! * A button press confirms a claim only if it is known to be later than the claim.
//!   (`tests/seats.rs`: `a_game_that_comes_late_confirms_nothing`.)

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
pub use limits::{MAX_EVENTS, POST_BYTES};
pub use log_entry::{LogEntry, LostRange};
pub use moment::Moment;
pub use note::{Claimant, Note};
pub use second_referee::Reading;
pub use wire::{
    Answer, Letter, MAC_HEADER, Post, Reply, board_text, chip_id, down_name, down_topic, up_topic,
};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
