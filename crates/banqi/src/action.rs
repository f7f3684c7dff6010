use crate::Square;
use core::{cmp::Ordering, fmt, str::FromStr};
use game::TextError;

/// One action: `c2` flips a face-down piece, `c2c3` moves or captures.
///
/// ```
/// use banqi::Action;
///
/// let flip: Action = "c2".parse()?;
/// assert_eq!(flip, Action::Flip("c2".parse()?));
/// let capture: Action = "c2c3".parse()?;
/// assert_eq!((capture.from(), capture.target()), (flip.from(), "c3".parse()?));
/// assert_eq!("c2c5".parse::<Action>().unwrap_err().at, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Flips the face-down piece on this square.
    Flip(Square),
    /// Moves the piece on the first square to the second, and captures the piece there.
    Move(Square, Square),
}

impl Action {
    /// The square where the action starts.
    pub const fn from(self) -> Square {
        match self {
            Action::Flip(square) | Action::Move(square, _) => square,
        }
    }

    /// The square where a piece is flipped, moved to or captured.
    pub const fn target(self) -> Square {
        match self {
            Action::Flip(square) | Action::Move(_, square) => square,
        }
    }

    const fn to(self) -> Option<Square> {
        match self {
            Action::Flip(_) => None,
            Action::Move(_, to) => Some(to),
        }
    }
}

/// Orders actions like their texts: `a1`, `a1a2`, `a1b1`, `a2`.
impl Ord for Action {
    fn cmp(&self, other: &Action) -> Ordering {
        (self.from(), self.to()).cmp(&(other.from(), other.to()))
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Action) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Flip(square) => write!(f, "{square}"),
            Action::Move(from, to) => write!(f, "{from}{to}"),
        }
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Action, TextError> {
        let (from, to) = text.split_at_checked(2).ok_or_else(not_an_action)?;
        let from = from.parse()?;
        if to.is_empty() {
            return Ok(Action::Flip(from));
        }
        Ok(Action::Move(from, to.parse().map_err(|error: TextError| error.shifted(2))?))
    }
}

fn not_an_action() -> TextError {
    TextError::new("action", 0, "expected a square to flip (`c2`) or two squares (`c2c3`)")
}
