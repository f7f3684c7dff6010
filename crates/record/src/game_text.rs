//! Plain text of Chinese game sites: headings, then numbered moves.
//!
//! ```text
//! 标题: 第一局
//! 红方: 许银川
//! 黑方: 吕钦
//! 结果: 红胜
//!
//! 【主变: 红胜】
//! 　　1.　炮二平五　　马８进７
//! 　　2.　马二进三
//! ```
//!
//! * A heading is a name, a colon and a value. Unknown names are ignored. If a player is given with
//!   the team and again without it, the latter is used.
//! * A line that begins with a number or a move has moves, written like those of
//!   [`pgn`](crate::pgn). Any other line becomes a comment, and so does the text under a 【…】 other
//!   than 【主变】.
//! * Such texts are not written.

use crate::{
    ReplayedRecord,
    pgn::{self, TagPair, Token},
    text::Report,
};

/// Headings by PGN tag. Of several headings for one tag the first in this list is used.
const HEADINGS: [(&str, &[&str]); 13] = [
    ("Title", &["标题", "標題"]),
    ("Event", &["赛事", "賽事", "比赛", "比賽", "赛事名称"]),
    ("Round", &["轮次", "輪次"]),
    ("Opening", &["布局", "佈局", "开局", "開局"]),
    ("Red", &["红方姓名", "紅方姓名", "红方", "紅方", "红", "紅"]),
    ("Black", &["黑方姓名", "黑方", "黑"]),
    ("RedTeam", &["红方团体", "紅方團體"]),
    ("BlackTeam", &["黑方团体", "黑方團體"]),
    ("Result", &["结果", "結果"]),
    ("Date", &["日期", "时间", "時間"]),
    ("Site", &["地点", "地點"]),
    ("Annotator", &["评论", "評論", "作者"]),
    ("FEN", &["FEN", "局面", "初始局面"]),
];

/// Beginning of the line below a game that names the site.
const FOOTER: &str = "棋谱由";

/// Whether a text begins with a known heading.
pub(crate) fn begins(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    first.and_then(heading).is_some_and(|(name, _)| tag_of(name).is_some())
}

/// Reads all games of such a text.
pub(crate) fn games(report: &mut Report<'_>) -> Vec<ReplayedRecord> {
    let tokens = tokens(report);
    pgn::understand(tokens, report)
}

/// A heading with its tag, and its place among the headings for that tag.
struct Heading<'a> {
    tag: TagPair<'a>,
    rank: usize,
}

/// Converts the text to tokens of PGN.
fn tokens<'s>(report: &mut Report<'s>) -> Vec<(usize, Token<'s>)> {
    let mut tokens: Vec<(usize, Token<'s>)> = Vec::new();
    let mut headings: Vec<Heading<'s>> = Vec::new();
    // First byte of the current variation, and the notes before the first move.
    let mut aside: Option<usize> = None;
    let mut notes: Vec<(usize, Token<'s>)> = Vec::new();
    let text = report.source.text();
    let mut begin = 0;
    for whole in text.split_inclusive('\n') {
        let at = begin;
        begin += whole.len();
        let line = whole.trim();
        let at = at + whole.len() - whole.trim_start().len();
        let known = heading(line).and_then(|(name, value)| Some((tag_of(name)?, value)));
        if line.is_empty() {
            continue;
        }
        let ends_aside = known.is_some() || line.starts_with('【') || line.starts_with(FOOTER);
        if let Some(from) = aside.take_if(|_| ends_aside) {
            tokens.push((from, Token::Comment(text[from..at].trim())));
        }
        if let Some(((tag, rank), value)) = known {
            let at = at + line.len() - value.len();
            let tag = TagPair { name: tag, at, value: value.to_owned() };
            take_heading(&mut headings, Heading { tag, rank });
        } else if line.starts_with('【') {
            let is_main = line.starts_with("【主变") || line.starts_with("【主變");
            aside = (!is_main).then_some(at);
        } else if aside.is_some() || line.starts_with(FOOTER) {
            // The line belongs to a variation, or names the site.
        } else if pgn::is_of_moves(line) {
            flush(&mut headings, &mut notes, &mut tokens);
            tokens.extend(pgn::tokenize(at..at + line.len(), report));
        } else if heading(line).is_none() {
            let is_before = !headings.is_empty();
            let list = if is_before { &mut notes } else { &mut tokens };
            list.push((at, Token::Comment(line)));
        }
    }
    flush(&mut headings, &mut notes, &mut tokens);
    if let Some(from) = aside {
        tokens.push((from, Token::Comment(text[from..].trim())));
    }
    tokens
}

/// Keeps the better heading of two for one tag.
fn take_heading<'a>(headings: &mut Vec<Heading<'a>>, new: Heading<'a>) {
    let value = new.tag.value.trim();
    if value.is_empty() {
        return;
    }
    match headings.iter_mut().find(|old| old.tag.name == new.tag.name) {
        Some(old) if old.rank <= new.rank => {}
        Some(old) => *old = new,
        None => headings.push(new),
    }
}

/// Moves the tags and then the notes of a game to the tokens. Tags come first because they begin a
/// game.
fn flush<'a>(
    headings: &mut Vec<Heading<'a>>,
    notes: &mut Vec<(usize, Token<'a>)>,
    tokens: &mut Vec<(usize, Token<'a>)>,
) {
    tokens.extend(headings.drain(..).map(|Heading { tag, .. }| (tag.at, Token::Tag(tag))));
    tokens.append(notes);
}

/// Splits a heading into name and value: `红方: 许银川`.
fn heading(line: &str) -> Option<(&str, &str)> {
    /// Maximum length of a heading's name, in characters.
    const MAX_MARK_CHARS: usize = 8;
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim();
    let is_name = name.chars().all(char::is_alphabetic) && !name.is_empty();
    (is_name && name.chars().count() <= MAX_MARK_CHARS).then(|| (name, value.trim()))
}

/// Returns the tag of a heading, and its place among the headings for this tag.
fn tag_of(heading: &str) -> Option<(&'static str, usize)> {
    HEADINGS.iter().find_map(|(tag, names)| {
        let rank = names.iter().position(|name| name.eq_ignore_ascii_case(heading))?;
        Some((*tag, rank))
    })
}
