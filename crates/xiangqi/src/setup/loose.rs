//! FENs as other programs and players write them.

use super::Setup;
use crate::Side;
use alloc::{string::String, vec::Vec};
use core::str::FromStr;
use game::TextError;

/// Number of ranks.
const RANKS: usize = 10;

impl Setup {
    /// Parses a FEN of another program.
    ///
    /// Accepts more than [`FromStr`]:
    ///
    /// - Fields may be missing at the end, and the move number may be 0.
    /// - Fields may be separated by several blanks, `_`, `+` or `%20`, and ranks by `_` or `%2F`.
    /// - An empty pocket `[]` may follow the board.
    /// - The side to move may be `red`, `white`, `black`, 红 or 黑, in any case.
    /// - `S` is a pawn.
    /// - Quotes and a leading `fen` are ignored.
    ///
    /// # Errors
    /// As [`FromStr`], with the place in `text`.
    ///
    /// ```
    /// use xiangqi::Setup;
    ///
    /// let fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR[] red";
    /// let setup = Setup::read_loose(fen)?;
    /// let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    /// assert_eq!(setup.to_string(), start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_loose(text: &str) -> Result<Setup, TextError> {
        if let Ok(setup) = text.parse() {
            return Ok(setup);
        }
        let words = words(text);
        let end = text.trim_end().len();
        let Some((board, rest)) = board(&words) else {
            return Err(TextError::new("board-size", end, "expected the board"));
        };
        let mut plain = board.text;
        let mut places = Vec::from([(0, board.at)]);
        let mut put = |word: &str, at: usize| {
            places.push((plain.len() + 1, at));
            plain.push(' ');
            plain.push_str(word);
        };
        let (turn, rest) =
            rest.split_first().map_or(((end, ""), rest), |(turn, rest)| (*turn, rest));
        put(&side(turn.1), turn.0);
        // Castling and en passant do not exist here; some programs leave these fields out.
        let dashes = rest.iter().take(2).take_while(|(_, word)| *word == "-").count();
        let is_field = |word: &str| word.parse::<u32>().is_err();
        let odd = rest[dashes..].first().filter(|(_, word)| dashes < 2 && is_field(word));
        for number in 0..2 {
            match odd.filter(|_| number == dashes) {
                Some(&(at, word)) => put(word, at),
                None => put("-", rest.get(number).map_or(end, |(at, _)| *at)),
            }
        }
        let rest = &rest[dashes + usize::from(odd.is_some())..];
        let (quiet_at, quiet) = rest.first().copied().unwrap_or((end, "0"));
        put(quiet, quiet_at);
        let (move_at, full_move) = rest.get(1).copied().unwrap_or((end, "1"));
        put(if full_move == "0" { "1" } else { full_move }, move_at);
        rest.iter().skip(2).for_each(|&(at, word)| put(word, at));
        Setup::from_str(&plain).map_err(|error| {
            let (begin, at) = places
                .iter()
                .rev()
                .find(|(begin, _)| *begin <= error.at)
                .copied()
                .unwrap_or((0, board.at));
            TextError { at: (at + error.at - begin).min(text.len()), ..error }
        })
    }
}

/// A board in one word.
struct Board {
    text: String,
    at: usize,
}

/// Joins the board's ranks, and returns the words that follow.
fn board<'w, 't>(words: &'w [(usize, &'t str)]) -> Option<(Board, &'w [(usize, &'t str)])> {
    let (at, first) = *words.first()?;
    let count = if first.contains('/') { 1 } else { RANKS.min(words.len()) };
    let (ranks, rest) = words.split_at(count);
    let ranks: Vec<&str> = ranks.iter().map(|(_, rank)| *rank).collect();
    let text = ranks.join("/");
    let bare = ["[]", "[-]"].iter().find_map(|pocket| text.strip_suffix(pocket)).unwrap_or(&text);
    let letter = |c| match c {
        'S' => 'P',
        's' => 'p',
        other => other,
    };
    Some((Board { text: bare.chars().map(letter).collect(), at }, rest))
}

/// The letter of a side. Other words are kept for the error.
fn side(word: &str) -> String {
    // Lower case of other letters needs tables of 10 KB, which the pages would have to load.
    let plain = word.to_ascii_lowercase();
    let letter = match plain.as_str() {
        "" | "w" | "r" | "red" | "white" | "红" | "紅" => Side::Red.letter(),
        "b" | "black" | "黑" => Side::Black.letter(),
        _ => return String::from(word),
    };
    String::from(letter)
}

