mod loose;

use crate::{Kind, Piece, SetupFault, Side, Square};
use alloc::format;
use core::{fmt, fmt::Write as _, str::FromStr};
use game::TextError;

/// A board with the side to move and the counters, legal or not.
///
/// Its text is the FEN of `docs/formats.md`. [`FromStr`] also accepts the letters `E H G` and the
/// turn `r`, and requires six fields with single spaces. [`Setup::read_loose`] accepts the FENs of
/// other programs.
///
/// ```
/// use xiangqi::{Kind, Piece, Setup, Side, Square};
///
/// // Anything may stand anywhere; whether it can be played is another question.
/// let mut setup = Setup::EMPTY;
/// let square: Square = "e9".parse()?;
/// setup.board[square.index()] = Some(Piece { side: Side::Red, kind: Kind::General });
/// assert_eq!(setup.to_string(), "4K4/9/9/9/9/9/9/9/9/9 w - - 0 1");
/// assert_eq!("4g4/9/9/9/9/9/9/9/9/9 r - - 0 1".parse::<Setup>()?.pieces().count(), 1);
/// assert_eq!("9/9 w - - 0 1".parse::<Setup>().unwrap_err().code, "board-size");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each point, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub turn: Side,
    /// Plies since the last capture.
    pub quiet: u16,
    /// Full-move number, from 1; grows after Black's move.
    pub full_move: u16,
}

/// Which boards make a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Legality {
    /// Traditional: every piece is where it can get by the rules, and none is more often on the
    /// board than in a set.
    Traditional,
    /// Traditional, except that pawns may be on any point, as in classical compositions. See
    /// [`Setup::oddities`].
    Composed,
    /// Undercover: pawns may have turned, so that a side can have ten of them, on any point.
    Undercover,
}

impl Setup {
    /// An empty board, Red to move.
    pub const EMPTY: Setup =
        Setup { board: [None; Square::COUNT], turn: Side::Red, quiet: 0, full_move: 1 };

    /// Every piece with its point, from `a0` on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.board[square.index()]?)))
    }

    /// Pawns on points that they cannot reach in a game. A composed position may have them, and
    /// they move as pawns do.
    ///
    /// ```
    /// use xiangqi::{Legality, Position, Setup};
    ///
    /// let setup: Setup = "3k1p3/9/9/9/9/9/9/9/9/R3K4 w - - 0 1".parse()?;
    /// let oddities: Vec<String> = setup.oddities().map(|fault| fault.to_string()).collect();
    /// assert_eq!(oddities, ["Black's pawn on f9 cannot have come there"]);
    /// assert!(Position::from_setup(&setup, Legality::Composed).is_ok());
    /// assert!(Position::from_setup(&setup, Legality::Traditional).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn oddities(&self) -> impl Iterator<Item = SetupFault> {
        self.pieces()
            .filter(|&(square, piece)| {
                piece.kind == Kind::Pawn && !can_stand(piece, square, Legality::Traditional)
            })
            .map(|(square, piece)| SetupFault::Place { piece, square })
    }

    /// Everything that keeps this board from being a position, except for checks.
    pub(crate) fn piece_faults(&self, legality: Legality) -> impl Iterator<Item = SetupFault> {
        let sets = Side::BOTH
            .into_iter()
            .flat_map(|side| Kind::ALL.map(|kind| Piece { side, kind }))
            .filter_map(move |piece| self.count_fault(piece, legality));
        let pawns = self.pieces().filter(|(_, piece)| piece.kind == Kind::Pawn).count() as u32;
        let pawns = (pawns > PAWNS_MAX).then_some(SetupFault::Pawns { count: pawns });
        let places = self
            .pieces()
            .filter(move |&(square, piece)| !can_stand(piece, square, legality))
            .map(|(square, piece)| SetupFault::Place { piece, square });
        sets.chain(pawns).chain(places)
    }

    fn count_fault(&self, piece: Piece, legality: Legality) -> Option<SetupFault> {
        let count = self.pieces().filter(|&(_, other)| other == piece).count() as u32;
        let most = match (piece.kind, legality) {
            (Kind::General, _) if count != 1 => {
                return Some(SetupFault::Generals { side: piece.side, count });
            }
            (Kind::Pawn, Legality::Undercover) => PAWNS_MAX,
            _ => piece.kind.count(),
        };
        (count > most).then_some(SetupFault::Count { piece, most, count })
    }
}

/// Number of pawns in two sets.
const PAWNS_MAX: u32 = 10;

