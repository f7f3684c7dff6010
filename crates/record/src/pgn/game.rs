//! One game of a PGN file.

use super::{
    moves::{Said, read_moves},
    token::{TagPair, Token},
    tree::Tree,
};
use crate::{
    ReplayedRecord, Tag, Tags,
    limits::DEPTH,
    score::{Given, Score},
    settle::{ImportedGame, OUTSIDE, check_length},
    start::read_fen,
    tags::known,
    text::{Report, shown},
};
use ::game::Reason;
use std::collections::BTreeSet;
use xiangqi::{Options, Position};

/// A game's tokens by kind.
#[derive(Default)]
pub(super) struct RawGame<'a> {
    /// Tags with their places. Only the first of a name is used.
    tags: Vec<(usize, TagPair<'a>)>,
    tree: Tree<'a>,
    end: Option<(usize, Given)>,
}

/// Splits tokens into games. A game ends with its result, or where tags follow its moves.
pub(super) fn split<'a>(
    tokens: Vec<(usize, Token<'a>)>,
    report: &mut Report<'_>,
) -> Vec<RawGame<'a>> {
    let mut games = vec![RawGame::default()];
    for (at, token) in tokens {
        let Some(current) = games.last_mut() else { break };
        let is_inside = current.tree.is_open();
        let is_next = match token {
            _ if is_inside => false,
            Token::Tag(_) => current.end.is_some() || !current.tree.main().is_empty(),
            Token::Move(_) | Token::Result(_) | Token::Open => current.end.is_some(),
            Token::Comment(_) | Token::Glyph(_) | Token::Close => false,
        };
        if is_next {
            games.push(RawGame::default());
        }
        let Some(current) = games.last_mut() else { break };
        match token {
            Token::Tag(_) if is_inside => {
                report.add(at, "tag", "expected no tag inside a variation");
            }
            Token::Tag(tag) => current.tags.push((at, tag)),
            // Results inside variations are not kept.
            Token::Result(_) if is_inside => {}
            Token::Result(given) => current.end = Some((at, given)),
            Token::Move(text) => current.tree.add_move(at, text),
            Token::Comment(text) => current.tree.add_comment(text),
            Token::Glyph(glyph) => current.tree.add_glyph(glyph),
            Token::Open if current.tree.is_full() => {
                let message = format!("variations lie inside each other more than `{DEPTH}` deep");
                report.add(at, "depth", message);
                break;
            }
            Token::Open => current.tree.open(at),
            Token::Close => current.tree.close(at),
        }
    }
    games.retain(|raw| !raw.tags.is_empty() || !raw.tree.main().is_empty());
    games
}

/// Converts a game to a record, and reports problems.
pub(super) fn understand(raw: &RawGame<'_>, report: &mut Report<'_>) -> Option<ReplayedRecord> {
    check_tags(raw, report);
    let said = read_format(raw, report);
    let rules = read_rules(raw, report);
    let score = read_result(raw, report);
    let start = match raw.tag("FEN") {
        Some(fen) => read_fen(&fen.value, fen.at, report),
        None => Some(Position::start()),
    };
    let start = start?;
    let texts = check_length(raw.tree.main(), report);
    let (reader, moves) = read_moves(texts, &start, said, report);
    let annotations = raw.tree.annotations(&start, &moves, reader, report);
    let name = |side, chess| known(raw.value(side).or(raw.value(chess)).unwrap_or_default());
    let names = [name("Red", "White"), name("Black", "Black")];
    let mut tags = Tags::default();
    for tag in Tag::ALL {
        tags.set(tag, raw.value(tag.pgn()).unwrap_or_default());
    }
    let (reason, is_cut) = (raw.termination(), moves.len() < raw.tree.main().len());
    let game =
        ImportedGame { start, moves, rules, score, reason, names, tags, annotations, is_cut };
    Some(game.settle(report))
}

impl RawGame<'_> {
    fn tag(&self, name: &str) -> Option<&TagPair<'_>> {
        self.tags.iter().map(|(_, tag)| tag).find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|tag| tag.value.as_str())
    }

    /// The reason of the result, in our words or in those of the PGN standard.
    fn termination(&self) -> Option<Reason> {
        let text = self.value("Termination")?;
        match text {
            "time forfeit" => Some(Reason::FlagFall),
            _ => OUTSIDE.into_iter().find(|reason| reason.as_str() == text),
        }
    }
}

/// Checks that no tag is repeated, and that the tags that name a game name xiangqi.
fn check_tags(raw: &RawGame<'_>, report: &mut Report<'_>) {
    let mut names = BTreeSet::new();
    for (at, tag) in &raw.tags {
        if !names.insert(tag.name.to_ascii_lowercase()) {
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

fn read_format(raw: &RawGame<'_>, report: &mut Report<'_>) -> Said {
    let Some(tag) = raw.tag("Format") else { return Said::Nothing };
    match tag.value.trim().to_ascii_uppercase().as_str() {
        "" | "ICCS" | "WXF" | "AXF" | "UCI" | "UCCI" | "SAN" | "CHINESE" | "中文" => {
            Said::Nothing
        }
        "UCI-1" => Said::RanksFromOne,
        "VIETNAMESE" => Said::Vietnamese,
        _ => {
            let message = format!(
                "expected `ICCS`, `WXF`, `Vietnamese`, `UCI` or `SAN`, found `{}`",
                shown(&tag.value)
            );
            report.add(tag.at, "format", message);
            Said::Nothing
        }
    }
}

/// The options of a `Rules` tag, if there is one that can be read.
fn read_rules(raw: &RawGame<'_>, report: &mut Report<'_>) -> Option<Options> {
    let tag = raw.tag("Rules")?;
    match tag.value.parse() {
        Ok(options) => Some(options),
        Err(error) => {
            report.add(tag.at + error.at.min(tag.value.len()), "rules", error.message);
            None
        }
    }
}

/// Reads the result from the tag and from the mark after the moves, which must agree.
fn read_result(raw: &RawGame<'_>, report: &mut Report<'_>) -> Option<(usize, Score)> {
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