/// The words of a text and their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let gap = gap(rest);
        if gap > 0 {
            at += gap;
            continue;
        }
        let length = rest.char_indices().map(|(i, _)| i).find(|&i| self::gap(&rest[i..]) > 0);
        let word = &rest[..length.unwrap_or(rest.len())];
        words.push((at, word));
        at += word.len();
    }
    let is_mark = |word: &str| word.eq_ignore_ascii_case("fen") || word == "position";
    let marks = words.iter().take_while(|(_, word)| is_mark(word)).count();
    words.drain(..marks);
    words
}

/// Number of bytes of the gap between words that begins `text`; 0 if none does.
fn gap(text: &str) -> usize {
    const GAPS: [&str; 9] = ["_", "+", "%20", "%2F", "%2f", "\"", "'", "“", "”"];
    match text.chars().next() {
        Some(first) if first.is_whitespace() => first.len_utf8(),
        _ => GAPS.iter().find(|gap| text.starts_with(**gap)).map_or(0, |gap| gap.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString};

    const BOARD: &str = "4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr3r/5K3";

    #[test]
    fn fens_of_other_programs() {
        let spaced = BOARD.replace('/', "_");
        for (text, rest) in [
            (format!("{BOARD}[] w - - 0 1"), "w - - 0 1"),
            (format!("{BOARD}[-] b - - 3 9"), "b - - 3 9"),
            (BOARD.to_string(), "w - - 0 1"),
            (format!("{BOARD} w"), "w - - 0 1"),
            (format!("  {BOARD}\t b\n"), "b - - 0 1"),
            (format!("{BOARD} b -"), "b - - 0 1"),
            (format!("{BOARD} b - - 7"), "b - - 7 1"),
            (format!("{BOARD} r - - 0 0"), "w - - 0 1"),
            (format!("{BOARD} b 7 31"), "b - - 7 31"),
            (format!("{BOARD} red"), "w - - 0 1"),
            (format!("{BOARD} Black - - 0 1"), "b - - 0 1"),
            (format!("{BOARD} 黑"), "b - - 0 1"),
            (format!("{BOARD}_b_-_-_0_1"), "b - - 0 1"),
            (format!("{spaced}_w_-_-_0_1"), "w - - 0 1"),
            (format!("{spaced}_b"), "b - - 0 1"),
            (spaced.clone(), "w - - 0 1"),
            (format!("{BOARD}+b+-+-+0+1"), "b - - 0 1"),
            (format!("{}%20b%20-%20-%200%201", BOARD.replace('/', "%2F")), "b - - 0 1"),
            (format!("\"{BOARD} b - - 0 1\""), "b - - 0 1"),
            (format!("position fen {BOARD} b"), "b - - 0 1"),
            (format!("FEN {}", BOARD.replace('N', "H").replace('b', "e")), "w - - 0 1"),
            (format!("{} b", BOARD.replace('p', "s").replace('K', "G")), "b - - 0 1"),
        ] {
            let read = Setup::read_loose(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.to_string(), format!("{BOARD} {rest}"), "{text}");
        }
    }

    #[test]
    fn errors_keep_their_place() {
        let end = BOARD.len();
        for (text, code, at) in [
            (String::new(), "board-size", 0),
            ("fen ".into(), "board-size", 3),
            ("4ka3/4aN3".into(), "board-size", 0),
            ("4ka3_4aN3".into(), "board-size", 0),
            (format!("  {}", BOARD.replace("RC7", "RX7")), "pieces", 2 + 13),
            (format!("{BOARD}[R] w"), "pieces", end),
            (format!("{BOARD}  x"), "turn", end + 2),
            (format!("{BOARD}_w_x_-_0_1"), "dash", end + 3),
            (format!("{BOARD}  w - - -1"), "counter", end + 8),
            (format!("{BOARD} w - - 0 x"), "counter", end + 9),
            (format!("{BOARD} w - - 0 1 moves"), "length", end + 11),
        ] {
            let error = Setup::read_loose(&text).expect_err(&text);
            assert_eq!((error.code, error.at), (code, at), "{text:?}: {error}");
        }
    }
}
