use super::BoardShape;
use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
};

/// The owner of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Red: the first to move in xiangqi, south in sifang.
    Red,
    /// Black.
    Black,
    /// Green: east.
    Green,
    /// Yellow: north.
    Yellow,
    /// Blue: west.
    Blue,
}

impl Side {
    /// The side of a seat's letter on this board; `None` for `-`, a seat without a side.
    pub const fn of_seat(shape: BoardShape, letter: char) -> Option<Side> {
        Some(match (shape, letter) {
            (BoardShape::River, 'w') | (BoardShape::Half | BoardShape::Cross, 'r') => Side::Red,
            (BoardShape::River | BoardShape::Half, 'b') => Side::Black,
            (BoardShape::Cross, 'g') => Side::Green,
            (BoardShape::Cross, 'y') => Side::Yellow,
            (BoardShape::Cross, 'b') => Side::Blue,
            _ => return None,
        })
    }

    /// Stable name for style sheets and tests.
    pub const fn id(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Black => "black",
            Side::Green => "green",
            Side::Yellow => "yellow",
            Side::Blue => "blue",
        }
    }
}

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    /// 帅 将, and sifang's marshal.
    General,
    /// 仕 士.
    Advisor,
    /// 相 象.
    Elephant,
    /// 马, and sifang's cavalry.
    Horse,
    /// 车, and sifang's tank.
    Chariot,
    /// 炮, and sifang's artillery.
    Cannon,
    /// 兵 卒, and sifang's infantry.
    Pawn,
    /// 舰: sifang's battleship.
    Battleship,
    /// 机: sifang's fighter.
    Fighter,
}

/// A face-up piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub kind: PieceKind,
}

/// The visible face of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Face up.
    Open(Piece),
    /// Face down. All backs look the same.
    Down,
}

impl Piece {
    /// The piece with this letter in games for two. Upper case is Red.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_uppercase() {
            'K' => PieceKind::General,
            'A' => PieceKind::Advisor,
            'B' => PieceKind::Elephant,
            'N' => PieceKind::Horse,
            'R' => PieceKind::Chariot,
            'C' => PieceKind::Cannon,
            'P' => PieceKind::Pawn,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        Some(Piece { side, kind })
    }

    /// The piece with these two letters of sifang: side, then kind.
    pub fn from_letters(side: char, kind: char) -> Option<Piece> {
        let side = Side::of_seat(BoardShape::Cross, side)?;
        let kind = match kind {
            'M' => PieceKind::General,
            'C' => PieceKind::Horse,
            'T' => PieceKind::Chariot,
            'A' => PieceKind::Cannon,
            'I' => PieceKind::Pawn,
            'B' => PieceKind::Battleship,
            'F' => PieceKind::Fighter,
            _ => return None,
        };
        Some(Piece { side, kind })
    }

    /// The piece as the texts of this board write it: `R`, `r`, `gT`.
    pub fn text(self, shape: BoardShape) -> String {
        let letter = self.kind.letter(shape);
        match (shape, self.side) {
            (BoardShape::Cross, side) => {
                let side = match side {
                    Side::Red => 'r',
                    Side::Green => 'g',
                    Side::Yellow => 'y',
                    Side::Black | Side::Blue => 'b',
                };
                format!("{side}{letter}")
            }
            (BoardShape::River | BoardShape::Half, Side::Red) => letter.to_string(),
            (BoardShape::River | BoardShape::Half, _) => letter.to_ascii_lowercase().to_string(),
        }
    }

    /// Its simplified character. Green and Yellow use Red's characters.
    pub const fn character(self) -> char {
        let black = matches!(self.side, Side::Black);
        match self.kind {
            PieceKind::General if black => '将',
            PieceKind::General => '帅',
            PieceKind::Advisor if black => '士',
            PieceKind::Advisor => '仕',
            PieceKind::Elephant if black => '象',
            PieceKind::Elephant => '相',
            PieceKind::Horse => '马',
            PieceKind::Chariot => '车',
            PieceKind::Cannon => '炮',
            PieceKind::Pawn if black => '卒',
            PieceKind::Pawn => '兵',
            PieceKind::Battleship => '舰',
            PieceKind::Fighter => '机',
        }
    }

    /// Its traditional character. On boards for two, three more characters differ between the
    /// sides.
    pub const fn traditional_character(self, shape: BoardShape) -> char {
        let is_red = matches!(self.side, Side::Red) && !matches!(shape, BoardShape::Cross);
        match (self.kind, self.character()) {
            (PieceKind::Horse, _) if is_red => '傌',
            (PieceKind::Chariot, _) if is_red => '俥',
            (PieceKind::Cannon, _) if matches!(self.side, Side::Black) => '砲',
            (_, '帅') => '帥',
            (_, '将') => '將',
            (_, '马') => '馬',
            (_, '车') => '車',
            (_, '舰') => '艦',
            (_, '机') => '機',
            (_, other) => other,
        }
    }
}

