use xiangqi::{Kind, Position, Side};

/// Number of pieces of each kind of one side.
pub(super) struct Material([i32; 7]);

impl Material {
    /// From counts in the order of the kinds.
    #[inline]
    pub(super) const fn new(counts: [i32; 7]) -> Material {
        Material(counts)
    }

    /// Counts a side's pieces.
    pub(super) fn of(position: &Position, side: Side) -> Material {
        Material(Kind::ALL.map(|kind| position.pieces(side, kind).len() as i32))
    }

    /// Number of pieces of a kind.
    #[inline]
    pub(super) const fn count(&self, kind: Kind) -> i32 {
        self.0[kind as usize]
    }

    /// Number of advisors and elephants, at most four.
    #[inline]
    pub(super) fn guards(&self) -> usize {
        (self.count(Kind::Advisor) + self.count(Kind::Elephant)).clamp(0, 4) as usize
    }

    /// Number of pieces.
    #[inline]
    pub(super) fn size(&self) -> i32 {
        self.0.iter().sum()
    }
}
