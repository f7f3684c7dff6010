//! Texts that begin with a FEN: one position, a list of positions, or a position with its moves.
//!
//! ```text
//! 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1
//! 1. a0a9 *
//! 4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr3r/5K3[] w
//! ```
//!
//! * Each FEN is on a separate line and begins a game. It may have any form that other programs
//!   write ([`Setup::read_loose`](xiangqi::Setup::read_loose)).
//! * Other lines have the moves of the game, written like those of [`pgn`](crate::pgn), or are
//!   comments.

use crate::{
    ReplayedRecord,
    pgn::{self, TagPair, Token},
    score::Given,
    text::Report,
};

/// Whether the first line of a text is a FEN.
pub(crate) fn begins(text: &str) -> bool {
    is_fen(text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default())
}

/// Reads all games of such a text.
pub(crate) fn games(report: &mut Report<'_>) -> Vec<ReplayedRecord> {
    let tokens = tokens(report);
    pgn::understand(tokens, report)
}

/// The text as tokens of PGN.
fn tokens<'s>(report: &mut Report<'s>) -> Vec<(usize, Token<'s>)> {
    let mut tokens = Vec::new();
    let mut begin = 0;
    for whole in report.source.text().split_inclusive('\n') {
        let line = whole.trim();
        let at = begin + whole.len() - whole.trim_start().len();
        begin += whole.len();
        if is_fen(line) {
            // The game before ends here, also if it has no moves.
            if !matches!(tokens.last(), None | Some((_, Token::Result(_)))) {
                tokens.push((at, Token::Result(Given::Unknown)));
            }
            tokens.push((at, Token::Tag(TagPair { name: "FEN", at, value: line.to_owned() })));
        } else if pgn::is_of_moves(line) {
            tokens.extend(pgn::tokenize(at..at + line.len(), report));
        } else if !line.is_empty() {
            tokens.push((at, Token::Comment(line)));
        }
    }
    tokens
}

/// Whether a line is a FEN, legal or not: its first word has the ten ranks of a board.
fn is_fen(line: &str) -> bool {
    /// Maximum length of a line that is a FEN, in bytes.
    const MAX_BYTES: usize = 400;
    /// Minimum number of ranks that make a word a board.
    const MIN_RANKS: usize = 9;
    if line.len() > MAX_BYTES || line.starts_with('[') {
        return false;
    }
    let is_mark = |word: &&str| word.eq_ignore_ascii_case("fen") || *word == "position";
    let board = line.split_whitespace().find(|word| !is_mark(word)).unwrap_or_default();
    let board = board.trim_matches(['"', '\'', '“', '”']);
    let is_board = |c: char| c.is_ascii_alphanumeric() || "/_%+-[]".contains(c);
    let ranks =
        board.split(['/', '_']).count().max(board.to_ascii_lowercase().split("%2f").count());
    ranks >= MIN_RANKS && board.chars().all(is_board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, Record, read_any};

    fn read(bytes: &[u8]) -> Result<Vec<Record>, Vec<Problem>> {
        read_any(bytes, None)
    }

    #[test]
    fn positions_and_their_moves_are_read() {
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4";
        let text = format!(
            "\n{fen} w\n{fen}[] b - - 0 1\n第三局\n1... d9d8 *\nfen {}\n1. a0a9\n",
            fen.replace('/', "_")
        );
        let games = read(text.as_bytes()).unwrap();
        let found: Vec<_> = games
            .iter()
            .map(|game| (game.start.split_once(' ').map(|(_, rest)| rest), &game.actions[..]))
            .collect();
        let expected: [&[&str]; 3] = [&[], &["d9d8"], &["a0a9"]];
        assert_eq!(games.len(), 3, "{found:?}");
        for ((_, actions), expected) in found.iter().zip(expected) {
            assert_eq!(*actions, expected);
        }
        assert_eq!(found[1].0, Some("b - - 0 1"));
        assert_eq!(games[1].annotations.get(0).unwrap().comment, "第三局");
    }

    #[test]
    fn only_boards_are_fens() {
        for line in [
            "1. h2e2 *",
            "1/2-1/2",
            "[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]",
            "",
            "炮/二/平/五/炮/二/平/五/炮/二",
        ] {
            assert!(!is_fen(line), "{line}");
        }
        for line in ["9/9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/9", "FEN 9/9/9/9/9/9/9/9/9/x w"] {
            assert!(is_fen(line), "{line}");
        }
    }

    #[test]
    fn errors_have_their_place() {
        for (text, column, code) in [
            ("3k5/9/9/9/9/9/9/9/9 w", 1, "board-size"),
            ("  3k5/9/9/9/9/9/9/9/9/R3X4 w", 25, "pieces"),
            ("3k5/9/9/9/9/9/9/9/9/R3K4 x", 26, "turn"),
            ("3k5/9/9/9/9/9/9/9/9/R8 w", 1, "pieces"),
        ] {
            let problems = read(text.as_bytes()).expect_err(text);
            assert_eq!((problems[0].column, problems[0].code), (column, code), "{text}");
        }
    }
}
