use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// Notice for all players, such as an approaching draw: a stable code with its values, and an
/// English sentence.
///
/// A caller writes the notice in another language from the code and the values.
///
/// ```
/// use game::Warning;
///
/// let soon = Warning::new("quiet-limit", "3 more quiet plies draw the game").with(3);
/// assert_eq!((soon.code, &soon.values[..]), ("quiet-limit", &["3".to_owned()][..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Stable kebab-case code: `repetition-lost` (seat, reason), `repetition-drawn`,
    /// `repetition-count` (times, times more), `quiet-limit` (plies left).
    pub code: &'static str,
    /// Values the code refers to: numbers, seats as numbers, reasons by their stable text.
    pub values: Vec<String>,
    /// One English sentence.
    pub message: String,
}

impl Warning {
    /// Creates a warning without values.
    pub fn new(code: &'static str, message: impl Into<String>) -> Warning {
        Warning { code, values: Vec::new(), message: message.into() }
    }

    /// Appends a value.
    #[must_use]
    pub fn with(mut self, value: impl ToString) -> Warning {
        self.values.push(value.to_string());
        self
    }
}
