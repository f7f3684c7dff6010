//! Piece values by kind and point.

use super::{
    place,
    tally::{Sum, Tally, packed},
    terms::{MATERIAL, PLACES},
    weights::WEIGHTS,
};
use search::Score;
use xiangqi::{Kind, Move, Piece, Position, Side, Square};

/// Points per kind in the table of weights.
const PER_KIND: usize = 50;

/// Sum of Red's piece values by kind and point, less Black's: the half of an evaluation that can be
/// updated incrementally.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSum(i32);

impl PieceSum {
    /// Sum over all pieces on the board.
    pub(crate) fn of(position: &Position) -> PieceSum {
        let worth = |(square, piece)| of_piece(piece, square);
        PieceSum(position.all_pieces().map(worth).sum())
    }

    /// The sum after a move that is about to be made.
    #[inline]
    pub(crate) fn after(self, position: &Position, Move { from, to }: Move) -> PieceSum {
        let gained =
            position.piece_at(from).map_or(0, |piece| of_piece(piece, to) - of_piece(piece, from));
        let lost = position.piece_at(to).map_or(0, |piece| of_piece(piece, to));
        PieceSum(self.0 + gained - lost)
    }

    /// The sum after a piece changes sides.
    pub(crate) fn after_turn(self, position: &Position, square: Square) -> PieceSum {
        let turned = position.piece_at(square).map_or(0, |piece| {
            of_piece(Piece { side: !piece.side, ..piece }, square) - of_piece(piece, square)
        });
        PieceSum(self.0 + turned)
    }

    pub(super) const fn sum(self) -> Sum {
        Sum(self.0)
    }
}

#[inline]
fn of_piece(Piece { side, kind }: Piece, square: Square) -> i32 {
    OF_PIECE[side.index()][kind as usize][square.index()]
}

pub(super) fn tally<T: Tally>(position: &Position, side: Side, to: &mut T) {
    for kind in Kind::ALL {
        for square in position.pieces(side, kind) {
            terms(kind, side, square).into_iter().for_each(|term| to.add(term, 1));
        }
    }
}

/// The terms of a piece on a point.
fn terms(kind: Kind, side: Side, square: Square) -> [usize; 2] {
    let at = kind as usize;
    [MATERIAL + at, PLACES + PER_KIND * at + place(side, square)]
}

/// Weights of material and point together, by side, kind and point; Black's are negative.
static OF_PIECE: [[[i32; Square::COUNT]; 7]; 2] = {
    let mut all = [[[0; Square::COUNT]; 7]; 2];
    let mut index = 0;
    while index < 2 * 7 * Square::COUNT {
        let (square, kind) = (index % Square::COUNT, index / Square::COUNT % 7);
        let side = index / (7 * Square::COUNT);
        let (file, rank) = (square % 9, square / 9);
        let rank = if side == 0 { rank } else { 9 - rank };
        let file = if file > 4 { 8 - file } else { file };
        let by_place = packed(WEIGHTS[PLACES + PER_KIND * kind + rank * 5 + file]);
        let worth = packed(WEIGHTS[MATERIAL + kind]) + by_place;
        all[side][kind][square] = if side == 0 { worth } else { -worth };
        index += 1;
    }
    all
};

/// Value of a pawn of `side` on `square`, midway between middlegame and endgame.
pub(crate) fn pawn_worth(side: Side, square: Square) -> Score {
    let both = terms(Kind::Pawn, side, square).map(|term| WEIGHTS[term]);
    both.into_iter().flatten().map(Score::from).sum::<Score>() / 2
}
