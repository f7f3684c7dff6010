use alloc::format;
use core::{fmt, str::FromStr};
use game::TextError;

/// A point of the board: file `a`–`i` from Red's left, rank `0`–`9` from Red's side.
///
/// ```
/// use xiangqi::Square;
///
/// let square: Square = "h2".parse()?;
/// assert_eq!((square.file(), square.rank(), square.index()), (7, 2, 25));
/// assert_eq!(Square::new(7, 2), Some(square));
/// assert_eq!(Square::new(9, 0), None);
/// assert_eq!("j2".parse::<Square>().unwrap_err().at, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of points.
    pub const COUNT: usize = 90;

    /// Returns the point on `file` (`0..9`) and `rank` (`0..10`).
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 9 && rank < 10 { Some(Square(rank * 9 + file)) } else { None }
    }

    /// Returns the point with this index, `rank × 9 + file`.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// Returns the point with an index known to be below 90.
    pub(crate) const fn at(index: usize) -> Square {
        debug_assert!(index < Square::COUNT);
        Square(index as u8)
    }

    /// Index of the point, `rank × 9 + file`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File of the point, `0` for `a`.
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// Rank of the point, `0` for Red's back rank.
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// Returns the point `files` to the right and `ranks` up, if it is on the board.
    ///
    /// ```
    /// use xiangqi::Square;
    ///
    /// let corner: Square = "i9".parse()?;
    /// assert_eq!(corner.offset(-1, -2), Some("h7".parse()?));
    /// assert_eq!(corner.offset(1, 0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
    }

    /// Iterates over every point, from `a0` along the ranks to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Square, TextError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => Ok(Square((rank - b'0') * 9 + file - b'a')),
            _ => Err(TextError::new(
                "square",
                0,
                format!("expected a point `a0` to `i9`, found `{}`", text.escape_debug()),
            )),
        }
    }
}
