//! The position a game of another program starts from.

use crate::text::Report;
use game::TextError;
use xiangqi::{Legality, Position, Setup};

/// Reads a FEN at byte `at` of the source. Fields left out, as other programs do, are taken as at
/// the start of a game; a full-move number 0 counts as 1.
pub(crate) fn read_fen(fen: &str, at: usize, report: &mut Report<'_>) -> Option<Position> {
    let usual = ["", "w", "-", "-", "0", "1"];
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let given = fields.len();
    if given < usual.len() {
        fields.extend(&usual[given.max(1)..]);
    } else if fields[5] == "0" {
        fields[5] = "1";
    }
    let read = fields.join(" ").parse();
    let position =
        read.and_then(|setup: Setup| Position::from_setup(&setup, Legality::Traditional));
    position.map_err(|error| refuse(&error, at + error.at.min(fen.len()), report)).ok()
}

/// Reports why a board is no position, with the codes of `.chuhe`.
pub(crate) fn refuse(error: &TextError, at: usize, report: &mut Report<'_>) {
    let code = match error.code {
        "board-size" | "pieces" | "turn" => error.code,
        _ => "format",
    };
    report.add(at, code, error.message.clone());
}
