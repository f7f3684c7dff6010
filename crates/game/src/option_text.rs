use crate::TextError;
use alloc::format;
use core::{fmt, mem};

/// Reads the options of a game: words `key=value` with single spaces between them. `set` receives
/// each key, and its value if there is one.
///
/// ```
/// use game::{TextError, read_options};
///
/// let (mut rounds, mut is_fast) = (1, false);
/// read_options("rounds=3 fast", |key, value| {
///     match (key, value) {
///         ("rounds", Some(value)) => {
///             let wrong = |_| TextError::option_value(key, "a number", value);
///             rounds = value.parse().map_err(wrong)?;
///         }
///         ("fast", None) => is_fast = true,
///         _ => return Err(TextError::unknown_option("the toss", key)),
///     }
///     Ok(())
/// })?;
/// assert_eq!((rounds, is_fast), (3, true));
/// # Ok::<(), TextError>(())
/// ```
///
/// # Errors
/// The first error of `set`, at the place of its word in the text.
pub fn read_options(
    text: &str,
    mut set: impl FnMut(&str, Option<&str>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let mut at = 0;
    for word in text.split(' ').filter(|_| !text.is_empty()) {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (word, None),
        };
        set(key, value).map_err(|error| error.shifted(at))?;
        at += word.len() + 1;
    }
    Ok(())
}

impl TextError {
    /// A game has no option with this key.
    ///
    /// ```
    /// use game::TextError;
    ///
    /// let error = TextError::unknown_option("banqi", "speed");
    /// assert_eq!(error.to_string(), "banqi has no option `speed` (at byte 0)");
    /// ```
    pub fn unknown_option(game: &str, key: &str) -> TextError {
        TextError::new("option", 0, format!("{game} has no option `{}`", key.escape_debug()))
    }

    /// An option has no such value.
    ///
    /// ```
    /// use game::TextError;
    ///
    /// let error = TextError::option_value("locks", "0, 1 or 2", "3");
    /// assert_eq!(error.message, "expected 0, 1 or 2 for `locks`, found `3`");
    /// ```
    pub fn option_value(key: &str, expected: &str, found: &str) -> TextError {
        let found = found.escape_debug();
        TextError::new("option", 0, format!("expected {expected} for `{key}`, found `{found}`"))
    }
}

/// Writes options as [`read_options`] reads them.
///
/// ```
/// use core::fmt;
/// use game::OptionWriter;
///
/// struct Options { rounds: u8, limit: Option<u16> }
///
/// impl fmt::Display for Options {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         let mut writer = OptionWriter::new(f);
///         writer.put("rounds", self.rounds, 1)?;
///         writer.put_limit("limit", self.limit, Some(60), "off")
///     }
/// }
///
/// assert_eq!(Options { rounds: 3, limit: None }.to_string(), "rounds=3 limit=off");
/// assert_eq!(Options { rounds: 1, limit: Some(9) }.to_string(), "limit=9");
/// ```
pub struct OptionWriter<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    is_later: bool,
}

impl<'a, 'f> OptionWriter<'a, 'f> {
    /// A writer of options to this place.
    pub const fn new(f: &'a mut fmt::Formatter<'f>) -> OptionWriter<'a, 'f> {
        OptionWriter { f, is_later: false }
    }

    /// Writes an option unless it has its default value.
    pub fn put<T: PartialEq + fmt::Display>(
        &mut self,
        key: &str,
        value: T,
        default: T,
    ) -> fmt::Result {
        if value == default { Ok(()) } else { self.write(key, value) }
    }

    /// Writes a limit unless it has its default value. `off` is the word for no limit.
    pub fn put_limit(
        &mut self,
        key: &str,
        value: Option<u16>,
        default: Option<u16>,
        off: &str,
    ) -> fmt::Result {
        match value {
            _ if value == default => Ok(()),
            Some(limit) => self.write(key, limit),
            None => self.write(key, off),
        }
    }

    fn write(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        let space = if mem::replace(&mut self.is_later, true) { " " } else { "" };
        write!(self.f, "{space}{key}={value}")
    }
}
