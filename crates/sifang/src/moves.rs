use crate::Point;
use alloc::format;
use core::{cmp::Ordering, fmt, str::FromStr};
use game::TextError;

/// Move from one point to another. Moves are ordered like their texts.
///
/// ```
/// use sifang::Move;
///
/// let played: Move = "4d10d".parse()?;
/// assert_eq!((played.from.x(), played.to.x()), (4, 10));
/// assert_eq!(played.to_string(), "4d10d");
/// // In text order, 10 comes before 4.
/// assert!("10a10b".parse::<Move>()? < played);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Starting point.
    pub from: Point,
    /// Destination.
    pub to: Point,
}

impl Move {
    /// Characters of the text, padded so that they compare like the text.
    fn sort_key(self) -> ([u8; 3], [u8; 3]) {
        // In ASCII, a digit sorts before every letter.
        let key = |point: Point| {
            let (x, letter) = (point.x() as u8, b'a' + point.y() as u8 - 1);
            if x < 10 { [b'0' + x, letter, 0] } else { [b'1', b'0' + x - 10, letter] }
        };
        (key(self.from), key(self.to))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
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
        // The first point ends with the first letter.
        let middle = text.bytes().position(|byte| byte.is_ascii_lowercase());
        let Some((from, to)) = middle.and_then(|at| text.split_at_checked(at + 1)) else {
            let message =
                format!("expected a move such as `4d10d`, found `{}`", text.escape_debug());
            return Err(TextError::new("action-text", 0, message));
        };
        let read = |text: &str, at| {
            text.parse()
                .map_err(|error: TextError| TextError { code: "action-text", ..error }.shifted(at))
        };
        Ok(Move { from: read(from, 0)?, to: read(to, from.len())? })
    }
}
