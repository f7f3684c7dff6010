use crate::Square;
use core::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not},
};

/// Set of points, with bit `rank × 9 + file` for each point.
///
/// ```
/// use xiangqi::{Bitboard, Position, Side, Square};
///
/// let position = Position::start();
/// let red = position.side(Side::Red);
/// assert_eq!(red.len(), 16);
/// // Operators combine sets; a set is an iterator over its points.
/// let (a0, e6): (Square, Square) = ("a0".parse()?, "e6".parse()?);
/// assert_eq!((red & Bitboard::only(e6)), Bitboard::EMPTY);
/// assert_eq!((red | Bitboard::only(e6)).len(), 17);
/// assert_eq!(red.first(), Some(a0));
/// assert_eq!((!position.occupied()).count(), 90 - 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(crate) u128);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All ninety points.
    pub const ALL: Bitboard = Bitboard((1 << 90) - 1);

    /// Returns the set with one point.
    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn only(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Returns the set with `square` added.
    ///
    /// ```
    /// use xiangqi::Bitboard;
    ///
    /// assert_eq!(Bitboard::EMPTY.with("e0".parse()?).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// Whether the point is in the set.
    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set has no points.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of points in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The set as a number, with bit `rank × 9 + file` for each point.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The points strictly between two points of one file or rank; empty if they share neither.
    ///
    /// ```
    /// use xiangqi::Bitboard;
    ///
    /// let between = Bitboard::between("e9".parse()?, "e6".parse()?);
    /// assert_eq!(between.map(|point| point.to_string()).collect::<Vec<_>>(), ["e7", "e8"]);
    /// assert_eq!(Bitboard::between("a0".parse()?, "d0".parse()?).len(), 2);
    /// assert!(Bitboard::between("a0".parse()?, "b1".parse()?).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn between(one: Square, other: Square) -> Bitboard {
        let (low, high) = if one.index() < other.index() { (one, other) } else { (other, one) };
        let inside = ((1 << high.index()) - 1) & !((2 << low.index()) - 1);
        if low.rank() == high.rank() {
            Bitboard(inside)
        } else if low.file() == high.file() {
            Bitboard(inside & file_mask(low))
        } else {
            Bitboard::EMPTY
        }
    }

    /// The first point of the set: the lowest rank, then the lowest file.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::at(self.0.trailing_zeros() as usize)) }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Removes the first point and returns it.
    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0.$assign_method(other.0);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign);
set_operator!(BitOr bitor, BitOrAssign bitor_assign);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::only(square))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The points of a square's file.
#[inline]
pub(crate) const fn file_mask(square: Square) -> u128 {
    const FILE: u128 = {
        let mut mask = 0;
        let mut rank = 0;
        while rank < 10 {
            mask |= 1 << (rank * 9);
            rank += 1;
        }
        mask
    };
    FILE << square.file()
}