/// Whether a piece can ever get to a point.
fn can_stand(piece: Piece, square: Square, legality: Legality) -> bool {
    let (file, rank) = (square.file(), piece.side.relative_rank(square.rank()));
    match piece.kind {
        Kind::General => (3..=5).contains(&file) && rank <= 2,
        Kind::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
        Kind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        Kind::Pawn => {
            legality != Legality::Traditional || rank >= 5 || (rank >= 3 && file % 2 == 0)
        }
        Kind::Horse | Kind::Chariot | Kind::Cannon => true,
    }
}

/// Writes the number of empty points in a row: one digit, or nothing for none.
fn write_empty(f: &mut fmt::Formatter<'_>, count: u8) -> fmt::Result {
    if count == 0 { Ok(()) } else { f.write_char(char::from(b'0' + count)) }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, rank) in (0..10).rev().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for piece in &self.board[rank * 9..][..9] {
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        write_empty(f, empty)?;
                        empty = 0;
                        f.write_char(piece.letter())?;
                    }
                }
            }
            write_empty(f, empty)?;
        }
        write!(f, " {} - - {} {}", self.turn.letter(), self.quiet, self.full_move)
    }
}

impl FromStr for Setup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Setup, TextError> {
        let mut fields = Fields { text, at: 0 };
        let (rows, at) = fields.take("the board", "board-size")?;
        let mut setup = Setup::EMPTY;
        read_rows(rows, at, &mut setup.board)?;
        let (turn, at) = fields.take("the side to move", "turn")?;
        setup.turn = match turn {
            "w" | "r" => Side::Red,
            "b" => Side::Black,
            other => {
                let shown = other.escape_debug();
                return Err(TextError::new(
                    "turn",
                    at,
                    format!("expected `w` or `b`, found `{shown}`"),
                ));
            }
        };
        for _ in 0..2 {
            let (dash, at) = fields.take("`-`", "dash")?;
            if dash != "-" {
                let shown = dash.escape_debug();
                return Err(TextError::new("dash", at, format!("expected `-`, found `{shown}`")));
            }
        }
        setup.quiet = fields.counter("plies since the last capture", 0)?;
        setup.full_move = fields.counter("the full-move number", 1)?;
        match fields.rest() {
            None => Ok(setup),
            Some(at) => Err(TextError::new("length", at, "expected the end of the position")),
        }
    }
}

fn read_rows(
    rows: &str,
    mut at: usize,
    board: &mut [Option<Piece>; Square::COUNT],
) -> Result<(), TextError> {
    let count = rows.split('/').count();
    if count != 10 {
        return Err(TextError::new("board-size", at, format!("expected 10 ranks, found {count}")));
    }
    for (row, rank) in rows.split('/').zip((0..10).rev()) {
        let mut file = 0;
        for (i, letter) in row.char_indices() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += empty as usize;
            } else if let Some(piece) = Piece::from_letter(letter) {
                if file < 9 {
                    board[rank * 9 + file] = Some(piece);
                }
                file += 1;
            } else {
                let shown = letter.escape_debug();
                let message =
                    format!("expected a piece letter or 1 to 9 in rank {rank}, found `{shown}`");
                return Err(TextError::new("pieces", at + i, message));
            }
        }
        if file != 9 {
            let message = format!("expected 9 points in rank {rank}, found {file}");
            return Err(TextError::new("board-size", at, message));
        }
        at += row.len() + 1;
    }
    Ok(())
}

/// Space-separated fields, one after the other.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    fn take(&mut self, what: &str, code: &'static str) -> Result<(&'a str, usize), TextError> {
        let at = self.at;
        let rest = self.text.get(at..).unwrap_or_default();
        let field = rest.split(' ').next().unwrap_or_default();
        if field.is_empty() {
            return Err(TextError::new(code, at.min(self.text.len()), format!("expected {what}")));
        }
        self.at += field.len() + 1;
        Ok((field, at))
    }

    fn counter(&mut self, what: &str, least: u16) -> Result<u16, TextError> {
        let (field, at) = self.take(what, "counter")?;
        let digits = field.bytes().all(|byte| byte.is_ascii_digit());
        let canonical = digits && (field.len() == 1 || !field.starts_with('0'));
        match field.parse() {
            Ok(value) if canonical && value >= least && value < u16::MAX => Ok(value),
            _ => {
                let shown = field.escape_debug();
                let message = format!("expected {what}, {least} or more, found `{shown}`");
                Err(TextError::new("counter", at, message))
            }
        }
    }

    fn rest(&self) -> Option<usize> {
        (self.at <= self.text.len()).then_some(self.at)
    }
}
