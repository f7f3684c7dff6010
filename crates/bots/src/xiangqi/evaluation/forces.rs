use super::material::Material;
use xiangqi::{Bitboard, Kind, Position, Side, Square};

/// The pieces of one side and what they attack.
pub(super) struct Forces {
    pub(super) material: Material,
    /// Each with its attacks.
    pub(super) chariots: Few,
    pub(super) horses: Few,
    /// Each with its attacks and its quiet moves.
    pub(super) cannons: Few,
    pub(super) slides: [Bitboard; 2],
    /// The general's moves.
    pub(super) general_steps: Bitboard,
    /// Points of all pieces.
    pub(super) all: Bitboard,
    /// Points attacked by pawns; general, advisors and elephants; horses; cannons; chariots:
    /// cheapest first.
    pub(super) attacks: [Bitboard; 5],
    /// Points attacked by any piece.
    pub(super) attacked: Bitboard,
}

/// Up to two pieces of a kind, each with a set of points.
#[derive(Clone, Copy, Default)]
pub(super) struct Few {
    pieces: [(Option<Square>, Bitboard); 2],
}

impl Few {
    fn new(pieces: Bitboard, mut reach: impl FnMut(Square) -> Bitboard) -> Few {
        let mut few = Few::default();
        for (place, square) in few.pieces.iter_mut().zip(pieces) {
            *place = (Some(square), reach(square));
        }
        few
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Square, Bitboard)> {
        self.pieces.iter().filter_map(|&(square, reach)| Some((square?, reach)))
    }

    fn union(&self) -> Bitboard {
        self.pieces[0].1 | self.pieces[1].1
    }

    fn count(&self) -> i32 {
        self.iter().count() as i32
    }
}

impl Forces {
    pub(super) fn of(position: &Position, side: Side) -> Forces {
        let pieces = |kind| position.pieces(side, kind);
        let empty = !position.occupied();
        let chariots = Few::new(pieces(Kind::Chariot), |square| position.first_in_line(square));
        let horses = Few::new(pieces(Kind::Horse), |square| position.horse_reach(square));
        let cannons = Few::new(pieces(Kind::Cannon), |square| position.second_in_line(square));
        let slides =
            Few::new(pieces(Kind::Cannon), |square| position.first_in_line(square) & empty);
        let attacks = [
            position.pawn_reach(side),
            position.guard_reach(side),
            horses.union(),
            cannons.union(),
            chariots.union(),
        ];
        let counted = |kind: Kind| pieces(kind).count() as i32;
        Forces {
            material: Material::new([
                1,
                counted(Kind::Advisor),
                counted(Kind::Elephant),
                horses.count(),
                chariots.count(),
                cannons.count(),
                counted(Kind::Pawn),
            ]),
            chariots,
            horses,
            cannons,
            slides: [slides.pieces[0].1, slides.pieces[1].1],
            general_steps: position.attacks_from(position.general(side)),
            all: position.side(side),
            attacks,
            attacked: attacks.into_iter().fold(Bitboard::EMPTY, |all, one| all | one),
        }
    }

    /// Number of pieces of a kind.
    #[inline]
    pub(super) const fn count(&self, kind: Kind) -> i32 {
        self.material.count(kind)
    }

    /// Number of advisors and elephants, at most four.
    pub(super) fn guards(&self) -> usize {
        self.material.guards()
    }

    /// Number of pieces.
    pub(super) fn size(&self) -> i32 {
        self.material.size()
    }
}
