use alloc::string::String;
use core::fmt;

/// Error of a parser: position in the text, what was expected and what was found.
///
/// ```
/// use game::TextError;
///
/// let error = TextError::new("square", 3, "expected a file from a to i, found `j`");
/// assert_eq!(error.to_string(), "expected a file from a to i, found `j` (at byte 3)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Stable kebab-case code: `board-size`, `pieces`, `turn`, `square`, `counter`, ….
    pub code: &'static str,
    /// Byte offset into the parsed text.
    pub at: usize,
    /// One English sentence that names what was expected.
    pub message: String,
}

/// Maximum number of characters of a message.
const MESSAGE_CHARS: usize = 300;

impl TextError {
    /// Creates an error at byte `at`. A message of more than 300 characters, such as one that
    /// quotes a long text, is truncated.
    pub fn new(code: &'static str, at: usize, message: impl Into<String>) -> TextError {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(MESSAGE_CHARS) {
            message.truncate(end);
            message.push('…');
        }
        TextError { code, at, message }
    }

    /// Returns the error for a longer text in which `offset` bytes precede the parsed text.
    ///
    /// ```
    /// use game::TextError;
    ///
    /// /// Adds comma-separated numbers; the error position counts from the start of the line.
    /// fn sum(line: &str) -> Result<u32, TextError> {
    ///     let mut at = 0;
    ///     let mut sum = 0;
    ///     for word in line.split(',') {
    ///         let wrong = |_| TextError::new("number", 0, "expected a number").shifted(at);
    ///         sum += word.parse::<u32>().map_err(wrong)?;
    ///         at += word.len() + 1;
    ///     }
    ///     Ok(sum)
    /// }
    ///
    /// assert_eq!(sum("1,20,300"), Ok(321));
    /// assert_eq!(sum("1,20,x").unwrap_err().at, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
