//! A game as data, and the `.chuhe` file: UTF-8 text that people can read and write by hand, the
//! same for all four games (spec of banqi, “The save file”).
//!
//! Reading checks everything against everything: the actions are replayed, and the position, the
//! side to move and the result must be what they lead to. It reports **every** problem it can find,
//! with line, column and a stable code, and never panics, whatever the file holds.

mod lines;
mod names;
mod problem;
mod read;
mod write;

pub use problem::{Problem, check_extension};
pub use read::read;
pub use write::write;

use game::Outcome;
use games::Variant;

/// A game as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game.
    pub variant: Variant,
    /// The options' canonical text.
    pub options: String,
    /// The position text the play began from: the referee's, nothing hidden.
    pub start: String,
    /// The players' names by seat; empty where unknown.
    pub names: Vec<String>,
    /// The actions in order, `=letter` where a piece came up.
    pub actions: Vec<String>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}
