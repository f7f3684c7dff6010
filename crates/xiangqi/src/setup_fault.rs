use crate::{Kind, Piece, Side, Square};
use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt;
use game::TextError;

/// Why a board is not a legal position: a stable code with its values, and an English sentence.
///
/// ```
/// use xiangqi::{Legality, Setup, SetupFault, Side};
///
/// let setup: Setup = "3k5/9/9/9/9/9/9/9/9/3K5 w - - 0 1".parse()?;
/// let faults = setup.faults(Legality::Traditional);
/// assert_eq!(faults, [SetupFault::Check { side: Side::Black }]);
/// assert_eq!(faults[0].to_string(), "Black is in check although it has just moved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupFault {
    /// A side has no general or several.
    Generals {
        /// The side.
        side: Side,
        /// Number of generals it has.
        count: u32,
    },
    /// A side has more of a piece than a set contains.
    Count {
        /// The piece.
        piece: Piece,
        /// Maximum number in a set.
        most: u32,
        /// Number on the board.
        count: u32,
    },
    /// The board has more pawns than two sets contain, turned or not.
    Pawns {
        /// Number of pawns on the board.
        count: u32,
    },
    /// A piece is on a point that it can never reach.
    Place {
        /// The piece.
        piece: Piece,
        /// Its point.
        square: Square,
    },
    /// The side that just moved is in check.
    Check {
        /// The side in check.
        side: Side,
    },
}

impl SetupFault {
    /// Stable kebab-case code.
    pub const fn code(&self) -> &'static str {
        match self {
            SetupFault::Generals { .. } => "general-count",
            SetupFault::Count { .. } => "piece-count",
            SetupFault::Pawns { .. } => "pawn-count",
            SetupFault::Place { .. } => "piece-place",
            SetupFault::Check { .. } => "just-moved-check",
        }
    }

    /// Values the code refers to: the letter of a side or piece, a point, numbers.
    pub fn values(&self) -> Vec<String> {
        match *self {
            SetupFault::Generals { side, count } => {
                vec![side.letter().to_string(), count.to_string()]
            }
            SetupFault::Count { piece, most, count } => {
                vec![piece.letter().to_string(), most.to_string(), count.to_string()]
            }
            SetupFault::Pawns { count } => vec![count.to_string()],
            SetupFault::Place { piece, square } => {
                vec![piece.letter().to_string(), square.to_string()]
            }
            SetupFault::Check { side } => vec![side.letter().to_string()],
        }
    }

    /// The fault as the error of a parser.
    pub(crate) fn text_error(&self) -> TextError {
        let code = match self {
            SetupFault::Check { .. } => "check",
            _ => "pieces",
        };
        TextError::new(code, 0, self.to_string())
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::Generals { side, count } => {
                write!(f, "expected one general for {side}, found {count}")
            }
            SetupFault::Count { piece, most, count } => {
                write!(f, "expected at most {most} of {piece}, found {count}")
            }
            SetupFault::Pawns { count } => write!(f, "expected at most 10 pawns, found {count}"),
            SetupFault::Place { piece: piece @ Piece { kind: Kind::Pawn, .. }, square } => {
                write!(f, "{piece} on {square} cannot have come there")
            }
            SetupFault::Place { piece, square } => write!(f, "{piece} cannot stand on {square}"),
            SetupFault::Check { side } => {
                write!(f, "{side} is in check although it has just moved")
            }
        }
    }
}
