//! The marks of a DhtmlXQ text, before what they hold is understood.

use crate::{
    limits::DHTMLXQ_VALUES,
    text::{Report, shown},
};
use std::collections::{BTreeMap, btree_map::Entry};

/// Value of a key and its first byte in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockValue<'a> {
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// One game: the text between `[DhtmlXQ]` and `[/DhtmlXQ]`.
#[derive(Default)]
pub(super) struct Block<'a> {
    /// Values by key in lower case.
    values: BTreeMap<String, BlockValue<'a>>,
}

impl<'a> Block<'a> {
    /// Returns the value of a key in lower case, unless it is blank.
    pub(super) fn get(&self, key: &str) -> Option<BlockValue<'a>> {
        self.values.get(key).copied().filter(|value| !value.text.trim().is_empty())
    }

    /// Iterates over the keys that begin with `prefix`: the numbers of a key, and its value.
    pub(super) fn numbered(
        &self,
        prefix: &'static str,
    ) -> impl Iterator<Item = (Vec<usize>, BlockValue<'a>)> {
        let keys = self.values.range(prefix.to_owned()..);
        keys.take_while(move |(name, _)| name.starts_with(prefix)).filter_map(
            move |(name, value)| {
                let numbers = numbers(name, prefix)?;
                (!value.text.trim().is_empty()).then_some((numbers, *value))
            },
        )
    }
}

/// Parses the numbers of a key such as `move_0_2_1` or `comment12`.
fn numbers(key: &str, prefix: &str) -> Option<Vec<usize>> {
    /// Maximum number of numbers in a key that has a meaning.
    const MAX_NUMBERS: usize = 3;
    let begin = key.get(..prefix.len()).filter(|begin| same(begin, prefix))?;
    let number = |text: &str| text.parse().ok().filter(|_| text.len() <= 5);
    key[begin.len()..].split('_').take(MAX_NUMBERS + 1).map(number).collect()
}

/// Prefix of a variation's key. The numbers are the line it leaves, the move, and its own number.
pub(super) const VARIATION: &str = "move_";

/// Prefix of a comment's key. The numbers are the variation, if any, and the move.
pub(super) const COMMENT: &str = "comment";

/// Parses the blocks of a text. Marks without the frame, as some pages show them, are one block.
pub(super) fn read<'s>(report: &mut Report<'s>) -> Vec<Block<'s>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open: Option<usize> = None;
    let mut marks = Marks::new(report.source.text());
    while let Some((mark_at, name)) = marks.next_mark() {
        match name {
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
                let Some((value, closing)) = marks.value() else {
                    report.add(mark_at, "tag", format!("`{}` is never closed", shown(key)));
                    break;
                };
                // Sites close values that are not read here by other names.
                if !is_read(key) {
                    continue;
                }
                if !closing.is_some_and(|name| same(name, key)) {
                    let message = format!("expected `[/DhtmlXQ_{}]` after this value", shown(key));
                    report.add(mark_at, "tag", message);
                    continue;
                }
                if blocks.is_empty() {
                    blocks.push(Block::default());
                }
                let Some(block) = blocks.last_mut() else { break };
                if block.values.len() >= DHTMLXQ_VALUES {
                    let message = format!("expected at most {DHTMLXQ_VALUES} values in one game");
                    report.add(mark_at, "length", message);
                    // The end of the block was not looked for.
                    open = None;
                    break;
                }
                match block.values.entry(key.to_ascii_lowercase()) {
                    Entry::Vacant(entry) => {
                        entry.insert(value);
                    }
                    Entry::Occupied(_) => {
                        report.add(mark_at, "tag", format!("`{}` stands twice", shown(key)));
                    }
                }
            }
        }
    }
    if let Some(at) = open {
        report.add(at, "tag", UNCLOSED);
    }
    debug_assert!(marks.passed <= report.source.text().len(), "a byte was passed twice");
    blocks
}

const UNCLOSED: &str = "this block never ends: expected `[/DhtmlXQ]`";

fn same(name: &str, key: &str) -> bool {
    name.eq_ignore_ascii_case(key)
}

/// Whether the reader uses a key's value.
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

/// Name that every mark contains.
const NAME: &str = "DhtmlXQ";

/// Reads the marks of a text from its beginning to its end, each byte a bounded number of times.
struct Marks<'a> {
    text: &'a str,
    at: usize,
    /// Number of bytes that searches have passed over, to check that reading is linear.
    passed: usize,
}