impl PieceKind {
    /// The upper-case letter of this kind on this board.
    pub const fn letter(self, shape: BoardShape) -> char {
        let cross = matches!(shape, BoardShape::Cross);
        match self {
            PieceKind::General if cross => 'M',
            PieceKind::General => 'K',
            PieceKind::Advisor => 'A',
            PieceKind::Elephant => 'B',
            PieceKind::Horse if cross => 'C',
            PieceKind::Horse => 'N',
            PieceKind::Chariot if cross => 'T',
            PieceKind::Chariot => 'R',
            PieceKind::Cannon if cross => 'A',
            PieceKind::Cannon => 'C',
            PieceKind::Pawn if cross => 'I',
            PieceKind::Pawn => 'P',
            PieceKind::Battleship => 'B',
            PieceKind::Fighter => 'F',
        }
    }

    /// Stable name for style sheets and symbols.
    pub const fn id(self) -> &'static str {
        match self {
            PieceKind::General => "general",
            PieceKind::Advisor => "advisor",
            PieceKind::Elephant => "elephant",
            PieceKind::Horse => "horse",
            PieceKind::Chariot => "chariot",
            PieceKind::Cannon => "cannon",
            PieceKind::Pawn => "pawn",
            PieceKind::Battleship => "battleship",
            PieceKind::Fighter => "fighter",
        }
    }
}

impl Face {
    /// The face as position texts write it, `*` for a back.
    pub fn text(self, shape: BoardShape) -> String {
        match self {
            Face::Open(piece) => piece.text(shape),
            Face::Down => "*".to_owned(),
        }
    }
}

impl From<xiangqi::Side> for Side {
    fn from(side: xiangqi::Side) -> Side {
        match side {
            xiangqi::Side::Red => Side::Red,
            xiangqi::Side::Black => Side::Black,
        }
    }
}

impl From<banqi::Color> for Side {
    fn from(color: banqi::Color) -> Side {
        match color {
            banqi::Color::Red => Side::Red,
            banqi::Color::Black => Side::Black,
        }
    }
}

impl From<sifang::Side> for Side {
    fn from(side: sifang::Side) -> Side {
        match side {
            sifang::Side::Red => Side::Red,
            sifang::Side::Green => Side::Green,
            sifang::Side::Yellow => Side::Yellow,
            sifang::Side::Blue => Side::Blue,
        }
    }
}

impl From<xiangqi::Piece> for Piece {
    fn from(piece: xiangqi::Piece) -> Piece {
        use xiangqi::Kind;
        let kind = match piece.kind {
            Kind::General => PieceKind::General,
            Kind::Advisor => PieceKind::Advisor,
            Kind::Elephant => PieceKind::Elephant,
            Kind::Horse => PieceKind::Horse,
            Kind::Chariot => PieceKind::Chariot,
            Kind::Cannon => PieceKind::Cannon,
            Kind::Pawn => PieceKind::Pawn,
        };
        Piece { side: piece.side.into(), kind }
    }
}

impl From<banqi::Piece> for Piece {
    fn from(piece: banqi::Piece) -> Piece {
        use banqi::Kind;
        let kind = match piece.kind {
            Kind::General => PieceKind::General,
            Kind::Advisor => PieceKind::Advisor,
            Kind::Minister => PieceKind::Elephant,
            Kind::Horse => PieceKind::Horse,
            Kind::Chariot => PieceKind::Chariot,
            Kind::Cannon => PieceKind::Cannon,
            Kind::Soldier => PieceKind::Pawn,
        };
        Piece { side: piece.color.into(), kind }
    }
}

impl From<sifang::Piece> for Piece {
    fn from(piece: sifang::Piece) -> Piece {
        use sifang::Kind;
        let kind = match piece.kind {
            Kind::Marshal => PieceKind::General,
            Kind::Cavalry => PieceKind::Horse,
            Kind::Tank => PieceKind::Chariot,
            Kind::Artillery => PieceKind::Cannon,
            Kind::Infantry => PieceKind::Pawn,
            Kind::Battleship => PieceKind::Battleship,
            Kind::Fighter => PieceKind::Fighter,
        };
        Piece { side: piece.side.into(), kind }
    }
}
