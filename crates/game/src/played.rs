use crate::Seat;
use core::{fmt, str::FromStr};

/// An action that was played, with the piece it revealed to everyone.
///
/// The text is the action's text, followed by `=` and the revealed piece if there is one: `c2=k`.
///
/// ```
/// use game::{Played, Seat};
///
/// // The type of the action depends on the game; here it is a number.
/// let flip = Played { seat: Seat::new(0), action: 7, revealed: Some('k') };
/// assert_eq!(flip.to_string(), "7=k");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played<A> {
    /// Seat that acted.
    pub seat: Seat,
    /// The action, as a type of the game.
    pub action: A,
    /// Letter of the revealed piece (banqi: a flip, or the capture of a face-down piece).
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

/// The text is not an action with an optional `=letter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePlayedError;

impl fmt::Display for ParsePlayedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an action, and `=` with one letter where a piece came up")
    }
}

impl core::error::Error for ParsePlayedError {}

impl<A> Played<A> {
    /// Parses `c2=k` or `c2c3`: an action and the revealed piece, if any.
    ///
    /// # Errors
    /// If the action cannot be parsed, or if `=` is not followed by exactly one letter.
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
