//! Attackers of a point, and checks.

use crate::{
    Bitboard, Kind, Move, Position, Side, Square, bitboard::file_mask, occupancy::Occupancy, tables,
};

impl Position {
    /// Whether a side's general is attacked, also by the other general on an open file.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// let position = Position::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1")?;
    /// assert!(position.in_check(Side::Black));
    /// assert!(!position.in_check(Side::Red));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn in_check(&self, side: Side) -> bool {
        self.general_attacked(side, self.general(side), self.occupancy(), 0)
    }

    /// Whether a legal move gives check.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1").unwrap();
    /// assert!(position.gives_check("a1a9".parse().unwrap()));
    /// assert!(!position.gives_check("a1a5".parse().unwrap()));
    /// ```
    pub fn gives_check(&self, played: Move) -> bool {
        let Some(piece) = self.piece_at(played.from) else { return false };
        let general = self.general(!self.turn);
        if !may_check(played, piece.kind, general) {
            return false;
        }
        let occupancy = self.occupancy().after(played.from, played.to);
        // Pieces that attack without having moved.
        let unmoved = self.sides[self.turn.index()] & !(1 << played.from.index());
        if self.line_and_leg_attackers(general, self.turn, occupancy) & unmoved != 0 {
            return true;
        }
        let from = match piece.kind {
            Kind::Chariot => occupancy.chariot_attacks(general),
            Kind::Cannon => occupancy.cannon_attacks(general),
            Kind::Horse => occupancy.horse_attackers(general),
            Kind::Pawn => tables::pawn_attackers(self.turn, general),
            Kind::General | Kind::Advisor | Kind::Elephant => 0,
        };
        from >> played.to.index() & 1 != 0
    }

    /// The pieces of `by` that could capture on `square` by the way they move. The occupant of
    /// `square` does not matter.
    ///
    /// A general attacks the other general along an open file.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// let position = Position::start();
    /// let horse = "b9".parse()?;
    /// // Red's cannon attacks it, and Black's chariot protects it.
    /// assert_eq!(position.attackers_to(horse, Side::Red).first(), Some("b2".parse()?));
    /// assert_eq!(position.attackers_to(horse, Side::Black).first(), Some("a9".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers_to(&self, square: Square, by: Side) -> Bitboard {
        let lines = self.line_and_leg_attackers(square, by, self.occupancy());
        let own_ground = self.kinds[Kind::Advisor as usize - 1] & tables::advisor_attacks(square)
            | self.kinds[Kind::Elephant as usize - 1] & self.occupancy().elephant_attacks(square);
        let general = 1 << self.general(by).index();
        let step = tables::general_attacks(square) & general;
        let facing = self.occupancy().chariot_attacks(square) & general & file_mask(square);
        let faces = if self.general(!by) == square { facing } else { 0 };
        Bitboard((lines | own_ground) & self.sides[by.index()] | step | faces)
    }

    /// Whether `played` leaves the mover's general attacked. `played` must be pseudo-legal.
    #[inline]
    pub(crate) fn leaves_attacked(&self, played: Move) -> bool {
        let side = self.turn;
        let general =
            if played.from == self.general(side) { played.to } else { self.general(side) };
        let occupancy = self.occupancy().after(played.from, played.to);
        self.general_attacked(side, general, occupancy, 1 << played.to.index())
    }

    /// Whether a general of `side` on the point `general` would be attacked.
    ///
    /// `captured` are the points whose attackers have been captured.
    #[inline]
    pub(crate) fn general_attacked(
        &self,
        side: Side,
        general: Square,
        occupancy: Occupancy,
        captured: u128,
    ) -> bool {
        let by = side.opponent();
        let lines = self.line_and_leg_attackers(general, by, occupancy);
        if lines & self.sides[by.index()] & !captured != 0 {
            return true;
        }
        let other = self.general(by);
        other.file() == general.file()
            && occupancy.chariot_attacks(general) >> other.index() & 1 != 0
    }

    /// Chariots, cannons, horses and pawns of either side that attack `square` if they belong to
    /// `by`.
    #[inline]
    fn line_and_leg_attackers(&self, square: Square, by: Side, occupancy: Occupancy) -> u128 {
        let kind = |kind: Kind| self.kinds[kind as usize - 1];
        kind(Kind::Chariot) & occupancy.chariot_attacks(square)
            | kind(Kind::Cannon) & occupancy.cannon_attacks(square)
            | kind(Kind::Horse) & occupancy.horse_attackers(square)
            | kind(Kind::Pawn) & tables::pawn_attackers(by, square)
    }
}

/// Whether a move by a piece of this kind can possibly give check. It must enter or leave a line of
/// the general, leave the leg of a horse, or be a horse's move away from the general.
#[inline]
fn may_check(played: Move, kind: Kind, general: Square) -> bool {
    let (from, to) = (1 << played.from.index(), 1 << played.to.index());
    let lines = file_mask(general) | RANK << (general.rank() as u32 * 9);
    (from | to) & lines != 0
        || from & tables::diagonal_neighbours(general) != 0
        || kind == Kind::Horse && to & tables::horse_attackers(general, 0) != 0
}

const RANK: u128 = 0x1ff;
