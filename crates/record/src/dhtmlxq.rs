//! DhtmlXQ, the text by which Chinese game sites pass games of xiangqi on.
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
//! * A square is two digits: the file from Red's left, then the rank from the top, from 0.
//! * `binit` has a square for each of the 32 pieces in a fixed order, `99` for one that is off the
//!   board; it does not say who moves first, so the first move's piece does. `fen`, which some
//!   programs add, says it all.
//! * `comment3` is about the third move, `comment2_5` about the fifth of a game that takes the
//!   variation 2; `||` is a line end. `move_0_2_1` is the variation 1 instead of the second move of
//!   the line 0, which is the game. A variation is kept as far as its moves can be played; what
//!   follows is kept as a comment. There is no place for PGN's glyphs.
//! * Whatever else a site notes is read past, and so is the page around a block. A file may hold
//!   several blocks.
//! * `rules` holds our options where they are not the default.

mod annotations;
mod blocks;
mod board;
mod game;
mod write;

pub use write::write;

use crate::{
    Problem, Record,
    limits::GAMES,
    settle,
    text::{Report, read_strictly},
};

/// Reads all games of a DhtmlXQ text.
///
/// # Errors
/// Every problem found, in the order of their places; of each game's moves, the first that does
/// not fit, since what follows it means nothing.
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
pub(crate) fn games(report: &mut Report<'_>) -> Vec<Record> {
    let blocks = blocks::read(report);
    if blocks.is_empty() {
        report.add(0, "format", "expected a game between `[DhtmlXQ]` and `[/DhtmlXQ]`");
    }
    settle::check_count(blocks.len(), report);
    let mut records = Vec::new();
    for block in blocks.iter().take(GAMES) {
        if report.is_full() {
            break;
        }
        records.extend(game::understand(block, report));
    }
    records
}

/// Why a game ended, as sites name it.
const REASONS: [(::game::Reason, &str); 4] = [
    (::game::Reason::Resignation, "认负"),
    (::game::Reason::FlagFall, "超时"),
    (::game::Reason::Agreement, "议和"),
    (::game::Reason::Abandoned, "离线"),
];

/// A value as it can stand between two marks. Reading and writing both pass through here, so that
/// a file once read is written the same.
fn plain(value: &str) -> String {
    crate::tags::known(value).replace('[', "［").replace(']', "］")
}
