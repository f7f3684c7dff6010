use crate::Square;
use alloc::format;
use core::{fmt, str::FromStr};
use game::TextError;

/// Move from one point to another. The position determines the moving and the captured piece.
///
/// ```
/// use xiangqi::{Move, Square};
///
/// let played: Move = "h2e2".parse()?;
/// assert_eq!((played.from, played.to), ("h2".parse()?, "e2".parse()?));
/// assert_eq!(Move::new(played.from, played.to).to_string(), "h2e2");
/// assert!("h2k2".parse::<Move>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Starting point.
    pub from: Square,
    /// Destination.
    pub to: Square,
}

impl Move {
    /// Creates the move between two points.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let read = |range: core::ops::Range<usize>| text.get(range)?.parse().ok();
        match (text.len(), read(0..2), read(2..4)) {
            (4, Some(from), Some(to)) => Ok(Move { from, to }),
            (_, None, _) => Err(unexpected(text, 0)),
            (_, Some(_), None) => Err(unexpected(text, 2)),
            (_, Some(_), Some(_)) => Err(unexpected(text, 4)),
        }
    }
}

fn unexpected(text: &str, at: usize) -> TextError {
    let shown = text.escape_debug();
    TextError::new("action-text", at, format!("expected a move such as `h2e2`, found `{shown}`"))
}
