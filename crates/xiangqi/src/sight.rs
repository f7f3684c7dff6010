//! What stands in line with a point, and what whole groups of pieces attack: for those who judge
//! positions.

use crate::{Bitboard, Kind, Position, Side, Square, tables};

impl Position {
    /// The empty points in line with a point, and the first piece each way: where a chariot on it
    /// goes, own pieces included.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let seen = Position::start().first_in_line("a0".parse()?);
    /// assert_eq!(seen.map(|point| point.to_string()).collect::<Vec<_>>(), ["b0", "a1", "a2", "a3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn first_in_line(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().reach(square))
    }

    /// The second piece each way: what a cannon on the point attacks.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let seen = Position::start().second_in_line("b2".parse()?);
    /// assert_eq!(seen.map(|point| point.to_string()).collect::<Vec<_>>(), ["b9"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn second_in_line(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().jump(square))
    }

    /// The third piece each way: what a cannon on the point attacks once a piece between has left.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let seen = Position::start().third_in_line("e0".parse()?);
    /// assert_eq!(seen.map(|point| point.to_string()).collect::<Vec<_>>(), ["b0", "h0", "e9"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn third_in_line(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().second(square))
    }

    /// Where a horse on a point goes, own pieces included.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// assert_eq!(Position::start().horse_reach("b0".parse()?).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn horse_reach(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().horse(square))
    }

    /// From where a horse would attack a point.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// // The advisors and the elephants beside them leave two ways to a general at home.
    /// let from = Position::start().horse_sources("e0".parse()?);
    /// assert_eq!(from.map(|point| point.to_string()).collect::<Vec<_>>(), ["c1", "g1", "d2", "f2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn horse_sources(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().horse_from(square))
    }

    /// What a side's pawns attack.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// assert_eq!(Position::start().pawn_reach(Side::Red).len(), 5);
    /// ```
    #[inline]
    pub fn pawn_reach(&self, side: Side) -> Bitboard {
        let attacked = |pawn| tables::pawn(side, pawn);
        Bitboard(self.pieces(side, Kind::Pawn).fold(0, |seen, pawn| seen | attacked(pawn)))
    }

    /// What a side's general, advisors and elephants attack.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// // The general three points, one of them the advisors' too; the elephants two each, one shared.
    /// assert_eq!(Position::start().guard_reach(Side::Red).len(), 6);
    /// ```
    #[inline]
    pub fn guard_reach(&self, side: Side) -> Bitboard {
        let occupancy = self.occupancy();
        let mut seen = tables::general(self.general(side));
        for advisor in self.pieces(side, Kind::Advisor) {
            seen |= tables::advisor(advisor);
        }
        for elephant in self.pieces(side, Kind::Elephant) {
            seen |= occupancy.elephant(elephant);
        }
        Bitboard(seen)
    }
}
