use alloc::{string::String, vec::Vec};
use core::fmt;

/// The referee's "no": a stable code and its values for whoever words it, and a sentence for people.
///
/// A refusal never says more than the refused seat's own view could tell.
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
    /// Stable, kebab-case: `not-your-turn`, `blocked-leg`, `leaves-general-attacked`, ….
    pub code: &'static str,
    /// What the code is about, in the field's texts: points, numbers. May be empty.
    pub values: Vec<String>,
    /// One English sentence naming what and where.
    pub message: String,
}

impl Refusal {
    /// A refusal with a stable code and a sentence for people.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, values: Vec::new(), message: message.into() }
    }

    /// The same about one thing more.
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
