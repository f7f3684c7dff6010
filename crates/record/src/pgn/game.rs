//! One game of a PGN file.

use super::tokens::{Tag as Pair, Token};
use crate::{
    Record, Tag, Tags,
    score::{Given, Score},
    settle::{ImportedGame, OUTSIDE, check_length},
    start::read_fen,
    tags::known,
    text::{Report, shown},
};
use ::game::{Reason, TextError};
use xiangqi::{
    Move, Options, Position,
    notation::{self, Notation},
};

/// A game's tokens by kind.
#[derive(Default)]
pub(super) struct Raw<'a> {
    tags: Vec<(usize, Pair<'a>)>,
    moves: Vec<(usize, &'a str)>,
    end: Option<(usize, Given)>,
}

/// The games of a file: one ends with its result, or where tags follow its moves.
pub(super) fn split(tokens: Vec<(usize, Token<'_>)>) -> Vec<Raw<'_>> {
    let mut games = vec![Raw::default()];
    for (at, token) in tokens {
        let Some(current) = games.last_mut() else { break };
        let is_next = match token {
            Token::Tag(_) => current.end.is_some() || !current.moves.is_empty(),
            Token::Move(_) | Token::Result(_) => current.end.is_some(),
        };
        if is_next {
            games.push(Raw::default());
        }
        let Some(current) = games.last_mut() else { break };
        match token {
            Token::Tag(tag) => current.tags.push((at, tag)),
            Token::Move(text) => current.moves.push((at, text)),
            Token::Result(given) => current.end = Some((at, given)),
        }
    }
    games.retain(|raw| !raw.tags.is_empty() || !raw.moves.is_empty());
    games
}

/// The record of a game; what cannot be understood is reported.
pub(super) fn understand(raw: &Raw<'_>, report: &mut Report<'_>) -> Option<Record> {
    check_tags(raw, report);
    let ranks = read_format(raw, report);
    let rules = read_rules(raw, report);
    let score = read_result(raw, report);
    let start = match raw.tag("FEN") {
        Some(fen) => read_fen(&fen.value, fen.at, report),
        None => Some(Position::start()),
    };
    let (start, rules) = (start?, rules?);
    let moves = read_moves(raw, &start, ranks, report)?;
    let name = |side, chess| known(raw.value(side).or(raw.value(chess)).unwrap_or_default());
    let names = [name("Red", "White"), name("Black", "Black")];
    let mut tags = Tags::default();
    for tag in Tag::ALL {
        tags.set(tag, raw.value(tag.pgn()).unwrap_or_default());
    }
    ImportedGame { start, moves, rules, score, reason: raw.termination(), names, tags }
        .settle(report)
}

impl Raw<'_> {
    fn tag(&self, name: &str) -> Option<&Pair<'_>> {
        self.tags.iter().map(|(_, tag)| tag).find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|tag| tag.value.as_str())
    }

    /// The reason beside the board, in our words or in those of the PGN standard.
    fn termination(&self) -> Option<Reason> {
        let text = self.value("Termination")?;
        match text {
            "time forfeit" => Some(Reason::FlagFall),
            _ => OUTSIDE.into_iter().find(|reason| reason.as_str() == text),
        }
    }
}

/// No tag stands twice, and those that name the game name xiangqi.
fn check_tags(raw: &Raw<'_>, report: &mut Report<'_>) {
    for (i, (at, tag)) in raw.tags.iter().enumerate() {
        let before = &raw.tags[..i];
        if before.iter().any(|(_, other)| other.name.eq_ignore_ascii_case(tag.name)) {
            report.add(*at, "tag", format!("`{}` stands twice", shown(tag.name)));
        }
    }
    for (name, known) in [
        ("Game", &["Chinese Chess", "Xiangqi", "中国象棋", "中國象棋", "象棋"][..]),
        ("Variant", &["xiangqi"][..]),
    ] {
        let Some(tag) = raw.tag(name) else { continue };
        if !known.iter().any(|known| known.eq_ignore_ascii_case(tag.value.trim())) {
            let message = format!("expected `{}`, found `{}`", known[0], shown(&tag.value));
            report.add(tag.at, "format", message);
        }
    }
}

/// From which rank coordinates count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranks {
    Unsaid,
    FromOne,
}

fn read_format(raw: &Raw<'_>, report: &mut Report<'_>) -> Ranks {
    let Some(tag) = raw.tag("Format") else { return Ranks::Unsaid };
    match tag.value.trim().to_ascii_uppercase().as_str() {
        "" | "ICCS" | "WXF" | "AXF" | "UCI" | "UCCI" | "CHINESE" | "中文" => Ranks::Unsaid,
        "UCI-1" => Ranks::FromOne,
        _ => {
            let message = format!("expected `ICCS`, `WXF` or `UCI`, found `{}`", shown(&tag.value));
            report.add(tag.at, "format", message);
            Ranks::Unsaid
        }
    }
}

