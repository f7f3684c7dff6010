use core::{fmt, ops::Not};
use game::Seat;

/// One of the two sides. Red is the first seat, `w` in texts; Black is the second, `b`.
///
/// ```
/// use xiangqi::Side;
///
/// assert_eq!(!Side::Red, Side::Black);
/// assert_eq!((Side::Red.letter(), Side::Black.letter()), ('w', 'b'));
/// assert_eq!(Side::of_seat(Side::Black.seat()), Some(Side::Black));
/// // Rank 9 is Black's own back rank; for Red it is beyond the river.
/// assert_eq!(Side::Black.relative_rank(9), 0);
/// assert!(Side::Red.is_across(9) && !Side::Black.is_across(9));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// 紅: at the bottom, ranks 0–4.
    Red,
    /// 黑: at the top, ranks 5–9.
    Black,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Black];

    /// The other side.
    pub const fn opponent(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// Index of the side: 0 for Red, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }

    /// The side that a seat plays; `None` if the game has no such seat.
    pub const fn of_seat(seat: Seat) -> Option<Side> {
        match seat.index() {
            0 => Some(Side::Red),
            1 => Some(Side::Black),
            _ => None,
        }
    }

    /// Letter in texts: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Side::Red => 'w',
            Side::Black => 'b',
        }
    }

    /// Direction of forward moves in ranks: `1` for Red, `-1` for Black.
    pub const fn forward(self) -> i8 {
        match self {
            Side::Red => 1,
            Side::Black => -1,
        }
    }

    /// Whether `rank` is beyond the river for this side.
    pub const fn is_across(self, rank: u8) -> bool {
        match self {
            Side::Red => rank >= 5,
            Side::Black => rank <= 4,
        }
    }

    /// `rank` counted from this side's own back rank.
    pub const fn relative_rank(self, rank: u8) -> u8 {
        match self {
            Side::Red => rank,
            Side::Black => 9 - rank,
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.opponent()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Red => "Red",
            Side::Black => "Black",
        })
    }
}

/// Kind of a piece.
///
/// ```
/// use xiangqi::Kind;
///
/// assert_eq!(Kind::Horse.letter(), 'N');
/// assert_eq!(Kind::ALL.map(Kind::count).iter().sum::<u32>(), 16);
/// assert_eq!(Kind::Cannon.name(), "cannon");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帥將: one step straight, inside the palace. The generals must not face each other on an open
    /// file.
    General,
    /// 仕士: one step diagonally, inside the palace.
    Advisor,
    /// 相象: two steps diagonally, on its own side of the river. A piece on the first step (the eye)
    /// blocks it.
    Elephant,
    /// 馬: one step straight, then one diagonally outward. A piece on the straight step (the leg)
    /// blocks it.
    Horse,
    /// 車: any distance straight, up to the first piece.
    Chariot,
    /// 炮: moves like the chariot, but captures over exactly one piece (the screen).
    Cannon,
    /// 兵卒: one step forward; beyond the river also sideways.
    Pawn,
}

impl Kind {
    /// Every kind, from the general to the pawn.
    pub const ALL: [Kind; 7] = [
        Kind::General,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Chariot,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// FEN letter, upper case.
    pub const fn letter(self) -> char {
        match self {
            Kind::General => 'K',
            Kind::Advisor => 'A',
            Kind::Elephant => 'B',
            Kind::Horse => 'N',
            Kind::Chariot => 'R',
            Kind::Cannon => 'C',
            Kind::Pawn => 'P',
        }
    }

    /// Number of pieces of this kind that a side starts with.
    pub const fn count(self) -> u32 {
        match self {
            Kind::General => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// English name, in lower case: `chariot`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::General => "general",
            Kind::Advisor => "advisor",
            Kind::Elephant => "elephant",
            Kind::Horse => "horse",
            Kind::Chariot => "chariot",
            Kind::Cannon => "cannon",
            Kind::Pawn => "pawn",
        }
    }
}

/// A piece: a kind and a side.
///
/// ```
/// use xiangqi::{Kind, Piece, Side};
///
/// let piece = Piece { side: Side::Black, kind: Kind::Elephant };
/// assert_eq!(piece.letter(), 'b');
/// assert_eq!(piece.to_string(), "Black's elephant");
/// // Letters of other programs are accepted but not written.
/// assert_eq!(Piece::from_letter('e'), Some(piece));
/// assert_eq!(Piece::from_letter('x'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The side that owns the piece.
    pub side: Side,
    /// Kind of the piece.
    pub kind: Kind,
}

impl Piece {
    /// FEN letter: upper case for Red, lower case for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::Red => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Parses a FEN letter. `E`, `H` and `G` are accepted for elephant, horse and general.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_uppercase() {
            'K' | 'G' => Kind::General,
            'A' => Kind::Advisor,
            'B' | 'E' => Kind::Elephant,
            'N' | 'H' => Kind::Horse,
            'R' => Kind::Chariot,
            'C' => Kind::Cannon,
            'P' => Kind::Pawn,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        Some(Piece { side, kind })
    }

    /// Code of the piece in the position's array, 1–14; 0 is an empty point.
    pub(crate) const fn code(self) -> u8 {
        self.side as u8 * 7 + self.kind as u8 + 1
    }

    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        if code == 0 {
            return None;
        }
        let side = if code > 7 { Side::Black } else { Side::Red };
        Some(Piece { side, kind: Kind::ALL[(code as usize - 1) % 7] })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s {}", self.side, self.kind.name())
    }
}
