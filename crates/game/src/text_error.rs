use alloc::string::String;
use core::fmt;

/// Outside text that could not be read: where, what was expected, what stood there.
///
/// ```
/// use game::TextError;
///
/// let error = TextError::new("square", 3, "expected a file from a to i, found `j`");
/// assert_eq!(error.to_string(), "expected a file from a to i, found `j` (at byte 3)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Stable, kebab-case: `board-size`, `pieces`, `turn`, `square`, `counter`, ….
    pub code: &'static str,
    /// Byte offset into the text that was given.
    pub at: usize,
    /// One English sentence: what was expected there.
    pub message: String,
}

/// The most characters of a message.
const MESSAGE_CHARS: usize = 300;

impl TextError {
    /// An error at byte `at`. A message that quotes a long text is cut: what is wrong is said in
    /// its beginning.
    pub fn new(code: &'static str, at: usize, message: impl Into<String>) -> TextError {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(MESSAGE_CHARS) {
            message.truncate(end);
            message.push('…');
        }
        TextError { code, at, message }
    }

    /// The same error inside a longer text that has `offset` bytes before this one.
    ///
    /// ```
    /// use game::TextError;
    ///
    /// /// Numbers between commas; the error counts from the beginning of the line.
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