/// The options that a `Rules` tag names; `None` for a tag that cannot be read.
fn read_rules(raw: &Raw<'_>, report: &mut Report<'_>) -> Option<Option<Options>> {
    let Some(tag) = raw.tag("Rules") else { return Some(None) };
    match tag.value.parse() {
        Ok(options) => Some(Some(options)),
        Err(error) => {
            report.add(tag.at + error.at.min(tag.value.len()), "rules", error.message);
            None
        }
    }
}

/// The result by tag and by the mark behind the moves, which must not contradict each other.
fn read_result(raw: &Raw<'_>, report: &mut Report<'_>) -> Option<(usize, Score)> {
    let tag = raw.tag("Result").filter(|tag| !matches!(tag.value.trim(), "" | "?"));
    let by_tag = tag.and_then(|tag| {
        let given = Given::read(tag.value.trim());
        if given.is_none() {
            let message =
                format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `{}`", shown(&tag.value));
            report.add(tag.at, "result", message);
        }
        Some((tag.at, given?))
    });
    let score = |given: Option<(usize, Given)>| match given {
        Some((at, Given::Known(score))) => Some((at, score)),
        Some((_, Given::Unknown)) | None => None,
    };
    let (by_tag, by_mark) = (score(by_tag), score(raw.end));
    if let (Some((_, tag)), Some((at, mark))) = (by_tag, by_mark)
        && tag != mark
    {
        let message =
            format!("the `Result` tag says `{}`, the moves end with `{}`", tag.pgn(), mark.pgn());
        report.add(at, "result", message);
    }
    by_tag.or(by_mark)
}

/// Reads the moves. Coordinates are tried with either count of ranks; the one that gets further is
/// meant, and ranks from 0 if neither does.
fn read_moves(
    raw: &Raw<'_>,
    start: &Position,
    ranks: Ranks,
    report: &mut Report<'_>,
) -> Option<Vec<(usize, Move)>> {
    check_length(&raw.moves, report)?;
    let plain: Option<Vec<String>> = raw.moves.iter().map(|(_, text)| coordinates(text)).collect();
    let has_ten = plain.iter().flatten().any(|text| text.len() > 4);
    let from_one = || {
        let texts = plain.iter().flatten().map(String::as_str);
        replay(start, texts, |position, text| {
            notation::read_as(position, text, Notation::UciFromOne)
        })
    };
    let as_they_are = || {
        let texts = raw.moves.iter().map(|(_, text)| *text);
        replay(start, texts, notation::read)
    };
    let read = match &plain {
        Some(_) if has_ten || ranks == Ranks::FromOne => from_one(),
        None => as_they_are(),
        Some(_) => match as_they_are() {
            Ok(moves) => Ok(moves),
            Err((far, error)) => match from_one() {
                Err((further, other)) if further > far => Err((further, other)),
                Err(_) => Err((far, error)),
                Ok(moves) => Ok(moves),
            },
        },
    };
    match read {
        Ok(moves) => Some(raw.moves.iter().map(|(at, _)| *at).zip(moves).collect()),
        Err((index, error)) => {
            let (at, text) = raw.moves[index];
            let message = format!("move {} `{}`: {}", index + 1, shown(text), error.message);
            report.add(at, "action", message);
            None
        }
    }
}

/// The moves of the texts, or which of them is none and why.
fn replay<'t>(
    start: &Position,
    texts: impl Iterator<Item = &'t str>,
    read: impl Fn(&Position, &str) -> Result<Move, TextError>,
) -> Result<Vec<Move>, (usize, TextError)> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (index, text) in texts.enumerate() {
        let played = read(&position, text).map_err(|error| (index, error))?;
        position.make(played);
        moves.push(played);
    }
    Ok(moves)
}

/// `h2e2` of `H2-E2`: two squares, ranks of one or two digits, if the text is that.
fn coordinates(text: &str) -> Option<String> {
    let plain: String = text.chars().filter(|&c| c != '-').collect();
    let plain = plain.to_ascii_lowercase();
    let second = 1 + plain.get(1..)?.find(|c: char| !c.is_ascii_digit())?;
    let is_square = |square: &str| {
        let digits = square.strip_prefix(|c| matches!(c, 'a'..='i'));
        digits.is_some_and(|digits| {
            matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    (is_square(plain.get(..second)?) && is_square(plain.get(second..)?)).then_some(plain)
}
