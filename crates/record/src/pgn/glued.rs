//! Moves without blanks between them: `1.兵七进一炮2平32.兵三进一`.

use super::token::{Token, glyph_of};
use crate::score::Given;

/// Number of characters of a move, in every notation that is written without blanks.
const MOVE: usize = 4;

/// Splits a word into moves with their places. `None` unless the word consists of at least two
/// moves, with numbers, marks and a result.
pub(super) fn split(word: &str) -> Option<Vec<(usize, Token<'_>)>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut moves = 0;
    while at < word.len() {
        let rest = &word[at..];
        if let Some(result) = Given::read(rest) {
            tokens.push((at, Token::Result(result)));
            break;
        }
        let number = number_length(rest);
        let played = &rest[number..];
        let length = move_length(played)?;
        moves += 1;
        tokens.push((at + number, Token::Move(&played[..length])));
        let behind = &played[length..];
        let marks = behind.len() - behind.trim_start_matches(MARKS).len();
        at += number + length;
        tokens.extend(glyph_of(&behind[..marks]).map(|glyph| (at, Token::Glyph(glyph))));
        at += marks;
    }
    (moves > 1).then_some(tokens)
}

/// Whether a line has moves: it begins with a number and a dot, or with a word that has the form of
/// a move or is a result.
pub(crate) fn is_of_moves(line: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit() || matches!(c, '０'..='９');
    let after = line.trim_start_matches(digit);
    let is_numbered =
        after.len() < line.len() && after.trim_start().starts_with(['.', '．', '。', '、', '…']);
    let is_result = || line.split_whitespace().next().and_then(Given::read).is_some();
    is_numbered || move_length(after).is_some() || is_result()
}

/// Marks after a move.
const MARKS: [char; 4] = ['!', '?', '！', '？'];

/// Number of bytes of a move's number with its dots: `12.`, `12`, `12…`.
pub(super) fn number_length(text: &str) -> usize {
    let digit = |c: char| c.is_ascii_digit() || matches!(c, '０'..='９');
    let after = text.trim_start_matches(digit);
    let dots = after.trim_start_matches(['.', '．', '。', '、', '…']);
    // A digit without dots may begin a pawn's move (`2P+1`). It is a number if a move follows, or
    // nothing.
    let is_number = dots.len() < after.len() || after.is_empty() || move_length(after).is_some();
    if is_number { text.len() - dots.len() } else { 0 }
}

/// Number of bytes of the move at the beginning of `text`.
fn move_length(text: &str) -> Option<usize> {
    let mut signs = text.chars();
    let [first, second, third, fourth] =
        [signs.next()?, signs.next()?, signs.next()?, signs.next()?];
    let length = |count: usize| text.chars().take(count).map(char::len_utf8).sum();
    let is_chinese = !first.is_ascii()
        && matches!(third, '进' | '進' | '退' | '平')
        && (matches!(fourth, '1'..='9' | '１'..='９') || "一二三四五六七八九".contains(fourth));
    let is_way = |way: char| matches!(way, '.' | '/' | '-');
    if matches!((first, second), ('T' | 't', 'G' | 'g')) && is_way(fourth) {
        // `Tg5.1`
        let number = signs.next()?;
        let is_move = matches!(third, '1'..='9') && matches!(number, '1'..='9');
        return is_move.then(|| length(MOVE + 1));
    }
    let is_vietnamese = first.is_ascii_alphabetic()
        && matches!(second, '1'..='9' | 'a'..='e' | 't' | 'g' | 's')
        && is_way(third)
        && matches!(fourth, '1'..='9');
    let is_wxf = (first.is_ascii_alphabetic() || matches!(first, '+' | '-'))
        && matches!(second, '1'..='9' | 'a'..='e' | 'A'..='E' | '+' | '-' | '.')
        && matches!(third, '=' | '+' | '-' | '.')
        && matches!(fourth, '1'..='9');
    let is_square =
        |file: char, rank: char| matches!(file, 'a'..='i' | 'A'..='I') && rank.is_ascii_digit();
    if is_square(first, second) && third == '-' {
        // `H2-E2`
        return is_square(fourth, signs.next()?).then(|| length(MOVE + 1));
    }
    let is_squares = is_square(first, second) && is_square(third, fourth);
    let is_move = is_chinese || is_wxf || is_vietnamese || is_squares;
    is_move.then(|| length(MOVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        let table: [(&str, Option<&[&str]>); 13] = [
            ("1.兵七进一炮2平32.兵三进一", Some(&["兵七进一", "炮2平3", "兵三进一"])),
            ("１．兵七進一炮２平３", Some(&["兵七進一", "炮２平３"])),
            ("1兵七进一炮2平32兵三进一", Some(&["兵七进一", "炮2平3", "兵三进一"])),
            ("12.前车进一!!后马退4?", Some(&["前车进一", "后马退4"])),
            ("1.C2=5H8+72.H2+3", Some(&["C2=5", "H8+7", "H2+3"])),
            ("1.P2-5M8.72.Tg5.1Xt/3", Some(&["P2-5", "M8.7", "Tg5.1", "Xt/3"])),
            ("1.C2.5h8+7", Some(&["C2.5", "h8+7"])),
            ("h2e2h9g7", Some(&["h2e2", "h9g7"])),
            ("1.H2-E2H9-G71-0", Some(&["H2-E2", "H9-G7"])),
            // One move is read like any other word.
            ("1.兵七进一", None),
            ("C2=5", None),
            ("兵七进一好棋", None),
            ("炮2平", None),
        ];
        for (word, expected) in table {
            let tokens = split(word);
            let moves = tokens.map(|tokens| {
                let moves = tokens.into_iter().filter_map(|(at, token)| match token {
                    Token::Move(text) => Some((at, text)),
                    _ => None,
                });
                moves.collect::<Vec<_>>()
            });
            for (at, text) in moves.iter().flatten() {
                assert!(word[*at..].starts_with(text), "{word}: {text} at {at}");
            }
            let texts =
                moves.map(|moves| moves.into_iter().map(|(_, text)| text).collect::<Vec<_>>());
            assert_eq!(texts.as_deref(), expected, "{word}");
        }
    }
}
