use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// What the players should hear now: a stable code and its values for whoever words it, and a
/// sentence for people.
///
/// ```
/// use game::Warning;
///
/// let soon = Warning::new("quiet-limit", "3 more quiet plies draw the game").with(3);
/// assert_eq!((soon.code, &soon.values[..]), ("quiet-limit", &["3".to_owned()][..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Stable, kebab-case: `repetition-lost` (seat, reason), `repetition-drawn`,
    /// `repetition-count` (times, times more), `quiet-limit` (plies left).
    pub code: &'static str,
    /// What the code is about: numbers, seats as numbers, reasons by their stable text.
    pub values: Vec<String>,
    /// One English sentence.
    pub message: String,
}

impl Warning {
    /// A warning with a stable code and a sentence for people.
    pub fn new(code: &'static str, message: impl Into<String>) -> Warning {
        Warning { code, values: Vec::new(), message: message.into() }
    }

    /// The same about one thing more.
    #[must_use]
    pub fn with(mut self, value: impl ToString) -> Warning {
        self.values.push(value.to_string());
        self
    }
}
