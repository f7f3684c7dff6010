//! Attacks of pieces for a given occupancy, as bit sets.

use crate::{Square, tables};

/// Occupied points, stored twice: by rank (bit `rank × 9 + file`) and by file (bit `file × 10 +
/// rank`).
///
/// Both a rank and a file are then adjacent bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Occupancy {
    pub(crate) ranks: u128,
    pub(crate) files: u128,
}

/// The bit of a point in [`Occupancy::files`].
#[inline]
pub(crate) const fn rotated_bit(square: Square) -> u128 {
    1 << (square.file() as u32 * 10 + square.rank() as u32)
}

impl Occupancy {
    /// The occupancy after a move from `from` to `to`.
    #[inline]
    pub(crate) const fn after(self, from: Square, to: Square) -> Occupancy {
        Occupancy {
            ranks: self.ranks & !(1 << from.index()) | 1 << to.index(),
            files: self.files & !rotated_bit(from) | rotated_bit(to),
        }
    }

    #[inline]
    const fn rank(self, square: Square) -> usize {
        (self.ranks >> (square.rank() as u32 * 9) & 0x1ff) as usize
    }

    #[inline]
    const fn file(self, square: Square) -> usize {
        (self.files >> (square.file() as u32 * 10) & 0x3ff) as usize
    }

    #[cfg_attr(not(feature = "compact"), inline)]
    #[cfg_attr(feature = "compact", inline(never))]
    fn line_attacks<const SCREENS: u32>(self, square: Square) -> u128 {
        let along_rank = tables::rank_line::<SCREENS>(square.file() as usize, self.rank(square));
        let along_file = tables::file_line::<SCREENS>(square.rank() as usize, self.file(square));
        u128::from(along_rank) << (square.rank() as u32 * 9)
            | tables::spread(along_file) << square.file()
    }

    /// Chariot attacks: the empty points in line with `square`, and the first piece in each
    /// direction.
    #[inline]
    pub(crate) fn chariot_attacks(self, square: Square) -> u128 {
        self.line_attacks::<0>(square)
    }

    /// Cannon captures: the second piece in each direction. Equally, the cannons that could capture
    /// on `square`.
    #[inline]
    pub(crate) fn cannon_attacks(self, square: Square) -> u128 {
        self.line_attacks::<1>(square)
    }

    /// The third piece in each direction.
    #[inline]
    pub(crate) fn attacks_over_two(self, square: Square) -> u128 {
        self.line_attacks::<2>(square)
    }

    /// Occupancy of the four straight neighbours: right, left, up, down, one bit each. Bits beyond
    /// the edge have no effect, because the tables have no moves there.
    #[inline]
    const fn straight_pattern(self, square: Square) -> usize {
        let at = square.index() as u32;
        let around = (self.ranks << 9) >> at;
        ((around >> 10 & 1) | (around >> 8 & 1) << 1 | (around >> 18 & 1) << 2 | (around & 1) << 3)
            as usize
    }

    #[inline]
    const fn diagonal_pattern(self, square: Square) -> usize {
        let at = square.index() as u32;
        let around = (self.ranks << 10) >> at;
        ((around >> 20 & 1) | (around >> 18 & 1) << 1 | (around >> 2 & 1) << 2 | (around & 1) << 3)
            as usize
    }

    /// Horse moves from `square`.
    #[inline]
    pub(crate) fn horse_attacks(self, square: Square) -> u128 {
        tables::horse_attacks(square, self.straight_pattern(square))
    }

    /// Points from which a horse attacks `square`.
    #[inline]
    pub(crate) fn horse_attackers(self, square: Square) -> u128 {
        tables::horse_attackers(square, self.diagonal_pattern(square))
    }

    /// Elephant moves from `square`. Equally, the points from which an elephant attacks it.
    #[inline]
    pub(crate) fn elephant_attacks(self, square: Square) -> u128 {
        tables::elephant_attacks(square, self.diagonal_pattern(square))
    }
}
