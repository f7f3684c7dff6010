use core::{fmt, str::FromStr};
use game::TextError;

/// One of the 32 squares, `a1` … `h4`. Squares are ordered like their texts.
///
/// ```
/// use banqi::Square;
///
/// let square: Square = "c2".parse()?;
/// assert_eq!((square.file(), square.rank()), (2, 1));
/// assert_eq!(Square::new(2, 1), square);
/// let beside: Vec<String> = square.neighbours().map(|square| square.to_string()).collect();
/// assert_eq!(beside, ["b2", "c1", "c3", "d2"]);
/// assert!("i1".parse::<Square>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 32;
    /// Number of files, `a` to `h`.
    pub const FILES: u8 = 8;
    /// Number of ranks, `1` to `4`.
    pub const RANKS: u8 = 4;

    /// Returns the square on `file` (`0..8`) and `rank` (`0..4`).
    ///
    /// # Panics
    /// If `file` or `rank` is out of range.
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(file < Square::FILES && rank < Square::RANKS, "no such square");
        Square(file * Square::RANKS + rank)
    }

    /// Iterates over every square, in text order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..Square::COUNT as u8).map(Square)
    }

    /// Iterates over every square in reading order: rank 4 first, each rank from `a` to `h`.
    ///
    /// The rows of a position text and its hidden pieces are in this order.
    pub fn reading_order() -> impl Iterator<Item = Square> + Clone {
        (0..Square::RANKS)
            .rev()
            .flat_map(|rank| (0..Square::FILES).map(move |file| Square::new(file, rank)))
    }

    /// Index of the square in text order, `0..32`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File, `0..8` for `a` to `h`.
    pub const fn file(self) -> u8 {
        self.0 / Square::RANKS
    }

    /// Rank, `0..4` for `1` to `4`.
    pub const fn rank(self) -> u8 {
        self.0 % Square::RANKS
    }

    /// The squares one step up, down, left and right of this one.
    pub const fn neighbours(self) -> SquareSet {
        NEIGHBOURS[self.index()]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
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
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'4'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(TextError::new("square", 0, "expected a square, `a1` to `h4`")),
        }
    }
}

/// Set of squares, with one bit for each square.
///
/// ```
/// use banqi::{Square, SquareSet};
///
/// let corner = SquareSet::only("a1".parse()?).or(SquareSet::only("h4".parse()?));
/// assert_eq!(corner.len(), 2);
/// assert_eq!(SquareSet::ALL.minus(corner).len(), 30);
/// assert!(corner.and(SquareSet::EMPTY).is_empty());
/// assert_eq!(corner.map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub(crate) u32);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Every square.
    pub const ALL: SquareSet = SquareSet(u32::MAX);

    /// Returns the set with one square.
    pub const fn only(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares in either set.
    pub const fn or(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares in both sets.
    pub const fn and(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// The squares of this set that are not in `other`.
    pub const fn minus(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// The squares one step up, down, left or right of any square in the set.
    ///
    /// ```
    /// use banqi::{Square, SquareSet};
    ///
    /// for square in Square::all() {
    ///     assert_eq!(SquareSet::only(square).beside(), square.neighbours());
    /// }
    /// let both = SquareSet::only(Square::new(0, 0)).or(SquareSet::only(Square::new(1, 1)));
    /// assert_eq!(both.beside().len(), 4);
    /// ```
    pub const fn beside(self) -> SquareSet {
        /// /// Bits of the lowest rank.
        const LOWEST: u32 = 0x1111_1111;
        let up = (self.0 & !(LOWEST << 3)) << 1;
        let down = (self.0 & !LOWEST) >> 1;
        SquareSet(up | down | self.0 << Square::RANKS | self.0 >> Square::RANKS)
    }

    pub(crate) const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    pub(crate) const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    const fn lowest(self) -> SquareSet {
        SquareSet(self.0 & self.0.wrapping_neg())
    }

    const fn highest(self) -> SquareSet {
        match self.0.checked_ilog2() {
            Some(bit) => SquareSet(1 << bit),
            None => SquareSet::EMPTY,
        }
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set.or(SquareSet::only(square)))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Squares that a cannon on `from` can jump to, given the occupied squares.
///
/// In each direction this is the second piece it meets; the first is the screen.
pub(crate) fn jumps(from: Square, occupied: SquareSet) -> SquareSet {
    let [up, down, right, left] = RAYS[from.index()];
    let mut targets = SquareSet::EMPTY;
    for ray in [up, right] {
        let pieces = ray.and(occupied);
        targets = targets.or(pieces.minus(pieces.lowest()).lowest());
    }
    for ray in [down, left] {
        let pieces = ray.and(occupied);
        targets = targets.or(pieces.minus(pieces.highest()).highest());
    }
    targets
}

/// The squares strictly between two squares of one rank or file; `None` if they share neither.
pub(crate) fn between(from: Square, to: Square) -> Option<SquareSet> {
    let way = RAYS[from.index()].iter().position(|ray| ray.contains(to))?;
    // Opposite rays are next to each other in the table.
    Some(RAYS[from.index()][way].and(RAYS[to.index()][way ^ 1]))
}

static NEIGHBOURS: [SquareSet; Square::COUNT] = {
    let mut table = [SquareSet::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (file, rank) = (index as u8 / Square::RANKS, index as u8 % Square::RANKS);
        if file > 0 {
            table[index].insert(Square::new(file - 1, rank));
        }
        if file + 1 < Square::FILES {
            table[index].insert(Square::new(file + 1, rank));
        }
        if rank > 0 {
            table[index].insert(Square::new(file, rank - 1));
        }
        if rank + 1 < Square::RANKS {
            table[index].insert(Square::new(file, rank + 1));
        }
        index += 1;
    }
    table
};

/// For each square, the squares up, down, right and left of it to the edge.
static RAYS: [[SquareSet; 4]; Square::COUNT] = {
    let mut table = [[SquareSet::EMPTY; 4]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let (file, rank) = (from as u8 / Square::RANKS, from as u8 % Square::RANKS);
        let mut to = 0;
        while to < Square::COUNT {
            let square = Square(to as u8);
            if square.file() == file && square.rank() > rank {
                table[from][0].insert(square);
            } else if square.file() == file && square.rank() < rank {
                table[from][1].insert(square);
            } else if square.rank() == rank && square.file() > file {
                table[from][2].insert(square);
            } else if square.rank() == rank && square.file() < file {
                table[from][3].insert(square);
            }
            to += 1;
        }
        from += 1;
    }
    table
};
