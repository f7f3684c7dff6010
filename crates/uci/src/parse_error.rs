use std::fmt;

/// A line that cannot be obeyed: which word, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    message: String,
}

/// So much of a strange word is repeated.
const SHOWN: usize = 40;

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

/// A word from outside, fit to be put into one line.
fn shown(word: &str) -> String {
    let mut short: String = word.escape_debug().take(SHOWN).collect();
    if word.escape_debug().count() > SHOWN {
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
