use crate::Seat;
use core::{fmt, str::FromStr};

/// An action that was played, with what it brought to light for everyone.
///
/// Its text is the action's, followed by `=` and the revealed piece where there is one: `c2=k`.
///
/// ```
/// use game::{Played, Seat};
///
/// // An action is whatever the game says; here a number.
/// let flip = Played { seat: Seat::new(0), action: 7, revealed: Some('k') };
/// assert_eq!(flip.to_string(), "7=k");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played<A> {
    /// Who acted.
    pub seat: Seat,
    /// What was done, as the game has it.
    pub action: A,
    /// The letter of the piece that came up (banqi: a flip, or the capture of a face-down piece).
    pub revealed: Option<char>,
}

impl<A: fmt::Display> fmt::Display for Played<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.revealed {
            Some(letter) => write!(f, "{}={letter}", self.action),
            None => write!(f, "{}", self.action),
        }
    }
}

/// The text is no action with an optional `=letter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePlayedError;

impl fmt::Display for ParsePlayedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an action, and `=` with one letter where a piece came up")
    }
}

impl core::error::Error for ParsePlayedError {}

impl<A> Played<A> {
    /// Reads `c2=k` or `c2c3`: the action and the letter noted with it, if any.
    ///
    /// # Errors
    /// When the action cannot be read, or what follows `=` is not one letter.
    ///
    /// ```
    /// use game::{Played, Seat};
    ///
    /// let flip = Played::<u8>::parse(Seat::new(0), "7=k").expect("an action and a letter");
    /// assert_eq!((flip.action, flip.revealed), (7, Some('k')));
    /// assert!(Played::<u8>::parse(Seat::new(0), "7=").is_err());
    /// assert!(Played::<u8>::parse(Seat::new(0), "seven").is_err());
    /// ```
    pub fn parse(seat: Seat, text: &str) -> Result<Played<A>, ParsePlayedError>
    where
        A: FromStr,
    {
        let (action, noted) = match text.split_once('=') {
            Some((action, noted)) => (action, Some(noted)),
            None => (text, None),
        };
        let revealed = match noted {
            None => None,
            Some(noted) => {
                let mut letters = noted.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => Some(letter),
                    _ => return Err(ParsePlayedError),
                }
            }
        };
        let action = action.parse().map_err(|_| ParsePlayedError)?;
        Ok(Played { seat, action, revealed })
    }
}
