use super::{BoardShape, Face, Point, Side};
use crate::Variant;
use core::fmt;
use game::TextError;

/// Pieces on a board for two in any arrangement, with the side to move. No game has to allow it.
///
/// An editor changes it, and a smart board reports it. Its text is a position's text; face-down
/// pieces are written as unknown.
///
/// ```
/// use games::{Variant, board::{Arrangement, BoardShape, Face, Piece}};
///
/// let mut board = Arrangement::empty(Variant::Xiangqi);
/// let e9 = BoardShape::River.parse("e9").ok_or("a point")?;
/// board.put(e9, Piece::from_letter('K').map(Face::Open));
/// assert_eq!(board.to_string(), "4K4/9/9/9/9/9/9/9/9/9 w - - 0 1");
/// assert_eq!(Arrangement::read(Variant::Xiangqi, "4K4/9/9/9/9/9/9/9/9/9")?, board);
/// assert_eq!(Arrangement::read(Variant::Banqi, "8/7/8/8").unwrap_err().code, "board-size");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrangement {
    /// The board of xiangqi.
    River(xiangqi::Setup),
    /// The half board of banqi.
    Half(banqi::Setup),
}

impl Arrangement {
    /// The empty board of a game, Red to move. A game without an editor gets the board of xiangqi.
    pub const fn empty(variant: Variant) -> Arrangement {
        match variant {
            Variant::Banqi => Arrangement::Half(banqi::Setup::EMPTY),
            Variant::Xiangqi | Variant::Undercover | Variant::Sifang => {
                Arrangement::River(xiangqi::Setup::EMPTY)
            }
        }
    }

    /// The starting position of a game. A game without an editor gets that of xiangqi.
    pub fn start(variant: Variant) -> Arrangement {
        match variant {
            Variant::Banqi => Arrangement::Half(banqi::Setup::START),
            Variant::Xiangqi | Variant::Undercover | Variant::Sifang => {
                Arrangement::River(xiangqi::Position::start().to_setup())
            }
        }
    }

    /// Parses the board and the side to move of a position's text. Later fields may be missing.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there.
    pub fn read(variant: Variant, text: &str) -> Result<Arrangement, TextError> {
        Ok(match variant {
            Variant::Banqi => Arrangement::Half(banqi::Setup::read(text)?),
            Variant::Xiangqi | Variant::Undercover | Variant::Sifang => {
                Arrangement::River(xiangqi::Setup::read_loose(text)?)
            }
        })
    }

    /// Shape of the board.
    pub const fn shape(&self) -> BoardShape {
        match self {
            Arrangement::River(_) => BoardShape::River,
            Arrangement::Half(_) => BoardShape::Half,
        }
    }

    /// The face on a point.
    pub fn at(&self, point: Point) -> Option<Face> {
        match self {
            Arrangement::River(setup) => {
                setup.board[point.river()?.index()].map(|piece| Face::Open(piece.into()))
            }
            Arrangement::Half(setup) => {
                setup.squares[point.half()?.index()].map(|face| match face {
                    banqi::Face::Up(piece) => Face::Open(piece.into()),
                    banqi::Face::Down => Face::Down,
                })
            }
        }
    }

    /// Puts a face on a point, or clears the point. A face that the board does not have clears it.
    pub fn put(&mut self, point: Point, face: Option<Face>) {
        let shape = self.shape();
        let letter = match face {
            Some(Face::Open(piece)) => piece.text(shape).chars().next(),
            Some(Face::Down) | None => None,
        };
        match self {
            Arrangement::River(setup) => {
                let Some(square) = point.river() else { return };
                setup.board[square.index()] = letter.and_then(xiangqi::Piece::from_letter);
            }
            Arrangement::Half(setup) => {
                let Some(square) = point.half() else { return };
                setup.squares[square.index()] = match face {
                    Some(Face::Down) => Some(banqi::Face::Down),
                    _ => letter.and_then(banqi::Piece::from_letter).map(banqi::Face::Up),
                };
            }
        }
    }

    /// The faces with their points, south to north and west to east.
    pub fn faces(&self) -> impl Iterator<Item = (Point, Face)> {
        self.shape().points().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// The side to move. In banqi it does not matter while all pieces are face down.
    pub fn turn(&self) -> Side {
        match self {
            Arrangement::River(setup) => setup.turn.into(),
            Arrangement::Half(setup) => setup.turn.into(),
        }
    }

    /// Sets the side to move: Black, or Red for any other side.
    pub const fn set_turn(&mut self, side: Side) {
        let is_black = matches!(side, Side::Black);
        match self {
            Arrangement::River(setup) => {
                setup.turn = if is_black { xiangqi::Side::Black } else { xiangqi::Side::Red };
            }
            Arrangement::Half(setup) => {
                setup.turn = if is_black { banqi::Color::Black } else { banqi::Color::Red };
            }
        }
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arrangement::River(setup) => setup.fmt(f),
            Arrangement::Half(setup) => setup.fmt(f),
        }
    }
}
