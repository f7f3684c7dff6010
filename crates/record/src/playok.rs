//! WXF files of PlayOK and of the World Xiangqi Federation's programs.
//!
//! ```text
//! FORMAT  WXF
//! GAME    a friendly
//! RED     an ; 1450
//! BLACK   bo ; 1502
//! DATE    2009-05-01
//!
//! START{
//!   1. C2=5 H8+7
//!   2. H2+3 R9=8
//! }END
//! ```
//!
//! * Headings are in capitals. Unknown headings are ignored. The rating after a player's semicolon is
//!   not kept.
//! * Moves are between `START{` and `}END`, written like those of [`pgn`](crate::pgn). A block
//!   `COMMENT{…}` becomes a comment before the first move, or after the last.
//! * A file may contain several games. Such files are not written.

use crate::{
    ReplayedRecord,
    pgn::{self, TagPair, Token},
    text::Report,
};

/// Headings and their PGN tags.
const HEADINGS: [(&str, &str); 9] = [
    ("GAME", "Title"),
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("DATE", "Date"),
    ("ROUND", "Round"),
    ("RED", "Red"),
    ("BLACK", "Black"),
    ("RESULT", "Result"),
    ("FEN", "FEN"),
];

const START: &str = "START{";
const COMMENT: &str = "COMMENT{";

/// Whether a text begins with the name of the format.
pub(crate) fn begins(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    first.and_then(heading).is_some_and(|(name, value)| name == "FORMAT" && value == "WXF")
}

/// Reads all games of such a text.
pub(crate) fn games(report: &mut Report<'_>) -> Vec<ReplayedRecord> {
    let tokens = tokens(report);
    pgn::understand(tokens, report)
}

/// Converts the text to tokens of PGN.
fn tokens<'s>(report: &mut Report<'s>) -> Vec<(usize, Token<'s>)> {
    let text = report.source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let line = rest[..length].trim();
        let begin = at + length - rest[..length].trim_start().len();
        let block = [START, COMMENT].into_iter().find(|mark| line.starts_with(mark));
        let Some(mark) = block else {
            tokens.extend(tag(line, begin));
            at += length;
            continue;
        };
        let inside = begin + mark.len();
        let Some(end) = text[inside..].find('}').map(|end| inside + end) else {
            report.add(begin, "format", format!("`{mark}` is never closed: expected `}}`"));
            break;
        };
        if mark == START {
            tokens.extend(pgn::tokenize(inside..end, report));
        } else {
            tokens.push((begin, Token::Comment(&text[inside..end])));
        }
        // `END` may follow the brace.
        let behind = &text[end + 1..];
        let word = behind.trim_start_matches(' ');
        at = text.len() - word.strip_prefix("END").unwrap_or(behind).len();
    }
    tokens
}

/// Converts a known heading to a tag of PGN.
fn tag(line: &str, at: usize) -> Option<(usize, Token<'_>)> {
    let (name, value) = heading(line)?;
    let (_, name) = HEADINGS.iter().find(|(heading, _)| *heading == name)?;
    let value_at = at + line.len() - value.len();
    let is_player = matches!(*name, "Red" | "Black");
    let plain = if is_player { value.split(';').next().unwrap_or_default() } else { value };
    let is_given = !plain.trim().is_empty();
    let value = plain.trim().to_owned();
    is_given.then_some((at, Token::Tag(TagPair { name, at: value_at, value })))
}

/// Splits a heading into name and value: a word in capitals, a blank, anything.
fn heading(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(char::is_whitespace)?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_uppercase());
    is_name.then(|| (name, value.trim()))
}
