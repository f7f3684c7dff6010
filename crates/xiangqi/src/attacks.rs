//! What pieces see, given an occupancy.

use crate::{Square, tables};

/// An occupancy, kept twice: by ranks (bit `rank × 9 + file`) and by files (`file × 10 + rank`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Occupancy {
    pub(crate) ranks: u128,
    pub(crate) files: u128,
}

/// The bit of a point in [`Occupancy::files`].
#[inline]
pub(crate) const fn turned(square: Square) -> u128 {
    1 << (square.file() as u32 * 10 + square.rank() as u32)
}

impl Occupancy {
    /// The occupancy after a move: `from` left, `to` taken.
    #[inline]
    pub(crate) const fn after(self, from: Square, to: Square) -> Occupancy {
        Occupancy {
            ranks: self.ranks & !(1 << from.index()) | 1 << to.index(),
            files: self.files & !turned(from) | turned(to),
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
    fn lines<const JUMP: u32>(self, square: Square) -> u128 {
        let along_rank = tables::rank_line::<JUMP>(square.file() as usize, self.rank(square));
        let along_file = tables::file_line::<JUMP>(square.rank() as usize, self.file(square));
        u128::from(along_rank) << (square.rank() as u32 * 9)
            | tables::spread(along_file) << square.file()
    }

    /// Empty points in line with `square`, and the first piece each way.
    #[inline]
    pub(crate) fn reach(self, square: Square) -> u128 {
        self.lines::<0>(square)
    }

    /// The second piece each way: what a cannon on `square` takes, or which cannons take it.
    #[inline]
    pub(crate) fn jump(self, square: Square) -> u128 {
        self.lines::<1>(square)
    }

    /// The third piece each way.
    #[inline]
    pub(crate) fn second(self, square: Square) -> u128 {
        self.lines::<2>(square)
    }

    /// Bits of `ranks` at an offset from a point: right, left, up, down. Beyond the edge the bit
    /// does not matter, because the tables have nothing there.
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

    /// Where a horse on `square` goes.
    #[inline]
    pub(crate) fn horse(self, square: Square) -> u128 {
        tables::horse(square, self.straight_pattern(square))
    }

    /// From where a horse attacks `square`.
    #[inline]
    pub(crate) fn horse_from(self, square: Square) -> u128 {
        tables::horse_from(square, self.diagonal_pattern(square))
    }

    /// Where an elephant on `square` goes; as well, from where one attacks it.
    #[inline]
    pub(crate) fn elephant(self, square: Square) -> u128 {
        tables::elephant(square, self.diagonal_pattern(square))
    }
}
