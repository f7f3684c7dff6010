//! The board's numbering of points, kinds and pieces.

use xiangqi::{Kind, Move, Piece, Position, Side, Square};

/// Number of a point, 0 to 89 in reading order from Black's left: `a9` is 0, `i0` is 89.
///
/// ```
/// use sensing::{point_index, square_of};
///
/// assert_eq!([point_index("a9".parse()?), point_index("i0".parse()?)], [0, 89]);
/// assert_eq!(square_of(70), Some("h2".parse()?));
/// assert_eq!(square_of(90), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const fn point_index(square: Square) -> usize {
    (9 - square.rank() as usize) * 9 + square.file() as usize
}

/// The point with this number, if there is one.
pub const fn square_of(point_index: usize) -> Option<Square> {
    if point_index >= Square::COUNT {
        return None;
    }
    Square::new((point_index % 9) as u8, 9 - (point_index / 9) as u8)
}

/// Code of a kind: 帥 1, 車 2, 馬 3, 炮 4, 相 5, 仕 6, 兵 7; negative for Black, 0 for no piece.
///
/// ```
/// use sensing::{KindCode, point_index};
/// use xiangqi::Position;
///
/// let board = KindCode::board(&Position::start());
/// let at = |text: &str| text.parse().map(|square| board[point_index(square)].get());
/// assert_eq!([at("e0")?, at("e9")?, at("b2")?, at("e5")?], [1, -1, 4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct KindCode(i8);

impl KindCode {
    /// The code of the piece on a point.
    pub const fn of(piece: Option<Piece>) -> KindCode {
        let Some(Piece { side, kind }) = piece else { return KindCode(0) };
        let code = match kind {
            Kind::General => 1,
            Kind::Chariot => 2,
            Kind::Horse => 3,
            Kind::Cannon => 4,
            Kind::Elephant => 5,
            Kind::Advisor => 6,
            Kind::Pawn => 7,
        };
        KindCode(match side {
            Side::Red => code,
            Side::Black => -code,
        })
    }

    /// The code, -7 to 7.
    pub const fn get(self) -> i8 {
        self.0
    }

    /// The codes of all ninety points of a position, in the order of [`point_index`].
    pub fn board(position: &Position) -> [KindCode; Square::COUNT] {
        let mut board = [KindCode(0); Square::COUNT];
        for (square, piece) in position.all_pieces() {
            board[point_index(square)] = KindCode::of(Some(piece));
        }
        board
    }
}

/// Number of one piece throughout a game: Black 1–16, Red 17–32, 0 for none. On each side the order
/// is 將, 車, 馬, 炮, 士, 象, 卒; pieces of one kind are numbered from file `a` to file `i`.
///
/// ```
/// use sensing::PieceCode;
///
/// let code = PieceCode::new(32).ok_or("above 32")?;
/// assert_eq!(code.piece().map(|piece| piece.to_string()), Some("Red's pawn".into()));
/// assert_eq!(PieceCode::NONE.piece(), None);
/// assert_eq!(PieceCode::new(33), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct PieceCode(u8);

/// The kinds in the order of the piece codes.
const ORDER: [Kind; 7] = [
    Kind::General,
    Kind::Chariot,
    Kind::Horse,
    Kind::Cannon,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Pawn,
];

impl PieceCode {
    /// No piece.
    pub const NONE: PieceCode = PieceCode(0);

    /// The piece code with this number; `None` above 32.
    pub const fn new(number: u8) -> Option<PieceCode> {
        if number <= 32 { Some(PieceCode(number)) } else { None }
    }

    /// The number, 0 to 32.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Side and kind of the piece; `None` for [`PieceCode::NONE`].
    pub const fn piece(self) -> Option<Piece> {
        let (side, within) = match self.0 {
            0 => return None,
            1..=16 => (Side::Black, self.0 - 1),
            _ => (Side::Red, self.0 - 17),
        };
        let kind = match within {
            0 => ORDER[0],
            11.. => ORDER[6],
            _ => ORDER[(within as usize).div_ceil(2)],
        };
        Some(Piece { side, kind })
    }

    /// The lowest code of pieces of this side and kind.
    const fn first_of(piece: Piece) -> u8 {
        let within = match piece.kind {
            Kind::General => 0,
            Kind::Chariot => 1,
            Kind::Horse => 3,
            Kind::Cannon => 5,
            Kind::Advisor => 7,
            Kind::Elephant => 9,
            Kind::Pawn => 11,
        };
        match piece.side {
            Side::Black => 1 + within,
            Side::Red => 17 + within,
        }
    }
}

