//! The lines of a file as keys and values, before their meaning is checked.

use crate::{
    Problem,
    limits::PROBLEMS,
    text::{check_size, utf8},
};

/// Value of a line and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Value<'_> {
    /// A problem at byte `at` of the value.
    pub(crate) fn problem(
        &self,
        at: usize,
        code: &'static str,
        message: impl Into<String>,
    ) -> Problem {
        let before = self.text.get(..at).unwrap_or(self.text);
        Problem::new(self.line, self.column + before.chars().count(), code, message)
    }
}

/// The lines of a file.
#[derive(Default)]
pub(crate) struct Lines<'a> {
    pub(crate) keys: Vec<(&'a str, Value<'a>)>,
    /// Numbered actions: number and text.
    pub(crate) actions: Vec<(Value<'a>, Value<'a>)>,
    /// Tags, notes, glyphs, marks and variations, in the order of the file.
    pub(crate) extras: Vec<(&'a str, Value<'a>)>,
    /// Sealed lines, in the order of the file.
    pub(crate) sealed: Vec<Value<'a>>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) last_line: usize,
}

/// Keys that occur once.
const KEYS: [&str; 9] =
    ["variant", "rules", "start", "seats", "actions", "position", "turn", "result", "seal"];

/// Keys that may occur any number of times.
const EXTRAS: [&str; 5] = ["tag", "note", "glyph", "mark", "variation"];

impl<'a> Lines<'a> {
    /// Reads a file of at most `most` bytes.
    pub(crate) fn read(bytes: &'a [u8], most: usize) -> Result<Lines<'a>, Problem> {
        check_size(bytes, most)?;
        let text = utf8(bytes)?;
        let mut lines = Lines::default();
        let mut numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        match numbered.next() {
            Some((_, "chuhe 1")) => {}
            first => {
                let shown: String =
                    first.map_or(String::new(), |(_, line)| line.chars().take(40).collect());
                let message =
                    format!("expected the first line `chuhe 1`, found `{}`", shown.escape_debug());
                return Err(Problem::new(1, 1, "format", message));
            }
        }
        lines.last_line = 1;
        for (number, line) in numbered {
            lines.last_line = number;
            lines.take(number, line);
        }
        Ok(lines)
    }

    fn take(&mut self, line: usize, text: &'a str) {
        let trimmed = text.trim_start();
        if trimmed.is_empty() {
            return;
        }
        let indent = text.len() - trimmed.len();
        let (word, rest) = trimmed.split_once(' ').unwrap_or((trimmed, ""));
        let value = rest.trim_start();
        let column = text[..text.len() - value.len()].chars().count() + 1;
        let value = Value { text: value.trim_end(), line, column };
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.actions.push((Value { text: word, line, column: indent + 1 }, value));
        } else if word == "sealed" {
            self.sealed.push(value);
        } else if EXTRAS.contains(&word) {
            self.extras.push((word, value));
        } else if !KEYS.contains(&word) {
            let shown: String = word.chars().take(40).collect();
            let message = format!(
                "expected a known word or a numbered action, found `{}`",
                shown.escape_debug()
            );
            self.report(Problem::new(line, indent + 1, "format", message));
        } else if self.get(word).is_some() {
            self.report(Problem::new(line, indent + 1, "format", format!("`{word}` stands twice")));
        } else {
            self.keys.push((word, value));
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.keys.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// Returns the value of a required key.
    pub(crate) fn require_field(&mut self, key: &str, code: &'static str) -> Option<Value<'a>> {
        let value = self.get(key);
        if value.is_none() {
            let message = format!("expected a line `{key} …`, there is none");
            self.report(Problem::new(self.last_line, 1, code, message));
        }
        value
    }

    pub(crate) fn report(&mut self, problem: Problem) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(problem);
        }
    }
}
