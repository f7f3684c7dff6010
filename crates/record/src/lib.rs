//! Games as data, and their file formats.
//!
//! Three formats are read and written. [`read_any`] recognises them.
//!
//! * `.chuhe` is our own text format for all four games: [`read`] and [`write()`]. See *Files* in
//!   `docs/formats.md`.
//! * PGN and DhtmlXQ are formats of other xiangqi programs and sites: [`pgn`], [`dhtmlxq`].
//!
//! Four more are only read ([`FileKind`]): the plain text of Chinese game sites, WXF files of
//! PlayOK, XQF files of 象棋演播室, and FENs.
//!
//! All of them keep comments and variations: see [`Annotations`].
//!

//! Reading replays the actions. The position, the side to move and the result of the file must
//! follow from them. It reports **every** problem with line, column and a stable code, and it never
//! panics. [`read_all`] keeps everything legal of a file with problems.
//!
//! # A tour
//!
//! ```
//! use record::{Format, read, read_any, write_as};
//! use xiangqi::notation::Notation;
//!
//! // A PGN as another program wrote it.
//! let pgn = "[Red \"An\"]\n[Black \"Bo\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n";
//! let games = read_any(pgn.as_bytes(), Some("games.pgn")).unwrap();
//! assert_eq!(games[0].names, ["An", "Bo"]);
//! assert_eq!(games[0].actions, ["h2e2", "h9g7", "h0g2"]);
//!
//! // The same game in our format, and back.
//! let file = write_as(&games[0], Format::Chuhe, Notation::Chinese)?;
//! assert!(file.starts_with("chuhe 1\nvariant xiangqi\n"));
//! assert_eq!(read(file.as_bytes()).unwrap(), games[0]);
//!
//! // A wrong move is named with its place.
//! let broken = pgn.replace("马8进7", "马8进8");
//! let problems = read_any(broken.as_bytes(), None).unwrap_err();
//! let shown = "4:9: action 105: move 2 `马8进8`: no legal move is written `马8进8`";
//! assert_eq!(problems[0].to_string(), shown);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotations;
mod any;
pub mod dhtmlxq;
mod extras;
mod fen_list;
mod game_fields;
mod game_text;
mod glyph;
mod limits;
mod lines;
mod mark;
mod move_tree;
mod names;
pub mod pgn;
mod play;
mod playok;
mod problem;
mod read;
mod reading;
mod replayed;
mod replays;
mod score;
mod sealed;
mod settle;
mod start;
mod tags;
mod text;
mod write;
mod xqf;

pub use annotations::{Annotations, Note, Variation};
pub use any::{
    FileKind, Format, UnknownFormat, check_size, read_all, read_all_with, read_any, read_any_with,
    read_replayed_text, write_as,
};
pub use mark::{DrawnMark, Ink, MAX_MARKS};
pub use move_tree::{MoveTree, NodeId};
pub use play::CannotWrite;
pub use problem::{Problem, check_extension};
pub use read::{is_sealed, read};
pub use reading::Reading;
pub use replayed::ReplayedRecord;
#[cfg(feature = "testing")]
pub use replays::replays;
pub use sealed::{SealKey, SealedRecord, read_sealed, write_sealed};
pub use tags::{Tag, Tags};
pub use text::{Encoding, FileText};
pub use write::write;

use game::Outcome;
use games::{AnyGame, Variant};

/// A game as data: the content of a file in any format, sufficient to replay the game.
///
/// ```
/// use games::Variant;
/// use record::{Annotations, Record, Tags, write};
///
/// let record = Record {
///     variant: Variant::Xiangqi,
///     options: String::new(),
///     start: "3k5/9/4R4/9/9/9/9/9/9/4K4 w - - 0 1".into(),
///     names: vec!["An".into(), "Bo".into()],
///     actions: vec!["e7e8".into()],
///     outcome: None,
///     tags: Tags::default(),
///     annotations: Annotations::default(),
/// };
/// let file = write(&record).ok_or("the moves do not fit")?;
/// assert!(file.contains("seats red=An black=Bo\n") && file.contains("  1 e7e8\n"), "{file}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Variant.
    pub variant: Variant,
    /// Canonical text of the options; empty for the default.
    pub options: String,
    /// Position text of the start, as the referee knows it.
    pub start: String,
    /// Names of the players by seat; empty if unknown.
    pub names: Vec<String>,
    /// Actions in order, with `=letter` for a revealed piece.
    pub actions: Vec<String>,
    /// Outcome, if the game has ended.
    pub outcome: Option<Outcome>,
    /// Event, date and other tags.
    pub tags: Tags,
    /// Comments, glyphs and variations.
    pub annotations: Annotations,
}

impl Record {
    /// Warnings about a game that can be read: pieces of the start that cannot have come where they
    /// are.
    ///
    /// ```
    /// let games = record::read_any(b"3k1p3/9/9/9/9/9/9/9/9/R3K4 w", None).unwrap();
    /// assert_eq!(games[0].oddities(), ["unusual: Black's pawn on f9 cannot have come there"]);
    /// ```
    pub fn oddities(&self) -> Vec<String> {
        let game = AnyGame::from_text(self.variant, &self.options, &self.start);
        let found = game.map(|game| game.oddities()).unwrap_or_default();
        found.into_iter().map(|oddity| format!("unusual: {oddity}")).collect()
    }

    /// Returns the game that continues with a variation after `played` actions. `number` counts the
    /// variations there from 0. The notes before it are kept, and the outcome is removed.
    ///
    /// ```
    /// use record::pgn;
    ///
    /// let file = "1. h2e2 h9g7 {the usual} (1... b9c7 {rare} 2. h0g2) 2. h0g2 1-0";
    /// let games = pgn::read(file.as_bytes()).unwrap();
    /// let other = games[0].variation(1, 0).ok_or("a variation")?;
    /// assert_eq!(other.actions, ["h2e2", "b9c7", "h0g2"]);
    /// assert_eq!(other.annotations.get(2).map(|note| note.comment.as_str()), Some("rare"));
    /// assert_eq!((other.outcome, games[0].variation(1, 1)), (None, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variation(&self, played: usize, number: usize) -> Option<Record> {
        let variation = self.annotations.get(played)?.variations.get(number)?;
        let mut actions = self.actions.get(..played)?.to_vec();
        actions.extend_from_slice(&variation.actions);
        let annotations = self.annotations.until(played, &variation.annotations);
        Some(Record { actions, outcome: None, annotations, ..self.clone() })
    }
}

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the code of the project's README. This crate has all its dependencies.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