impl<'a> Marks<'a> {
    const fn new(text: &'a str) -> Marks<'a> {
        Marks { text, at: 0, passed: 0 }
    }

    /// Returns the next `[DhtmlXQ]`, `[/DhtmlXQ]` or `[DhtmlXQ_key]` and its first byte. Closing
    /// marks of values that are not open are skipped.
    fn next_mark(&mut self) -> Option<(usize, Name<'a>)> {
        loop {
            let at = self.find(NAME)?;
            let before = &self.text[..at];
            let rest = &self.text[at + NAME.len()..];
            let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let key_length = rest.find(|c: char| !is_key(c)).unwrap_or(rest.len());
            let key = &rest[..key_length];
            // A mark begins with a bracket, so none begins inside the key.
            self.go_to(at + NAME.len() + key_length);
            if !rest[key_length..].starts_with(']') {
                continue;
            }
            // A page around an `iframe` has marks of other names for its beginning and end.
            let is_frame = key.is_empty() || same(key, "iFrame") || same(key, "HTML");
            let (begin, name) = if before.ends_with("[/") && is_frame {
                (at - 2, Name::Close)
            } else if before.ends_with('[') && is_frame {
                (at - 1, Name::Open)
            } else if before.ends_with('[') && key.starts_with('_') {
                (at - 1, Name::Key(&key[1..]))
            } else {
                continue;
            };
            self.go_to(self.at + 1);
            return Some((begin, name));
        }
    }

    /// Returns the value that begins here, up to the next closing mark, and that mark's key if it
    /// has one. `None` if no closing mark follows.
    fn value(&mut self) -> Option<(BlockValue<'a>, Option<&'a str>)> {
        const CLOSING: &str = "[/DhtmlXQ";
        let at = self.at;
        let end = self.find(CLOSING)?;
        self.go_to(end + CLOSING.len());
        let rest = &self.text[self.at..];
        let key = rest.find(']').map(|length| &rest[..length]);
        self.go_to(key.map_or(self.text.len(), |key| self.at + key.len() + 1));
        let key = key.and_then(|key| key.strip_prefix('_'));
        Some((BlockValue { at, text: &self.text[at..end] }, key))
    }

    /// Finds the next occurrence of `what`, capitals or not.
    fn find(&mut self, what: &str) -> Option<usize> {
        let (rest, what) = (&self.text.as_bytes()[self.at..], what.as_bytes());
        let found = rest.windows(what.len()).position(|part| part.eq_ignore_ascii_case(what));
        if found.is_none() {
            self.passed += rest.len();
        }
        Some(self.at + found?)
    }

    fn go_to(&mut self, at: usize) {
        self.passed += at - self.at;
        self.at = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    /// Marks, keys and values that end, that never end, and that only begin alike.
    #[test]
    fn every_byte_is_passed_once() {
        for part in [
            "[DhtmlXQ]",
            "[DhtmlXQ]\n[/DhtmlXQ]\n",
            "[DhtmlXQ_comment1]x[/DhtmlXQ_comment1]",
            "[DhtmlXQ_unknown]x[/DhtmlXQ",
            "DhtmlXQ",
            "[DhtmlXQ_",
            "[/DhtmlXQ_red]",
            "[[DhtmlXQ_red",
            "[",
            "棋",
        ] {
            let text = part.repeat(1_000);
            let mut marks = Marks::new(&text);
            while let Some((_, name)) = marks.next_mark() {
                if matches!(name, Name::Key(_)) && marks.value().is_none() {
                    break;
                }
            }
            assert!(marks.passed <= text.len(), "{part}: {} of {}", marks.passed, text.len());
        }
    }

    #[test]
    fn a_block_has_a_limited_number_of_values() {
        let values = |count: usize| -> String {
            let key = |i: usize| format!("DhtmlXQ_comment{}_{}", i / 1_000, i % 1_000);
            (0..count).map(key).map(|key| format!("[{key}]x[/{key}]")).collect()
        };
        for (count, codes) in [(DHTMLXQ_VALUES, &[][..]), (DHTMLXQ_VALUES + 1, &["length"])] {
            let text = values(count);
            let source = Source::read(text.as_bytes(), text.len()).expect("a text");
            let mut report = Report::new(&source);
            assert_eq!(read(&mut report)[0].values.len(), DHTMLXQ_VALUES);
            let found: Vec<_> = report.problems.iter().map(|problem| problem.code).collect();
            assert_eq!(found, codes, "{count}");
        }
    }
}
