use super::material::Material;
use xiangqi::{Bitboard, Kind, Position, Side, Square};

/// The pieces of one side and what they attack.
pub(super) struct Forces {
    pub(super) material: Material,
    /// With what each attacks.
    pub(super) chariots: Few,
    pub(super) horses: Few,
    /// With what each attacks, and where each slides to.
    pub(super) cannons: Few,
    pub(super) slides: [Bitboard; 2],
    /// Where the general goes.
    pub(super) general_steps: Bitboard,
    /// Where any of them stands.
    pub(super) all: Bitboard,
    /// What is attacked by pawns, by general, advisors and elephants, by horses, by cannons and by
    /// chariots: the cheapest first.
    pub(super) attacks: [Bitboard; 5],
    /// What is attacked by any.
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

    /// How many pieces of a kind there are.
    #[inline]
    pub(super) const fn count(&self, kind: Kind) -> i32 {
        self.material.count(kind)
    }

    /// Advisors and elephants, at most four.
    pub(super) fn guards(&self) -> usize {
        self.material.guards()
    }

    /// All pieces.
    pub(super) fn size(&self) -> i32 {
        self.material.size()
    }
}
