use crate::{Move, Side};
use alloc::format;
use core::{fmt, str::FromStr};
use game::TextError;

/// Action of a side: a move, or leaving a solo game.
///
/// ```
/// use sifang::{Action, Side};
///
/// let action: Action = "7d10d".parse()?;
/// assert_eq!(action.played().map(|played| played.to.to_string()), Some("10d".into()));
/// assert_eq!("out:g".parse::<Action>()?, Action::Out(Side::Green));
/// assert_eq!("out:x".parse::<Action>().unwrap_err().code, "action-text");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A move: `7d7e`.
    Move(Move),
    /// In solo, a side leaves because it resigned or its time ran out: `out:g`. It may do so off
    /// turn.
    ///
    /// Its marshal counts as captured, and its pieces leave the board.
    Out(Side),
}

impl Action {
    /// The move, if the action is a move.
    pub const fn played(self) -> Option<Move> {
        match self {
            Action::Move(played) => Some(played),
            Action::Out(_) => None,
        }
    }
}

impl From<Move> for Action {
    fn from(played: Move) -> Action {
        Action::Move(played)
    }
}

/// Prefix before the letter of the side that leaves.
const OUT: &str = "out:";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(played) => played.fmt(f),
            Action::Out(side) => write!(f, "{OUT}{}", side.letter()),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Action, TextError> {
        let Some(letter) = text.strip_prefix(OUT) else { return text.parse().map(Action::Move) };
        let mut letters = letter.chars();
        match (letters.next().and_then(Side::from_letter), letters.next()) {
            (Some(side), None) => Ok(Action::Out(side)),
            _ => {
                let found = letter.escape_debug();
                let message = format!("expected `r`, `g`, `y` or `b`, found `{found}`");
                Err(TextError::new("action-text", OUT.len(), message))
            }
        }
    }
}
