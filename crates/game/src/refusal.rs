use alloc::{string::String, vec::Vec};
use core::fmt;

/// Why the referee rejects an action: a stable code with its values, and an English sentence.
///
/// A caller writes the message in another language from the code and the values. A refusal contains
/// nothing that the rejected seat's own view does not show.
///
/// ```
/// use game::Refusal;
///
/// let no = Refusal::new("blocked-leg", "the piece on b1 blocks the horse's leg").with("b1");
/// assert_eq!((no.code, &no.values[..]), ("blocked-leg", &["b1".to_owned()][..]));
/// assert_eq!(no.to_string(), "the piece on b1 blocks the horse's leg (blocked-leg)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Stable kebab-case code: `not-your-turn`, `blocked-leg`, `leaves-general-attacked`, ….
    pub code: &'static str,
    /// Values the code refers to, in notation: points and numbers. May be empty.
    pub values: Vec<String>,
    /// One English sentence that names what is wrong and where.
    pub message: String,
}

impl Refusal {
    /// Creates a refusal without values.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, values: Vec::new(), message: message.into() }
    }

    /// Appends a value.
    #[must_use]
    pub fn with(mut self, value: impl alloc::string::ToString) -> Refusal {
        self.values.push(value.to_string());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl core::error::Error for Refusal {}
