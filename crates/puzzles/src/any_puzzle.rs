use crate::{GamePuzzle, Goal, Puzzle, Themes};
use core::fmt;
use game::{Seat, TextError};
use games::{AnyGame, Variant};

/// A puzzle of any game.
///
/// ```
/// use games::Variant;
/// use puzzles::{AnyPuzzle, Goal};
///
/// let puzzle = AnyPuzzle::read(Variant::Banqi, "8/8/8/2Pk4 r 50/0 0 40 -;c1d1;m900;O")?;
/// assert_eq!((puzzle.goal(), puzzle.rating(), puzzle.moves()), (Goal::Mate, 900, 1));
/// let error = AnyPuzzle::read(Variant::Xiangqi, "9/9/9 w - a5d5 m600 1R").unwrap_err();
/// assert_eq!((error.code, error.at), ("puzzle", 0));
/// # Ok::<(), game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum AnyPuzzle {
    /// Of xiangqi.
    Xiangqi(Box<Puzzle>),
    /// Of another game.
    Other(Box<GamePuzzle>),
}

impl AnyPuzzle {
    /// Parses the text of a puzzle.
    ///
    /// # Errors
    /// Names the field and its place in the text.
    pub fn read(variant: Variant, line: &str) -> Result<AnyPuzzle, TextError> {
        Ok(match variant {
            Variant::Xiangqi => AnyPuzzle::Xiangqi(Box::new(line.parse()?)),
            other => AnyPuzzle::Other(Box::new(GamePuzzle::read(other, line)?)),
        })
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        match self {
            AnyPuzzle::Xiangqi(_) => Variant::Xiangqi,
            AnyPuzzle::Other(puzzle) => puzzle.variant(),
        }
    }

    /// The seat of the solver's first move.
    pub fn solver(&self) -> Seat {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.solver().seat(),
            AnyPuzzle::Other(puzzle) => puzzle.solver(),
        }
    }

    /// The seats for which the solver plays.
    pub fn seats(&self) -> Vec<u8> {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => vec![puzzle.solver().seat().index() as u8],
            AnyPuzzle::Other(puzzle) => puzzle.seats().map(|seat| seat.index() as u8).collect(),
        }
    }

    /// Letter of the solver's side in texts.
    pub fn side_letter(&self) -> char {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.solver().letter(),
            AnyPuzzle::Other(puzzle) => puzzle.start().seat_letter(puzzle.solver()),
        }
    }

    /// What the solver has to reach.
    pub const fn goal(&self) -> Goal {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.goal(),
            AnyPuzzle::Other(puzzle) => puzzle.goal(),
        }
    }

    /// Number of the solver's moves.
    pub const fn moves(&self) -> usize {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.moves(),
            AnyPuzzle::Other(puzzle) => puzzle.moves(),
        }
    }

    /// Difficulty, on the scale of players' ratings.
    pub const fn rating(&self) -> u16 {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.rating(),
            AnyPuzzle::Other(puzzle) => puzzle.rating(),
        }
    }

    /// The tactics, or the kinds in other games.
    pub const fn themes(&self) -> Themes {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.themes(),
            AnyPuzzle::Other(puzzle) => puzzle.themes(),
        }
    }

    /// The opponent's move that leads to the puzzle, if there is one.
    pub fn before(&self) -> Option<String> {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => Some(puzzle.before()?.to_string()),
            AnyPuzzle::Other(puzzle) => Some(puzzle.before()?.to_string()),
        }
    }

    /// The game before [`AnyPuzzle::before`].
    pub fn origin(&self) -> Option<AnyGame> {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => {
                AnyGame::from_text(Variant::Xiangqi, "", &puzzle.origin().fen()).ok()
            }
            AnyPuzzle::Other(puzzle) => Some(puzzle.origin().clone()),
        }
    }
}

impl fmt::Display for AnyPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => puzzle.fmt(f),
            AnyPuzzle::Other(puzzle) => puzzle.fmt(f),
        }
    }
}
