//! What is said to whoever started the program: results on the standard output, everything else on
//! the standard error output. No other file of this program prints.

use std::{
    borrow::Cow,
    fmt,
    io::{self, BufWriter, IsTerminal, StdoutLock, Write},
};

/// The most characters of a complaint: what it is about may have been as long as a file.
const MOST_CHARS: usize = 1_000;

/// The standard output, for results. It gives what was written as it is, except at a terminal: there
/// nothing but text gets through ([`shown`]), because a game's file may come from anybody. What is
/// written last is [`Results::finish`]ed: only then has it arrived.
pub struct Results {
    out: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
}

impl Results {
    /// Begins to write.
    pub fn new() -> Results {
        let out = io::stdout().lock();
        let is_terminal = out.is_terminal();
        Results { out: BufWriter::with_capacity(1 << 16, out), is_terminal }
    }

    /// Ends.
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

/// What stands in an address instead of who lets whom in by which password.
pub const PASSWORD: &str = "://…@";

/// A text in which no address has a password.
pub fn without_password(text: &str) -> Cow<'_, str> {
    let Some((before, rest)) = text.split_once("://") else { return text.into() };
    match rest.rsplit_once('@') {
        Some((_, after)) => format!("{before}{PASSWORD}{after}").into(),
        None => text.into(),
    }
}

/// The same error, with what could not be done.
fn undelivered(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write the standard output: {error}"))
}

/// Writes a result, with the end of its line.
///
/// # Errors
/// When it does not arrive: the disk is full, or nobody reads any more.
pub fn print(result: impl fmt::Display) -> io::Result<()> {
    let mut results = Results::new();
    // At once, so that a text is not cut in the middle of a letter.
    results.write_all(format!("{result}\n").as_bytes())?;
    results.finish()
}

/// Tells how things stand, where a server or a match goes on whether anybody hears it or not.
pub fn tell(news: impl fmt::Display) {
    let _ = print(news);
}

/// Says on the standard error output, after the program's name, what is wrong or worth knowing; in
/// one line, whatever is in it.
pub fn complain(what: impl fmt::Display) {
    complain_as_it_is(format!("chuhe: {what}"));
}

/// The same without the program's name.
pub fn complain_as_it_is(what: impl fmt::Display) {
    let what = what.to_string();
    let cut = what.char_indices().nth(MOST_CHARS).map_or(what.len(), |(end, _)| end);
    let more = if cut < what.len() { " …" } else { "" };
    let _ = writeln!(io::stderr(), "{}{more}", shown(&what[..cut]));
}

/// A text as it may stand in one line of a terminal: what moves the cursor, changes colours or turns
/// the direction of writing around is spelt out, `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        match is_command(char) {
            true => shown.extend(char.escape_default()),
            false => shown.push(char),
        }
    }
    shown.into()
}

/// Whether a terminal obeys a character instead of showing it: control characters, ends of lines and
/// paragraphs, and the marks that turn the direction of writing.
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
