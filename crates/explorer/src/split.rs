//! Splits a stream of PGN into the texts of single games.

use std::io::{self, BufRead};

/// Maximum size of one game's text, in bytes.
const GAME_BYTES: usize = 1 << 20;

/// Text of a game in a file.
pub(crate) struct Chunk {
    /// First line, from 1.
    pub(crate) line: u64,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether the text is longer than the maximum. `bytes` is its beginning.
    pub(crate) is_too_long: bool,
}

/// Reads the games one after another, each in bounded memory.
pub(crate) struct Chunks<R> {
    input: R,
    /// Number of lines read.
    lines: u64,
    /// A line that begins the next game.
    next: Vec<u8>,
}

impl<R: BufRead> Chunks<R> {
    pub(crate) const fn new(input: R) -> Chunks<R> {
        Chunks { input, lines: 0, next: Vec::new() }
    }

    /// Returns the next game; `None` at the end.
    pub(crate) fn read(&mut self) -> io::Result<Option<Chunk>> {
        let mut chunk = Chunk { line: self.lines.max(1), bytes: Vec::new(), is_too_long: false };
        let (mut has_moves, mut has_ended, mut in_comment, mut after_blank) =
            (false, false, false, false);
        let mut has_text = false;
        loop {
            let mut line = std::mem::take(&mut self.next);
            if line.is_empty() {
                // A line without an end is read in parts.
                let mut part = io::Read::take(&mut self.input, GAME_BYTES as u64 + 1);
                if part.read_until(b'\n', &mut line)? == 0 {
                    return Ok(has_text.then_some(chunk));
                }
                self.lines += 1;
            }
            let text = line.trim_ascii();
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
            let is_tag = is_tag(text);
            let is_next = if in_comment {
                // A comment that never ends does not hide the games after it.
                is_tag && has_moves && after_blank
            } else {
                (is_tag && has_moves) || (has_ended && !text.is_empty())
            };
            if is_next {
                self.next = line;
                return Ok(Some(chunk));
            }
            after_blank = text.is_empty();
            if !text.is_empty() {
                if !has_text {
                    chunk.line = self.lines;
                    has_text = true;
                }
                if !is_tag || in_comment {
                    has_moves = true;
                    in_comment = is_open_after(text, in_comment);
                    has_ended = !in_comment && ends_with_result(text);
                }
            }
            if chunk.bytes.len() + line.len() > GAME_BYTES {
                chunk.is_too_long = true;
            } else if has_text {
                chunk.bytes.extend_from_slice(&line);
            }
        }
    }

    /// Everything that was not read yet.
    pub(crate) fn into_input(self) -> R {
        self.input
    }
}

/// Whether a line is a tag: `[Name "value"]`.
fn is_tag(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else { return false };
    let inside = inside.trim_ascii_start();
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let name = name.count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}

/// Whether a comment is open after a line.
fn is_open_after(line: &[u8], mut is_open: bool) -> bool {
    for &byte in line {
        match byte {
            b'{' => is_open = true,
            b'}' => is_open = false,
            b';' if !is_open => break,
            _ => {}
        }
    }
    is_open
}

fn ends_with_result(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|result| {
        let Some(before) = line.strip_suffix(*result) else { return false };
        before.last().is_none_or(u8::is_ascii_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(u64, String)> {
        let mut chunks = Chunks::new(text.as_bytes());
        let mut games = Vec::new();
        while let Some(chunk) = chunks.read().unwrap() {
            games.push((chunk.line, String::from_utf8(chunk.bytes).unwrap().trim().to_owned()));
        }
        games
    }

    #[test]
    fn games_begin_with_tags_or_after_a_result() {
        let found = split(
            "\n[Red \"a\"]\n[Black \"b\"]\n\n1. h2e2\nh9g7\n\n[Red \"c\"]\n1. h2e2 *\n\n1. h0g2 1-0\n",
        );
        let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 8, 11]);
        assert_eq!(found[0].1, "[Red \"a\"]\n[Black \"b\"]\n\n1. h2e2\nh9g7");
        assert_eq!(found[2].1, "1. h0g2 1-0");
        assert_eq!(split("\n \n"), []);
    }

    #[test]
    fn tags_inside_comments_begin_no_game() {
        let text = "[Red \"a\"]\n\n1. h2e2 {as in\n[Red \"x\"]\nthere *\n} h9g7 *\n";
        assert_eq!(split(text).len(), 1);
        let open = "[Red \"a\"]\n\n1. h2e2 {never ends\n\n[Red \"b\"]\n\n1. h2e2 *\n";
        let lines: Vec<u64> = split(open).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 5]);
    }

    #[test]
    fn a_huge_game_takes_bounded_memory() {
        let mut text = "[Red \"a\"]\n\n".to_owned();
        text += &"h2e2 ".repeat(1 << 19);
        text += "\n\n[Red \"b\"]\n\n1. h2e2 *\n";
        let mut chunks = Chunks::new(text.as_bytes());
        let huge = chunks.read().unwrap().unwrap();
        assert!(huge.is_too_long && huge.bytes.len() <= GAME_BYTES);
        let next = chunks.read().unwrap().unwrap();
        assert!(!next.is_too_long && next.bytes.starts_with(b"[Red \"b\"]"));
        assert!(chunks.read().unwrap().is_none());
    }
}
