//! Tokens of a PGN text.

use super::{
    glued,
    token::{TagPair, Token, glyph_of},
};
use crate::{
    limits::TAG_BYTES,
    score::Given,
    text::{Report, shown},
};
use std::ops::Range;

/// Place of a move in the text, and its text.
pub(super) type Played<'a> = (usize, &'a str);

/// Reads the tokens of a part of the text with their places. Move numbers are dropped, and every `(`
/// has its `)`.
pub(crate) fn read<'s>(part: Range<usize>, report: &mut Report<'s>) -> Vec<(usize, Token<'s>)> {
    let text = &report.source.text()[..part.end];
    let mut tokens = Vec::new();
    let mut open = Vec::new();
    let mut at = part.start;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_line_start = at == 0 || text[..at].ends_with('\n');
        at += match first {
            _ if is_gap(first) => first.len_utf8(),
            '%' if is_line_start => line_length(rest),
            ';' => {
                let length = line_length(rest);
                tokens.push((at, Token::Comment(&rest[1..length])));
                length
            }
            '{' => comment(rest, at, &mut tokens, report),
            '(' => {
                open.push(at);
                tokens.push((at, Token::Open));
                1
            }
            ')' if open.pop().is_some() => {
                tokens.push((at, Token::Close));
                1
            }
            '}' => stray(at, "comment", "a comment ends here that never began", report),
            ')' => stray(at, "variation", "a variation ends here that never began", report),
            ']' => stray(at, "tag", "a tag ends here that never began", report),
            '$' => glyph(rest, at, &mut tokens),
            '[' => tag(rest, at, &mut tokens, report),
            _ => word(rest, at, &mut tokens),
        };
    }
    for at in open {
        report.add(at, "variation", "this variation never ends: expected `)`");
        tokens.push((text.len(), Token::Close));
    }
    tokens
}

/// Whether a character separates words like a blank.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、' | '；' | '。' | '｜' | '|' | '\u{200b}')
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn stray(at: usize, code: &'static str, message: &str, report: &mut Report<'_>) -> usize {
    report.add(at, code, message);
    1
}

/// `{…}`; comments do not nest.
fn comment<'a>(
    rest: &'a str,
    at: usize,
    tokens: &mut Vec<(usize, Token<'a>)>,
    report: &mut Report<'_>,
) -> usize {
    let Some(end) = rest.find('}') else {
        report.add(at, "comment", "this comment never ends: expected `}`");
        return rest.len();
    };
    tokens.push((at, Token::Comment(&rest[1..end])));
    end + 1
}

/// `$14`; a number above 255 is ignored.
fn glyph<'a>(rest: &'a str, at: usize, tokens: &mut Vec<(usize, Token<'a>)>) -> usize {
    let number = &rest[1..rest.len() - rest[1..].trim_start_matches(digit).len()];
    tokens.extend(number.parse().ok().map(|number| (at, Token::Glyph(number))));
    1 + number.len()
}

/// A tag is on one line. A quote inside the value is `\"`. Many programs write a bare quote, which is
/// kept unless it ends the tag.
fn tag<'a>(
    rest: &'a str,
    at: usize,
    tokens: &mut Vec<(usize, Token<'a>)>,
    report: &mut Report<'_>,
) -> usize {
    let most = (0..=TAG_BYTES.min(rest.len())).rev().find(|&at| rest.is_char_boundary(at));
    let line = &rest[..most.unwrap_or(0)];
    let line = &line[..line_length(line)];
    let inside = line[1..].trim_start();
    let name_at = line.len() - inside.len();
    let name_length =
        inside.find(|c: char| c.is_whitespace() || matches!(c, '"' | ']')).unwrap_or(inside.len());
    let after = inside[name_length..].trim_start();
    let value_at = line.len() - after.len() + 1;
    let read = after.strip_prefix('"').and_then(quoted).filter(|_| name_length > 0);
    let Some((value, length)) = read else {
        let message = format!("expected a tag `[Name \"value\"]`, found `{}`", shown(line));
        report.add(at, "tag", message);
        return line.find(']').map_or(line.len(), |end| end + 1);
    };
    let name = &line[name_at..name_at + name_length];
    tokens.push((at, Token::Tag(TagPair { name, at: at + value_at, value })));
    value_at + length
}

/// Reads the value at the beginning of `text`. Also returns the length of the value and the tag's
/// end.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        let after = &text[at + sign.len_utf8()..];
        match sign {
            '\\' if after.starts_with(['\\', '"']) => value.extend(signs.next().map(|(_, c)| c)),
            '"' if after.trim_start().starts_with(']') => {
                return Some((value, text.len() - after.trim_start().len() + 1));
            }
            _ => value.push(sign),
        }
    }
    None
}

/// Characters that end a word.
const ENDS: [char; 8] = ['{', '}', '(', ')', '[', ']', ';', '$'];

/// A move number, a result or a move, or several of them without a space: `1.炮二平五`.
fn word<'a>(rest: &'a str, at: usize, tokens: &mut Vec<(usize, Token<'a>)>) -> usize {
    let length = rest.find(|c: char| is_gap(c) || ENDS.contains(&c)).unwrap_or(rest.len());
    let whole = &rest[..length];
    if let Some(result) = Given::read(whole) {
        tokens.push((at, Token::Result(result)));
        return length;
    }
    if let Some(parts) = glued::split(whole) {
        tokens.extend(parts.into_iter().map(|(place, token)| (at + place, token)));
        return length;
    }
    let played = &whole[glued::number_length(whole)..];
    let place = at + length - played.len();
    // `!`, `?!`, and the marks of some programs for check and mate.
    let bare = played.trim_end_matches(['!', '?', '！', '？', '+', '#']);
    if let Some(result) = Given::read(played) {
        tokens.push((place, Token::Result(result)));
    } else if !bare.is_empty() {
        tokens.push((place, Token::Move(bare)));
        let glyph = glyph_of(&played[bare.len()..]);
        tokens.extend(glyph.map(|glyph| (place + bare.len(), Token::Glyph(glyph))));
    }
    length
}
