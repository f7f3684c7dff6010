use core::fmt;
use game::Seat;

/// One of the four sides, in order of play: counter-clockwise from the south.
///
/// ```
/// use sifang::Side;
///
/// assert_eq!(Side::Blue.next(), Side::Red);
/// assert_eq!(Side::ALL.map(Side::letter), ['r', 'g', 'y', 'b']);
/// assert_eq!(Side::of_seat(Side::Yellow.seat()), Side::Yellow);
/// assert_eq!(Side::from_letter('x'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// South, red.
    Red,
    /// East, green.
    Green,
    /// North, yellow.
    Yellow,
    /// West, blue.
    Blue,
}

impl Side {
    /// All sides in order of play.
    pub const ALL: [Side; 4] = [Side::Red, Side::Green, Side::Yellow, Side::Blue];

    /// Index in order of play, 0–3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }

    /// The side of a seat.
    pub const fn of_seat(seat: Seat) -> Side {
        Side::ALL[seat.index()]
    }

    /// The side that plays next.
    pub const fn next(self) -> Side {
        Side::ALL[(self as usize + 1) % 4]
    }

    /// Letter in texts: `r`, `g`, `y`, `b`.
    pub const fn letter(self) -> char {
        match self {
            Side::Red => 'r',
            Side::Green => 'g',
            Side::Yellow => 'y',
            Side::Blue => 'b',
        }
    }

    /// Returns the side with this letter.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// English name of the side's colour, capitalised: `Red`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Red => "Red",
            Side::Green => "Green",
            Side::Yellow => "Yellow",
            Side::Blue => "Blue",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Kind of a piece.
///
/// ```
/// use sifang::Kind;
///
/// assert_eq!(Kind::from_letter('B'), Some(Kind::Battleship));
/// assert_eq!(Kind::ALL.map(Kind::count).iter().sum::<usize>(), 14);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 车: any distance along land lines, one step along water lines.
    Tank,
    /// 舰: any distance along water lines, one step along land lines.
    Battleship,
    /// 机: one step in any direction; any number of 田 diagonals from a crossing of two land lines.
    Fighter,
    /// 炮: any distance along every line; captures over exactly one piece.
    Artillery,
    /// 马: one step straight, one diagonally; only an enemy piece blocks its leg.
    Cavalry,
    /// 兵: one step in any direction.
    Infantry,
    /// 帅: one step in any direction, without a palace. There is no check; it is captured like any
    /// piece.
    Marshal,
}

impl Kind {
    /// Every kind, in the order of [`Values`](crate::Values).
    pub const ALL: [Kind; 7] = [
        Kind::Tank,
        Kind::Battleship,
        Kind::Fighter,
        Kind::Artillery,
        Kind::Cavalry,
        Kind::Infantry,
        Kind::Marshal,
    ];

    /// Letter of the kind, as printed on the piece.
    pub const fn letter(self) -> char {
        match self {
            Kind::Tank => 'T',
            Kind::Battleship => 'B',
            Kind::Fighter => 'F',
            Kind::Artillery => 'A',
            Kind::Cavalry => 'C',
            Kind::Infantry => 'I',
            Kind::Marshal => 'M',
        }
    }

    /// Returns the kind with this letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Number of pieces of this kind that a side starts with. A side starts with fourteen pieces.
    pub const fn count(self) -> usize {
        match self {
            Kind::Infantry => 3,
            Kind::Marshal => 1,
            _ => 2,
        }
    }

    /// English name, in lower case: `tank`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Tank => "tank",
            Kind::Battleship => "battleship",
            Kind::Fighter => "fighter",
            Kind::Artillery => "artillery",
            Kind::Cavalry => "cavalry",
            Kind::Infantry => "infantry",
            Kind::Marshal => "marshal",
        }
    }
}

/// A piece: a kind and a side. Its text is the two letters: `rT`.
///
/// ```
/// use sifang::{Kind, Piece, Side};
///
/// let piece = Piece { side: Side::Green, kind: Kind::Cavalry };
/// assert_eq!(piece.to_string(), "gC");
/// assert_eq!(piece.described().to_string(), "Green's cavalry");
/// assert_eq!(Piece::from_letters("gC"), Some(piece));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The side that owns the piece.
    pub side: Side,
    /// Kind of the piece.
    pub kind: Kind,
}

impl Piece {
    /// Code of the piece in the board's array, 1–28; 0 is an empty point.
    pub(crate) const fn code(self) -> u8 {
        self.side as u8 * 7 + self.kind as u8 + 1
    }

    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        match code {
            1..=28 => {
                let code = code as usize - 1;
                Some(Piece { side: Side::ALL[code / 7], kind: Kind::ALL[code % 7] })
            }
            _ => None,
        }
    }

    /// Parses the two letters.
    pub fn from_letters(text: &str) -> Option<Piece> {
        let mut letters = text.chars();
        let side = Side::from_letter(letters.next()?)?;
        let kind = Kind::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(Piece { side, kind })
    }

    /// Name in a sentence: `Red's tank`.
    pub fn described(self) -> impl fmt::Display {
        struct Described(Piece);
        impl fmt::Display for Described {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}'s {}", self.0.side, self.0.kind.name())
            }
        }
        Described(self)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side.letter(), self.kind.letter())
    }
}