/// The numbered pieces of a position, by point.
///
/// ```
/// use sensing::Pieces;
/// use xiangqi::Position;
///
/// let mut pieces = Pieces::number(&Position::start());
/// // Red's right cannon and Black's right horse, as counted from file a.
/// let (cannon, horse) = (pieces.at("h2".parse()?), pieces.at("h9".parse()?));
/// assert_eq!(pieces.play("h2h9".parse()?), horse);
/// assert_eq!(pieces.at("h9".parse()?), cannon, "a piece keeps its number all game");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces([PieceCode; Square::COUNT]);

impl Pieces {
    /// Numbers the pieces of a position: within a kind from file `a` to file `i`, on one file from
    /// rank 0 up.
    pub fn number(position: &Position) -> Pieces {
        let mut codes = [PieceCode::NONE; Square::COUNT];
        let mut used = [0; 33];
        for square in by_files() {
            if let Some(piece) = position.piece_at(square) {
                let first = PieceCode::first_of(piece);
                codes[square.index()] = PieceCode(first + used[first as usize]);
                used[first as usize] += 1;
            }
        }
        Pieces(codes)
    }

    /// The piece on a point, or [`PieceCode::NONE`].
    pub const fn at(&self, square: Square) -> PieceCode {
        self.0[square.index()]
    }

    /// Moves a piece and returns the piece that it captures.
    pub fn play(&mut self, played: Move) -> PieceCode {
        let moving = core::mem::take(&mut self.0[played.from.index()]);
        core::mem::replace(&mut self.0[played.to.index()], moving)
    }
}

fn by_files() -> impl Iterator<Item = Square> {
    (0..9).flat_map(|file| (0..10).filter_map(move |rank| Square::new(file, rank)))
}

#[cfg(test)]
mod tests {
    extern crate alloc;

    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn points_count_in_reading_order() {
        for (name, index) in [("a9", 0), ("i9", 8), ("a8", 9), ("e0", 85), ("i0", 89)] {
            assert_eq!(point_index(name.parse().unwrap()), index);
        }
        assert!((0..90).all(|index| point_index(square_of(index).unwrap()) == index));
        assert_eq!(square_of(90), None);
    }

    /// The array as printed in the board's documentation, with elephants and advisors on their
    /// points.
    #[test]
    fn the_start_as_ninety_numbers() {
        #[rustfmt::skip]
        let start = [
            -2, -3, -5, -6, -1, -6, -5, -3, -2,
            0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, -4, 0, 0, 0, 0, 0, -4, 0,
            -7, 0, -7, 0, -7, 0, -7, 0, -7,
            0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0,
            7, 0, 7, 0, 7, 0, 7, 0, 7,
            0, 4, 0, 0, 0, 0, 0, 4, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0,
            2, 3, 5, 6, 1, 6, 5, 3, 2,
        ];
        assert_eq!(KindCode::board(&Position::start()).map(KindCode::get), start);
    }

    #[test]
    fn pieces_are_numbered_from_file_a() {
        let pieces = Pieces::number(&Position::start());
        for (point, code) in [
            ("e9", 1),
            ("a9", 2),
            ("i9", 3),
            ("b9", 4),
            ("h9", 5),
            ("b7", 6),
            ("h7", 7),
            ("d9", 8),
            ("f9", 9),
            ("c9", 10),
            ("g9", 11),
            ("a6", 12),
            ("i6", 16),
            ("e0", 17),
            ("i0", 19),
            ("b0", 20),
            ("b2", 22),
            ("h2", 23),
            ("d0", 24),
            ("c0", 26),
            ("g3", 31),
            ("e5", 0),
        ] {
            assert_eq!(pieces.at(point.parse().unwrap()).get(), code, "{point}");
        }
        let mut all: Vec<u8> = Square::all().map(|square| pieces.at(square).get()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, (0..=32).collect::<Vec<u8>>());
        let position = Position::start();
        for square in Square::all() {
            assert_eq!(pieces.at(square).piece(), position.piece_at(square));
        }
    }

    #[test]
    fn a_piece_keeps_its_number() {
        let mut pieces = Pieces::number(&Position::start());
        assert_eq!(pieces.play("h2h9".parse().unwrap()).get(), 5);
        assert_eq!(pieces.at("h9".parse().unwrap()).get(), 23);
        assert_eq!(pieces.at("h2".parse().unwrap()), PieceCode::NONE);
    }
}
