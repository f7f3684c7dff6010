use core::fmt;

/// Colour of a piece, and of a player after the first flip.
///
/// ```
/// use banqi::Color;
///
/// assert_eq!(Color::Red.other(), Color::Black);
/// assert_eq!(Color::ALL.map(Color::letter), ['r', 'b']);
/// assert_eq!(Color::from_letter('w'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Red, with upper-case letters.
    Red,
    /// Black, with lower-case letters.
    Black,
}

impl Color {
    /// Both colours, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// The other colour.
    pub const fn other(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }

    /// Index of the colour: 0 for Red, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Letter in texts: `r` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::Red => 'r',
            Color::Black => 'b',
        }
    }

    /// Returns the colour with the letter `r` or `b`.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'r' => Some(Color::Red),
            'b' => Some(Color::Black),
            _ => None,
        }
    }
}

/// Kind of a piece, from the lowest rank to the highest. The cannon has no rank.
///
/// ```
/// use banqi::Kind;
///
/// // All pieces of one side are worth 5 × 1, 2 × 5 four times, 2 × 10 and 30 points.
/// let all: u16 = Kind::ALL.iter().map(|kind| kind.points() * u16::from(kind.count())).sum();
/// assert_eq!(all, 95);
/// assert!(Kind::General > Kind::Advisor && Kind::Advisor > Kind::Minister);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 兵 卒: captures pawns and the general.
    Soldier,
    /// 炮 砲: captures a piece of any rank by jumping exactly one piece.
    Cannon,
    /// 傌 馬.
    Horse,
    /// 俥 車.
    Chariot,
    /// 相 象.
    Minister,
    /// 仕 士.
    Advisor,
    /// 帥 將: captures everything except pawns.
    General,
}

impl Kind {
    /// Every kind, in declaration order.
    pub const ALL: [Kind; 7] = [
        Kind::Soldier,
        Kind::Cannon,
        Kind::Horse,
        Kind::Chariot,
        Kind::Minister,
        Kind::Advisor,
        Kind::General,
    ];

    /// Number of pieces of this kind on each side.
    pub const fn count(self) -> u8 {
        match self {
            Kind::Soldier => 5,
            Kind::General => 1,
            _ => 2,
        }
    }

    /// Points for capturing a piece of this kind (`docs/rules/banqi.md`).
    pub const fn points(self) -> u16 {
        match self {
            Kind::Soldier => 1,
            Kind::Cannon | Kind::Horse | Kind::Chariot | Kind::Minister => 5,
            Kind::Advisor => 10,
            Kind::General => 30,
        }
    }

    /// English name, for refusals.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Soldier => "pawn",
            Kind::Cannon => "cannon",
            Kind::Horse => "horse",
            Kind::Chariot => "chariot",
            Kind::Minister => "elephant",
            Kind::Advisor => "advisor",
            Kind::General => "general",
        }
    }

    const fn letter(self) -> char {
        match self {
            Kind::Soldier => 'P',
            Kind::Cannon => 'C',
            Kind::Horse => 'N',
            Kind::Chariot => 'R',
            Kind::Minister => 'B',
            Kind::Advisor => 'A',
            Kind::General => 'K',
        }
    }
}

/// A piece: a colour and a kind. Its text is one letter, upper case for Red.
///
/// ```
/// use banqi::{Color, Kind, Piece};
///
/// let piece = Piece::new(Color::Black, Kind::Minister);
/// assert_eq!(piece.letter(), 'b');
/// assert_eq!(Piece::from_letter('B'), Some(Piece::new(Color::Red, Kind::Minister)));
/// assert_eq!(Piece::all().nth(piece.index()), Some(piece));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Colour of the piece.
    pub color: Color,
    /// Kind of the piece.
    pub kind: Kind,
}

impl Piece {
    /// Number of distinct pieces.
    pub const COUNT: usize = 14;

    /// Creates the piece with this colour and kind.
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece { color, kind }
    }

    /// Iterates over the distinct pieces, Red's first, in the order of [`Piece::index`].
    pub fn all() -> impl Iterator<Item = Piece> {
        Color::ALL
            .into_iter()
            .flat_map(|color| Kind::ALL.into_iter().map(move |kind| Piece::new(color, kind)))
    }

    /// Index of the piece, below [`Piece::COUNT`].
    pub const fn index(self) -> usize {
        self.color as usize * Kind::ALL.len() + self.kind as usize
    }

    /// Returns the piece with this [`Piece::index`].
    pub(crate) const fn from_index(index: usize) -> Piece {
        let color = if index < Kind::ALL.len() { Color::Red } else { Color::Black };
        Piece { color, kind: Kind::ALL[index % Kind::ALL.len()] }
    }

    /// Letter in texts: upper case for Red, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::Red => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the piece with this letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::all().find(|piece| piece.letter() == letter)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What lies on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// A face-up piece.
    Up(Piece),
    /// A face-down piece.
    Down,
}
