//! The marks of a DhtmlXQ text, before what they hold is understood.

use crate::text::{Report, shown};

/// A value and where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockValue<'a> {
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// One game: what stands between `[DhtmlXQ]` and `[/DhtmlXQ]`.
#[derive(Default)]
pub(super) struct Block<'a> {
    values: Vec<(&'a str, BlockValue<'a>)>,
}

impl<'a> Block<'a> {
    /// The value of a key, if it has one that is not blank.
    pub(super) fn get(&self, key: &str) -> Option<BlockValue<'a>> {
        let found = self.values.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| *value).filter(|value| !value.text.trim().is_empty())
    }

    /// The numbers behind `prefix` in a key, and the key's value.
    pub(super) fn numbered(
        &self,
        prefix: &'static str,
    ) -> impl Iterator<Item = (Vec<usize>, BlockValue<'a>)> {
        self.values.iter().filter_map(move |(name, value)| {
            let numbers = numbers(name, prefix)?;
            (!value.text.trim().is_empty()).then_some((numbers, *value))
        })
    }
}

/// The numbers of a key such as `move_0_2_1` or `comment12`.
fn numbers(key: &str, prefix: &str) -> Option<Vec<usize>> {
    let begin = key.get(..prefix.len()).filter(|begin| same(begin, prefix))?;
    let number = |text: &str| text.parse().ok().filter(|_| text.len() <= 5);
    key[begin.len()..].split('_').map(number).collect()
}

/// What variations are called, by the line they leave, at which move, and their own number.
pub(super) const VARIATION: &str = "move_";

/// What comments are called, by the variation they are about, if any, and the move.
pub(super) const COMMENT: &str = "comment";

/// The blocks of a text. Some pages show the marks without the frame: that is one block.
pub(super) fn read<'s>(report: &mut Report<'s>) -> Vec<Block<'s>> {
    let text = report.source.text();
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = 0;
    while let Some((mark_at, mark)) = next_mark(text, at) {
        at = mark_at + mark.length;
        match mark.name {
            Name::Open => {
                if let Some(before) = open.replace(mark_at) {
                    report.add(before, "tag", UNCLOSED);
                }
                blocks.push(Block::default());
            }
            Name::Close => {
                if open.take().is_none() {
                    report.add(mark_at, "tag", "a block ends here that never began");
                }
            }
            Name::Key(key) => {
                let Some(end) = find(text, at, "[/DhtmlXQ") else {
                    report.add(mark_at, "tag", format!("`{}` is never closed", shown(key)));
                    break;
                };
                let value = BlockValue { at, text: &text[at..end] };
                at = text[end..].find(']').map_or(text.len(), |close| end + close + 1);
                let closing = text[end..at].get("[/DhtmlXQ_".len()..).unwrap_or_default();
                let is_closed = closing.strip_suffix(']').is_some_and(|name| same(name, key));
                if blocks.is_empty() {
                    blocks.push(Block::default());
                }
                let Some(block) = blocks.last_mut() else { break };
                // Sites close marks that nobody reads by other names; only ours must be right.
                if is_read(key) && !is_closed {
                    let message = format!("expected `[/DhtmlXQ_{}]` after this value", shown(key));
                    report.add(mark_at, "tag", message);
                } else if is_read(key) && block.values.iter().any(|(name, _)| same(name, key)) {
                    report.add(mark_at, "tag", format!("`{}` stands twice", shown(key)));
                } else if is_read(key) {
                    block.values.push((key, value));
                }
            }
        }
    }
    if let Some(at) = open {
        report.add(at, "tag", UNCLOSED);
    }
    blocks
}

const UNCLOSED: &str = "this block never ends: expected `[/DhtmlXQ]`";

fn same(name: &str, key: &str) -> bool {
    name.eq_ignore_ascii_case(key)
}

/// Whether a key's value is used.
fn is_read(key: &str) -> bool {
    const KEYS: [&str; 11] = [
        "red",
        "redname",
        "black",
        "blackname",
        "result",
        "endtype",
        "rules",
        "fen",
        "binit",
        "movelist",
        "move_0_1_0",
    ];
    KEYS.iter().any(|known| same(known, key))
        || numbers(key, VARIATION).is_some_and(|numbers| numbers.len() == 3)
        || numbers(key, COMMENT).is_some_and(|numbers| numbers.len() <= 2)
        || crate::Tag::ALL.iter().any(|tag| same(tag.dhtmlxq(), key))
}

enum Name<'a> {
    Open,
    Close,
    Key(&'a str),
}

struct Mark<'a> {
    name: Name<'a>,
    length: usize,
}

/// The next `[DhtmlXQ]`, `[/DhtmlXQ]` or `[DhtmlXQ_key]`; closing marks of values that are not open
/// are read past.
fn next_mark(text: &str, mut from: usize) -> Option<(usize, Mark<'_>)> {
    const NAME: &str = "DhtmlXQ";
    loop {
        let at = find(text, from, NAME)?;
        from = at + NAME.len();
        let rest = &text[from..];
        let key_end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let Some(key_end) = key_end.filter(|&end| rest[end..].starts_with(']')) else { continue };
        let key = &rest[..key_end];
        // What page an `iframe` shows begins and ends like a block.
        let is_frame = key.is_empty() || same(key, "iFrame") || same(key, "HTML");
        let (begin, name) = if text[..at].ends_with("[/") && is_frame {
            (at - 2, Name::Close)
        } else if text[..at].ends_with('[') && is_frame {
            (at - 1, Name::Open)
        } else if text[..at].ends_with('[') && key.starts_with('_') {
            (at - 1, Name::Key(&key[1..]))
        } else {
            continue;
        };
        return Some((begin, Mark { name, length: from + key_end + 1 - begin }));
    }
}

/// Where `what` stands next, capitals or not.
fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    let (bytes, what) = (text.as_bytes(), what.as_bytes());
    let windows = bytes.get(from..)?.windows(what.len());
    windows.into_iter().position(|window| window.eq_ignore_ascii_case(what)).map(|at| from + at)
}
