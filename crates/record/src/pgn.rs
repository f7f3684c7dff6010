//! PGN for xiangqi: tags in brackets, then the moves.
//!
//! ```text
//! [Game "Chinese Chess"]
//! [Red "许银川"]
//! [Black "吕钦"]
//! [Result "1-0"]
//!
//!   1. 炮二平五 马８进７
//!   2. 马二进三 1-0
//! ```
//!
//! # Tags
//!
//! * `Format` names the notation: `ICCS`, `WXF`, `Vietnamese`, `UCI`, `UCI-1` (ranks from 1), `SAN`.
//!   Without it moves are Chinese. Reading accepts every notation, independent of `Format`. Coordinates with
//!   ranks from 1 are recognised by a rank 10, or because they are legal only so.
//! * `FEN` has another start, `Rules` our options, `Termination` the reason of the result.
//!

//! # Moves
//!
//! * Comments `{…}` and `;…`, variations `(…)` and glyphs (`$1`, `!`) are kept as
//!   [`Annotations`](crate::Annotations). A variation is kept up to its first illegal move, and the
//!   rest as a comment. Move numbers are ignored.
//! * Moves may follow each other without a blank (`1.兵七进一炮2平32.兵三进一`), or with commas,
//!   semicolons and full stops of Chinese texts between them.
//! * A file may contain several games.

mod game;
mod glued;
mod moves;
mod token;
mod tokens;
mod tree;
mod write;

pub(crate) use glued::is_of_moves;
pub(crate) use token::{TagPair, Token};
pub(crate) use tokens::read as tokenize;
pub use write::write;

use crate::{
    Problem, Record, ReplayedRecord, limits::GAMES, reading::read_strictly, settle, text::Report,
};

/// Reads all games of a PGN file.
///
/// # Errors
/// Every problem found, in the order of their places. Of each game's moves only the first illegal
/// one is reported.
///
/// ```
/// use record::{Tag, pgn};
///
/// let file = "[Event \"五羊杯\"]\n\n1. 炮二平五 {the usual} 馬8進7 2. H2+3 i9h9 1-0";
/// let games = pgn::read(file.as_bytes()).unwrap();
/// assert_eq!(games[0].tags.get(Tag::Event), "五羊杯");
/// // Each move may have another notation.
/// assert_eq!(games[0].actions, ["h2e2", "h9g7", "h0g2", "i9h9"]);
/// assert!(games[0].outcome.is_some());
///
/// let problems = pgn::read(b"1. h2e2 h9h5 *").unwrap_err();
/// assert_eq!((problems[0].line, problems[0].column, problems[0].code), (1, 9, "action"));
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, Vec<Problem>> {
    read_strictly(bytes, games)
}

/// Reads all games of a text.
pub(crate) fn games(report: &mut Report<'_>) -> Vec<ReplayedRecord> {
    let tokens = tokens::read(0..report.source.text().len(), report);
    understand(tokens, report)
}

/// Converts tokens to records, and reports problems.
pub(crate) fn understand<'a>(
    tokens: Vec<(usize, Token<'a>)>,
    report: &mut Report<'_>,
) -> Vec<ReplayedRecord> {
    let games = game::split(tokens, report);
    if games.is_empty() {
        report.add(0, "format", "expected a game, found neither tags nor moves");
    }
    settle::check_count(games.len(), report);
    let mut records = Vec::new();
    for game in games.iter().take(GAMES) {
        report.read_game(&mut records, |report| game::understand(game, report));
    }
    records
}
