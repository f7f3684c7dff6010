use crate::{
    Color, Face, Square,
    text::{parse_turn, read_rows, write_rows},
};
use core::fmt;
use game::TextError;

/// A board with the side to move, legal or not: any number of each piece.
///
/// Its text is a position's text without points and counters. Face-down pieces are unknown.
///
/// ```
/// use banqi::{Face, Piece, Setup, Square};
///
/// let mut setup = Setup::read("KK6/8/8/*7 b")?;
/// assert_eq!(setup.to_string(), "KK6/8/8/*7 b 0/0 0 0 ?");
/// let square: Square = "a1".parse()?;
/// setup.squares[square.index()] = Piece::from_letter('p').map(Face::Up);
/// assert_eq!(setup.to_string(), "KK6/8/8/p7 b 0/0 0 0 -");
/// assert_eq!(Setup::read("8/7/8/8 r").unwrap_err().at, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What lies on each square, by [`Square::index`].
    pub squares: [Option<Face>; Square::COUNT],
    /// The side to move. It does not matter while no piece is face up.
    pub turn: Color,
}

impl Setup {
    /// The empty board.
    pub const EMPTY: Setup = Setup { squares: [None; Square::COUNT], turn: Color::Red };

    /// The usual start: every square has a face-down piece.
    pub const START: Setup = Setup { squares: [Some(Face::Down); Square::COUNT], turn: Color::Red };

    /// Parses the rows and the side to move. Later fields are ignored and may be missing.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there.
    pub fn read(text: &str) -> Result<Setup, TextError> {
        let mut fields = text.split(' ');
        let rows = fields.next().unwrap_or_default();
        let mut setup = Setup::EMPTY;
        read_rows(rows, |_, square, face| {
            setup.squares[square.index()] = Some(face);
            Ok(())
        })?;
        if let Some(turn) = fields.next() {
            let turn = parse_turn(turn).map_err(|error| error.shifted(rows.len() + 1))?;
            setup.turn = turn.unwrap_or(Color::Red);
        }
        Ok(setup)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, |square| self.squares[square.index()])?;
        let has = |wanted: fn(&Face) -> bool| self.squares.iter().flatten().any(wanted);
        let turn = if has(|face| *face != Face::Down) { self.turn.letter() } else { '-' };
        let hidden = if has(|face| *face == Face::Down) { '?' } else { '-' };
        write!(f, " {turn} 0/0 0 0 {hidden}")
    }
}
