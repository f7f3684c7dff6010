use super::BoardShape;

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
pub enum Kind {
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
    pub kind: Kind,
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
            'K' => Kind::General,
            'A' => Kind::Advisor,
            'B' => Kind::Elephant,
            'N' => Kind::Horse,
            'R' => Kind::Chariot,
            'C' => Kind::Cannon,
            'P' => Kind::Pawn,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        Some(Piece { side, kind })
    }

    /// The piece with these two letters of sifang: side, then kind.
    pub fn from_letters(side: char, kind: char) -> Option<Piece> {
        let side = Side::of_seat(BoardShape::Cross, side)?;
        let kind = match kind {
            'M' => Kind::General,
            'C' => Kind::Horse,
            'T' => Kind::Chariot,
            'A' => Kind::Cannon,
            'I' => Kind::Pawn,
            'B' => Kind::Battleship,
            'F' => Kind::Fighter,
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
            Kind::General if black => '将',
            Kind::General => '帅',
            Kind::Advisor if black => '士',
            Kind::Advisor => '仕',
            Kind::Elephant if black => '象',
            Kind::Elephant => '相',
            Kind::Horse => '马',
            Kind::Chariot => '车',
            Kind::Cannon => '炮',
            Kind::Pawn if black => '卒',
            Kind::Pawn => '兵',
            Kind::Battleship => '舰',
            Kind::Fighter => '机',
        }
    }

    /// Its traditional character. On boards for two, three more characters differ between the
    /// sides.
    pub const fn traditional_character(self, shape: BoardShape) -> char {
        let is_red = matches!(self.side, Side::Red) && !matches!(shape, BoardShape::Cross);
        match (self.kind, self.character()) {
            (Kind::Horse, _) if is_red => '傌',
            (Kind::Chariot, _) if is_red => '俥',
            (Kind::Cannon, _) if matches!(self.side, Side::Black) => '砲',
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

impl Kind {
    /// The upper-case letter of this kind on this board.
    pub const fn letter(self, shape: BoardShape) -> char {
        let cross = matches!(shape, BoardShape::Cross);
        match self {
            Kind::General if cross => 'M',
            Kind::General => 'K',
            Kind::Advisor => 'A',
            Kind::Elephant => 'B',
            Kind::Horse if cross => 'C',
            Kind::Horse => 'N',
            Kind::Chariot if cross => 'T',
            Kind::Chariot => 'R',
            Kind::Cannon if cross => 'A',
            Kind::Cannon => 'C',
            Kind::Pawn if cross => 'I',
            Kind::Pawn => 'P',
            Kind::Battleship => 'B',
            Kind::Fighter => 'F',
        }
    }

    /// Stable name for style sheets and symbols.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::General => "general",
            Kind::Advisor => "advisor",
            Kind::Elephant => "elephant",
            Kind::Horse => "horse",
            Kind::Chariot => "chariot",
            Kind::Cannon => "cannon",
            Kind::Pawn => "pawn",
            Kind::Battleship => "battleship",
            Kind::Fighter => "fighter",
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
