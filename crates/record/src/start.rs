//! Start positions of games of other programs.

use crate::text::Report;
use game::TextError;
use xiangqi::{Legality, Position, Setup};

/// Parses a FEN at byte `at` of the source, in any of the forms that other programs write.
pub(crate) fn read_fen(fen: &str, at: usize, report: &mut Report<'_>) -> Option<Position> {
    let read = Setup::read_loose(fen);
    let position = read.and_then(|setup| Position::from_setup(&setup, Legality::Composed));
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
