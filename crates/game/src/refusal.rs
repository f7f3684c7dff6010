use alloc::string::String;
use core::fmt;

/// The referee's "no": a stable code for programs and a sentence for people.
///
/// A refusal never says more than the refused seat's own view could tell.
///
/// ```
/// use game::Refusal;
///
/// let no = Refusal::new("blocked-leg", "the piece on b1 blocks the horse's leg");
/// assert_eq!(no.code, "blocked-leg");
/// assert_eq!(no.to_string(), "the piece on b1 blocks the horse's leg (blocked-leg)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Stable, kebab-case: `not-your-turn`, `blocked-leg`, `leaves-general-attacked`, ….
    pub code: &'static str,
    /// One English sentence naming what and where.
    pub message: String,
}

impl Refusal {
    /// A refusal with a stable code and a sentence for people.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl core::error::Error for Refusal {}
