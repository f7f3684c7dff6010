use alloc::string::String;
use core::fmt;

/// Outside text that could not be read: where, what was expected, what stood there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Stable, kebab-case: `board-size`, `pieces`, `turn`, `square`, `counter`, ….
    pub code: &'static str,
    /// Byte offset into the text that was given.
    pub at: usize,
    /// One English sentence: what was expected there.
    pub message: String,
}

impl TextError {
    /// An error at byte `at`.
    pub fn new(code: &'static str, at: usize, message: impl Into<String>) -> TextError {
        TextError { code, at, message: message.into() }
    }

    /// The same error inside a longer text that has `offset` bytes before this one.
    pub fn shifted(mut self, offset: usize) -> TextError {
        self.at += offset;
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.message, self.at)
    }
}

impl core::error::Error for TextError {}
