use crate::Seat;
use core::{fmt, str::FromStr};

/// An action that was played, with what it brought to light for everyone.
///
/// Its text is the action's, followed by `=` and the revealed piece where there is one: `c2=k`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played<A> {
    /// Who acted.
    pub seat: Seat,
    /// What was done.
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

impl<A> Played<A> {
    /// Reads `c2=k` or `c2c3`: the action and the letter noted with it, if any.
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
