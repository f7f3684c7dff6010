//! Attacks for evaluation functions: lines from a point, and attacks of groups of pieces.

use crate::{Bitboard, Kind, Piece, Position, Side, Square, occupancy::Occupancy, tables};

impl Piece {
    /// The points to which this piece on `from` can move in some position: its moves on a board
    /// without other pieces. A legal move is always among them.
    ///
    /// ```
    /// use xiangqi::Piece;
    ///
    /// let horse = Piece::from_letter('N').ok_or("a horse")?;
    /// let reach = horse.reach("b0".parse()?);
    /// // At the start the elephant blocks the way to d1.
    /// assert_eq!(reach.map(|point| point.to_string()).collect::<Vec<_>>(), ["d1", "a2", "c2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach(self, from: Square) -> Bitboard {
        let open = Occupancy { ranks: 0, files: 0 };
        Bitboard(match self.kind {
            Kind::General => tables::general_attacks(from),
            Kind::Advisor => tables::advisor_attacks(from),
            Kind::Elephant => open.elephant_attacks(from),
            Kind::Horse => open.horse_attacks(from),
            // A cannon captures on the same lines.
            Kind::Chariot | Kind::Cannon => open.chariot_attacks(from),
            Kind::Pawn => tables::pawn_attacks(self.side, from),
        })
    }
}

impl Position {
    /// Chariot attacks from a point: the empty points in line, and the first piece in each
    /// direction, own pieces included.
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
        Bitboard(self.occupancy().chariot_attacks(square))
    }

    /// Cannon captures from a point: the second piece in each direction.
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
        Bitboard(self.occupancy().cannon_attacks(square))
    }

    /// The third piece in each direction: a cannon's capture once a piece in between has left.
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
        Bitboard(self.occupancy().attacks_over_two(square))
    }

    /// Horse moves from a point, own pieces included.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// assert_eq!(Position::start().horse_reach("b0".parse()?).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn horse_reach(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().horse_attacks(square))
    }

    /// Points from which a horse would attack a point.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// // Advisors and elephants leave only two directions towards a general at home.
    /// let from = Position::start().horse_sources("e0".parse()?);
    /// assert_eq!(from.map(|point| point.to_string()).collect::<Vec<_>>(), ["c1", "g1", "d2", "f2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn horse_sources(&self, square: Square) -> Bitboard {
        Bitboard(self.occupancy().horse_attackers(square))
    }

    /// Points attacked by a side's pawns.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// assert_eq!(Position::start().pawn_reach(Side::Red).len(), 5);
    /// ```
    #[inline]
    pub fn pawn_reach(&self, side: Side) -> Bitboard {
        let attacked = |pawn| tables::pawn_attacks(side, pawn);
        Bitboard(self.pieces(side, Kind::Pawn).fold(0, |all, pawn| all | attacked(pawn)))
    }

    /// Points attacked by a side's general, advisors and elephants.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// // Three points of the general, one shared with the advisors.
    /// // Two points of each elephant, one shared.
    /// assert_eq!(Position::start().guard_reach(Side::Red).len(), 6);
    /// ```
    #[inline]
    pub fn guard_reach(&self, side: Side) -> Bitboard {
        let occupancy = self.occupancy();
        let mut attacked = tables::general_attacks(self.general(side));
        for advisor in self.pieces(side, Kind::Advisor) {
            attacked |= tables::advisor_attacks(advisor);
        }
        for elephant in self.pieces(side, Kind::Elephant) {
            attacked |= occupancy.elephant_attacks(elephant);
        }
        Bitboard(attacked)
    }
}
