//! Terminal output: results on stdout, messages on stderr. No other file of this program prints.

use std::{
    borrow::Cow,
    fmt,
    io::{self, BufWriter, IsTerminal, StdoutLock, Write},
};

/// Maximum number of characters of an error message, which may quote a whole file.
const MAX_CHARS: usize = 1_000;

/// Buffered standard output for results.
///
/// Bytes are written unchanged, except at a terminal: there control characters are escaped
/// ([`shown`]), because game files may come from untrusted sources. [`Results::finish`] must be
/// called to see errors of the last write.
pub struct Results {
    out: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
}

impl Results {
    /// Locks the standard output.
    pub fn new() -> Results {
        let out = io::stdout().lock();
        let is_terminal = out.is_terminal();
        Results { out: BufWriter::with_capacity(1 << 16, out), is_terminal }
    }

    /// Flushes the output.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Write for Results {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes).map_err(undelivered);
        }
        let text = String::from_utf8_lossy(bytes);
        for part in text.split_inclusive(['\n', '\t']) {
            let (line, end) = match part.strip_suffix(['\n', '\t']) {
                Some(line) => part.split_at(line.len()),
                None => (part, ""),
            };
            self.out.write_all(shown(line).as_bytes()).map_err(undelivered)?;
            self.out.write_all(end.as_bytes()).map_err(undelivered)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(undelivered)
    }
}

/// Replaces user name and password in a URL.
pub const PASSWORD: &str = "://…@";

/// Replaces user name and password of a URL by [`PASSWORD`].
pub fn without_password(text: &str) -> Cow<'_, str> {
    let Some((before, rest)) = text.split_once("://") else { return text.into() };
    match rest.rsplit_once('@') {
        Some((_, after)) => format!("{before}{PASSWORD}{after}").into(),
        None => text.into(),
    }
}

/// Adds "cannot write the standard output" to an error.
fn undelivered(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write the standard output: {error}"))
}

/// Prints a result and a newline.
///
/// # Errors
/// The output is closed or the disk is full.
pub fn print(result: impl fmt::Display) -> io::Result<()> {
    let mut results = Results::new();
    // One write, so that a terminal does not receive part of a character.
    results.write_all(format!("{result}\n").as_bytes())?;
    results.finish()
}

/// Prints a status message. Errors are ignored: a server or a match continues without its output.
pub fn tell(news: impl fmt::Display) {
    let _ = print(news);
}

/// Prints a message to stderr in one line, after the program's name.
pub fn complain(what: impl fmt::Display) {
    complain_as_it_is(format!("chuhe: {what}"));
}

/// Prints a message to stderr in one line.
pub fn complain_as_it_is(what: impl fmt::Display) {
    let what = what.to_string();
    let cut = what.char_indices().nth(MAX_CHARS).map_or(what.len(), |(end, _)| end);
    let more = if cut < what.len() { " …" } else { "" };
    let _ = writeln!(io::stderr(), "{}{more}", shown(&what[..cut]));
}

/// Escapes characters that move the cursor, change colours or change the writing direction, as
/// `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if is_command(char) { shown.extend(char.escape_default()) } else { shown.push(char) }
    }
    shown.into()
}

/// Whether a terminal interprets a character instead of showing it: control characters, line and
/// paragraph separators, and bidirectional marks.
const fn is_command(char: char) -> bool {
    matches!(
        char,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_text_alone() {
        for (text, expected) in [
            ("炮二平五 «é»", "炮二平五 «é»"),
            ("\u{1b}[31mred\u{1b}]0;title\u{7}", "\\u{1b}[31mred\\u{1b}]0;title\\u{7}"),
            ("two\r\nlines\tand", "two\\r\\nlines\\tand"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("gnp.\u{202e}exe\u{2069}", "gnp.\\u{202e}exe\\u{2069}"),
            ("a\u{2028}b\u{85}c\u{200f}", "a\\u{2028}b\\u{85}c\\u{200f}"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn no_password_is_repeated() {
        for (text, expected) in [
            ("postgres://chuhe:s3cret@db/chuhe", "postgres://…@db/chuhe"),
            ("--x=nats://t0ken@nats:4222", "--x=nats://…@nats:4222"),
            ("postgres://chuhe:a@b@db/chuhe", "postgres://…@db/chuhe"),
            ("http://127.0.0.1/", "http://127.0.0.1/"),
            ("ada@example", "ada@example"),
        ] {
            assert_eq!(without_password(text), expected);
        }
    }
}
