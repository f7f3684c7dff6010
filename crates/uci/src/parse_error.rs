use std::fmt;

/// Error of a line that cannot be parsed: the word, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    message: String,
}

/// Maximum number of characters quoted from an unknown word.
const MAX_SHOWN_CHARS: usize = 40;

impl ParseError {
    pub(crate) fn expected(place: &str, expected: &str, found: Option<&str>) -> ParseError {
        let found = match found {
            Some(found) => format!("`{}`", shown(found)),
            None => "the end of the line".to_owned(),
        };
        ParseError { message: format!("{place}: expected {expected}, found {found}") }
    }

    pub(crate) fn unknown(what: &str, word: &str) -> ParseError {
        ParseError { message: format!("unknown {what} `{}`", shown(word)) }
    }
}

/// Escapes and shortens a word from outside so that it fits into one line.
fn shown(word: &str) -> String {
    let mut short: String = word.escape_debug().take(MAX_SHOWN_CHARS).collect();
    if word.escape_debug().count() > MAX_SHOWN_CHARS {
        short.push('…');
    }
    short
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}
