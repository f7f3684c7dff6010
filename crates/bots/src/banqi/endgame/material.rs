use crate::limits::ENDGAME_PIECES;
use banqi::{Bag, Board, Color, Kind, Piece, Square};

/// Two to four remaining pieces on any squares. Materials that differ only by exchanged colours are
/// equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Material(u16);

/// A material with squares and a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placing {
    pub(super) material: Material,
    /// Squares of [`Material::pieces`], as [`Square::index`].
    pub(super) squares: [u8; ENDGAME_PIECES],
    /// The side to move, in the material's colours.
    pub(super) mover: usize,
}

/// A piece as a digit from 1 to 14, and its square.
type Placed = (u8, u8);

impl Material {
    /// Returns the material of these pieces, the index of the piece at each of its places, and
    /// whether the colours are exchanged.
    pub(super) fn of(pieces: &[Piece]) -> (Material, [u8; ENDGAME_PIECES], bool) {
        let mut placed = [(0, 0); ENDGAME_PIECES];
        for (at, (place, &piece)) in placed.iter_mut().zip(pieces).enumerate() {
            *place = (digit(piece), at as u8);
        }
        let (material, placed, is_swapped) = Material::sort(placed, pieces.len());
        (material, placed.map(|(_, at)| at), is_swapped)
    }

    /// Sorts pieces into the order of their material.
    fn sort(
        placed: [Placed; ENDGAME_PIECES],
        count: usize,
    ) -> (Material, [Placed; ENDGAME_PIECES], bool) {
        let (mut as_is, mut swapped) = (placed, placed);
        swapped[..count].iter_mut().for_each(|(digit, _)| *digit = exchange(*digit));
        as_is[..count].sort_unstable();
        swapped[..count].sort_unstable();
        let code = |placed: &[Placed]| {
            placed.iter().rev().fold(0, |code, &(digit, _)| code << 4 | u16::from(digit))
        };
        let codes = (code(&as_is[..count]), code(&swapped[..count]));
        if codes.0 <= codes.1 {
            (Material(codes.0), as_is, false)
        } else {
            (Material(codes.1), swapped, true)
        }
    }

    /// The pieces in order.
    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> + Clone {
        let digits = (0..ENDGAME_PIECES).map(move |at| self.0 >> (4 * at) & 15);
        digits
            .take_while(|&digit| digit > 0)
            .filter_map(|digit| Piece::all().nth(digit as usize - 1))
    }

    /// Number of pieces.
    pub(super) fn len(self) -> usize {
        self.pieces().count()
    }

    /// The pieces without the one at this place; `None` if it was the last of its colour.
    pub(super) fn without(self, at: usize) -> Option<Vec<Piece>> {
        let taken = self.pieces().nth(at)?;
        let others = self.pieces().enumerate().filter(|&(other, _)| other != at);
        let left: Vec<Piece> = others.map(|(_, piece)| piece).collect();
        left.iter().any(|piece| piece.color == taken.color).then_some(left)
    }

    /// The materials after each capture that does not end the game.
    pub(super) fn smaller(self) -> impl Iterator<Item = Material> {
        let left = (0..self.len()).filter_map(move |at| self.without(at));
        left.map(|left| Material::of(&left).0)
    }

    /// Whether these pieces can be among the remaining ones, in either colour assignment.
    pub(super) fn is_within(self, left: &Bag) -> bool {
        let fits = |color: fn(Color) -> Color| {
            self.pieces().all(|piece| {
                let needed = self.pieces().filter(|&other| other == piece).count();
                needed <= left.count(Piece::new(color(piece.color), piece.kind)).into()
            })
        };
        fits(|color| color) || fits(Color::other)
    }

    /// Number of placements, including those with two pieces on one square.
    pub(super) fn placings(self) -> usize {
        QUARTER * Square::COUNT.pow(self.len() as u32 - 1) * 2
    }

    /// The placement with this index.
    pub(super) fn placing(self, index: usize) -> Placing {
        let mut squares = [0; ENDGAME_PIECES];
        let mut rest = index / 2;
        for at in (1..self.len()).rev() {
            squares[at] = (rest % Square::COUNT) as u8;
            rest /= Square::COUNT;
        }
        squares[0] = ((rest & 0b110) << 1 | rest & 1) as u8;
        Placing { material: self, squares, mover: index % 2 }
    }
}

/// The squares `a1` to `d2`, to which the first piece can be moved by mirroring the board.
const QUARTER: usize = Square::COUNT / 4;

impl Placing {
    /// The placement on a board, if all remaining pieces are face up, of both colours, and few
    /// enough for a table.
    pub(super) fn of_board(board: &Board) -> Option<Placing> {
        let count = board.occupied().len() as usize;
        let mover = board.turn()?;
        let is_one_sided = Color::ALL.iter().any(|&color| board.face_up(color).is_empty());
        if count > ENDGAME_PIECES || is_one_sided || !board.face_down().is_empty() {
            return None;
        }
        let mut placed = [(0, 0); ENDGAME_PIECES];
        for (place, square) in placed.iter_mut().zip(board.occupied()) {
            *place = (board.piece(square).map_or(0, digit), square.index() as u8);
        }
        let (material, placed, is_swapped) = Material::sort(placed, count);
        let mover = mover.index() ^ usize::from(is_swapped);
        Some(Placing { material, squares: placed.map(|(_, square)| square), mover })
    }

    /// Index in the table of its material. Mirrored placements have the same index.
    pub(super) fn index(&self) -> usize {
        index(&self.squares[..self.material.len()], self.mover)
    }
}

/// As [`Placing::index`].
pub(super) fn index(squares: &[u8], mover: usize) -> usize {
    let Some((&first, others)) = squares.split_first() else { return 0 };
    // Squares are numbered file × 4 + rank, so mirroring inverts the bits of one of the two.
    let files = if first & 0b10000 == 0 { 0 } else { 0b11100 };
    let ranks = if first & 0b00010 == 0 { 0 } else { 0b00011 };
    let mirror = files | ranks;
    let first = usize::from(first ^ mirror);
    let corner = first >> 1 & 0b110 | first & 1;
    let add = |sum, &square| sum * Square::COUNT + usize::from(square ^ mirror);
    others.iter().fold(corner, add) * 2 + mover
}

const fn digit(piece: Piece) -> u8 {
    piece.index() as u8 + 1
}

/// The digit of the same piece of the other colour.
const fn exchange(digit: u8) -> u8 {
    let kinds = Kind::ALL.len() as u8;
    if digit <= kinds { digit + kinds } else { digit - kinds }
}
