use crate::ParseError;
use std::{iter::Peekable, str::SplitWhitespace};

/// Iterator over the words of a line.
pub(crate) struct Words<'a> {
    words: Peekable<SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(line: &'a str) -> Words<'a> {
        Words { words: line.split_whitespace().peekable() }
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    pub(crate) fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    /// Takes all words before one for which `ends` returns `true`. That word is not consumed.
    pub(crate) fn take_until(&mut self, ends: impl Fn(&str) -> bool) -> Vec<&'a str> {
        let mut taken = Vec::new();
        while let Some(word) = self.words.next_if(|word| !ends(word)) {
            taken.push(word);
        }
        taken
    }

    /// Takes all remaining words.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        self.words.by_ref().map(str::to_owned).collect()
    }

    /// Parses an integer. Negative values become 0 and too large ones `u64::MAX`, so that an
    /// expired clock does not make a command invalid.
    pub(crate) fn number(&mut self, place: &str) -> Result<u64, ParseError> {
        let word = self.next();
        let digits = word.map(|word| word.strip_prefix('-').unwrap_or(word));
        match (word, digits) {
            (Some(word), Some(digits))
                if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                let is_negative = word.starts_with('-');
                Ok(if is_negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
            }
            _ => Err(ParseError::expected(place, "a whole number", word)),
        }
    }

    /// Parses an integer like [`Words::number`], limited to 32 bits.
    pub(crate) fn small_number(&mut self, place: &str) -> Result<u32, ParseError> {
        Ok(u32::try_from(self.number(place)?).unwrap_or(u32::MAX))
    }
}
