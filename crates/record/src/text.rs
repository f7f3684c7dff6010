//! Bytes as text, and where in it something stands.

use crate::{Problem, limits::PROBLEMS};
use std::borrow::Cow;

/// Decodes GBK; `None` where that is not possible.
pub(crate) type GbkDecoder<'a> = &'a dyn Fn(&[u8]) -> Option<String>;

/// A file's text, or the place of one without text.
pub(crate) struct Source<'a> {
    text: Cow<'a, str>,
    /// Where each line begins; nothing for a file that is no text.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    /// UTF-8 with or without a byte-order mark, else GBK where this build reads it.
    pub(crate) fn read(bytes: &'a [u8], most: usize) -> Result<Source<'a>, Problem> {
        check_size(bytes, most)?;
        let text = match utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(problem) => Cow::Owned(gbk(bytes).ok_or(problem)?),
        };
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = [0].into_iter().chain(ends).collect();
        Ok(Source { text, lines })
    }

    /// A file that is no text: its places are bytes.
    pub(crate) const fn of_bytes() -> Source<'static> {
        Source { text: Cow::Borrowed(""), lines: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A problem at byte `at` of the text, or of the file that is none.
    pub(crate) fn problem(
        &self,
        at: usize,
        code: &'static str,
        message: impl Into<String>,
    ) -> Problem {
        if self.lines.is_empty() {
            return Problem::new(1, at + 1, code, message);
        }
        let line = self.lines.partition_point(|&begin| begin <= at).max(1);
        let before = self.text.get(self.lines[line - 1]..at).unwrap_or_default();
        Problem::new(line, before.chars().count() + 1, code, message)
    }
}

/// What was found wrong with a source, up to [`PROBLEMS`].
pub(crate) struct Report<'s> {
    pub(crate) source: &'s Source<'s>,
    pub(crate) problems: Vec<Problem>,
}

impl<'s> Report<'s> {
    pub(crate) fn new(source: &'s Source<'s>) -> Report<'s> {
        Report { source, problems: Vec::new() }
    }

    pub(crate) fn add(&mut self, at: usize, code: &'static str, message: impl Into<String>) {
        if !self.is_full() {
            self.problems.push(self.source.problem(at, code, message));
        }
    }

    /// Whether nothing more is reported, so that there is no point in looking further.
    pub(crate) const fn is_full(&self) -> bool {
        self.problems.len() >= PROBLEMS
    }

    /// The records if nothing was wrong, else the problems in the order of their places.
    pub(crate) fn finish<T>(mut self, records: T) -> Result<T, Vec<Problem>> {
        if self.problems.is_empty() {
            return Ok(records);
        }
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        Err(self.problems)
    }
}

pub(crate) fn check_size(bytes: &[u8], most: usize) -> Result<(), Problem> {
    if bytes.len() <= most {
        return Ok(());
    }
    let message = format!("expected at most {most} bytes, found {}", bytes.len());
    Err(Problem::new(1, 1, "format", message))
}

/// Whether bytes are UTF-8 text.
pub(crate) const fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok()
}

/// UTF-8 without its byte-order mark.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Problem::new(line, column, "format", "this is not UTF-8 text")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Decodes GBK, if this build knows how.
#[cfg(feature = "gbk")]
pub(crate) fn gbk(bytes: &[u8]) -> Option<String> {
    encoding_rs::GBK.decode_without_bom_handling_and_without_replacement(bytes).map(Cow::into_owned)
}

/// The page asks the browser instead, which has the tables already.
#[cfg(not(feature = "gbk"))]
pub(crate) fn gbk(_: &[u8]) -> Option<String> {
    None
}

/// At most 40 characters of a text, fit for a message.
pub(crate) fn shown(text: &str) -> String {
    // Quotes are what a file is full of: they are shown as they are.
    text.chars().take(40).collect::<String>().escape_debug().to_string().replace("\\\"", "\"")
}
