//! A game as data, and the files it comes from and goes to.
//!
//! Three formats, told apart by [`read_any`]:
//! * `.chuhe`, ours: UTF-8 text that people can read and write by hand, the same for all four
//!   games (`docs/formats.md`, “Files”); [`read`] and [`write()`].
//! * PGN and DhtmlXQ, by which xiangqi programs and sites exchange games: [`pgn`], [`dhtmlxq`].
//!
//! What people wrote beside the moves is kept by all of them: see [`Annotations`].
//!
//! Reading checks everything against everything: the actions are replayed, and the position, the
//! side to move and the result must be what they lead to. It reports **every** problem it can find,
//! with line, column and a stable code, and never panics, whatever the file holds.

mod annotations;
mod any;
pub mod dhtmlxq;
mod extras;
mod lines;
mod names;
pub mod pgn;
mod play;
mod problem;
mod read;
mod score;
mod settle;
mod start;
mod tags;
mod text;
mod write;

pub use annotations::{Annotations, Note, Variation};
pub use any::{Format, UnknownFormat, read_any, write_as};
pub use play::CannotWrite;
pub use problem::{Problem, check_extension};
pub use read::read;
pub use tags::{Tag, Tags};
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
    /// What is known of the occasion.
    pub tags: Tags,
    /// Comments, glyphs and lines that were not played.
    pub annotations: Annotations,
}

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
