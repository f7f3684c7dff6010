//! DhtmlXQ, the text format of Chinese game sites for xiangqi.
//!
//! ```text
//! [DhtmlXQ]
//! [DhtmlXQ_red]许银川[/DhtmlXQ_red]
//! [DhtmlXQ_result]红胜[/DhtmlXQ_result]
//! [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
//! [/DhtmlXQ]
//! ```
//!

//! # Board and moves
//!
//! * A square is two digits: the file from Red's left, then the rank from the top, from 0.
//! * `binit` has a square for each of the 32 pieces in a fixed order, and `99` for a captured one.
//!   It does not name the side to move, which follows from the first move.
//! * `fen`, which some programs add, has the whole position.
//! * `rules` has our options if they are not the default.
//!

//! # Comments and variations
//!
//! * `comment3` is about the third move. `comment2_5` is about the fifth move of a game that takes
//!   variation 2. `||` is a line end.
//! * `move_0_2_1` is variation 1, an alternative to the second move of line 0, which is the game.
//! * A variation is kept up to its first illegal move. The rest is kept as a comment.
//! * PGN's glyphs are written as the first line of a comment.
//!

//! Other keys and the page around a block are ignored. A file may contain several blocks.

mod annotations;
mod blocks;
mod board;
mod game;
mod write;

pub use write::write;

use crate::{
    Problem, Record, ReplayedRecord, limits::GAMES, reading::read_strictly, settle, text::Report,
};

/// Reads all games of a DhtmlXQ text.
///
/// # Errors
/// Every problem found, in the order of their places. Of each game's moves only the first illegal
/// one is reported.
///
/// ```
/// use record::dhtmlxq;
///
/// let page = "<p>[DhtmlXQ][DhtmlXQ_red]许银川[/DhtmlXQ_red]
/// [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
/// [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]</p>";
/// let games = dhtmlxq::read(page.as_bytes()).unwrap();
/// assert_eq!((games.len(), games[0].names[0].as_str()), (1, "许银川"));
/// assert_eq!(games[0].actions, ["h2e2", "h9g7"]);
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, Vec<Problem>> {
    read_strictly(bytes, games)
}

/// Reads all games of a text.
pub(crate) fn games(report: &mut Report<'_>) -> Vec<ReplayedRecord> {
    let blocks = blocks::read(report);
    if blocks.is_empty() {
        report.add(0, "format", "expected a game between `[DhtmlXQ]` and `[/DhtmlXQ]`");
    }
    settle::check_count(blocks.len(), report);
    let mut records = Vec::new();
    for block in blocks.iter().take(GAMES) {
        report.read_game(&mut records, |report| game::understand(block, report));
    }
    records
}

/// Reasons of results, as sites name them.
const REASONS: [(::game::Reason, &str); 4] = [
    (::game::Reason::Resignation, "认负"),
    (::game::Reason::FlagFall, "超时"),
    (::game::Reason::Agreement, "议和"),
    (::game::Reason::Abandoned, "离线"),
];

/// Cleans a value for use between two marks. Reading and writing both clean values, so that a file
/// once read is written the same.
fn plain(value: &str) -> String {
    crate::tags::known(value).replace('[', "［").replace(']', "］")
}
