use xiangqi::{Kind, Position, Side};

/// How many pieces of each kind a side has.
pub(super) struct Material([i32; 7]);

impl Material {
    /// By the numbers of the kinds.
    #[inline]
    pub(super) const fn new(counts: [i32; 7]) -> Material {
        Material(counts)
    }

    /// Counts a side's pieces.
    pub(super) fn of(position: &Position, side: Side) -> Material {
        Material(Kind::ALL.map(|kind| position.pieces(side, kind).len() as i32))
    }

    /// How many pieces of a kind there are.
    #[inline]
    pub(super) const fn count(&self, kind: Kind) -> i32 {
        self.0[kind as usize]
    }

    /// Advisors and elephants, at most four.
    #[inline]
    pub(super) fn guards(&self) -> usize {
        (self.count(Kind::Advisor) + self.count(Kind::Elephant)).clamp(0, 4) as usize
    }

    /// All pieces.
    #[inline]
    pub(super) fn size(&self) -> i32 {
        self.0.iter().sum()
    }
}
