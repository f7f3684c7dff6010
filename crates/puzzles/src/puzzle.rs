use crate::{Goal, Theme, Themes, symmetry, themes};
use core::{fmt, str::FromStr};
use game::TextError;
use xiangqi::{Legality, Move, Position, Setup, Side};

/// A puzzle: a position, the move that led to it, and the solution.
///
/// Its text has six fields with single spaces: the board and the turn of a FEN, the move before, if
/// any, and the line in one word, the goal with the rating, and the letters of the themes.
///
/// ```
/// use puzzles::{Goal, Puzzle, Theme};
///
/// let text = "3k5/9/9/9/R8/9/9/9/9/4K4 w - a5d5 m600 1gR";
/// let puzzle: Puzzle = text.parse()?;
/// assert_eq!((puzzle.goal(), puzzle.rating(), puzzle.line().len()), (Goal::Mate, 600, 1));
/// assert!(puzzle.themes().contains(Theme::MateInOne));
/// assert_eq!(puzzle.to_string(), text);
/// # Ok::<(), game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position before the move `before`, or that of the solver.
    origin: Position,
    before: Option<Move>,
    start: Position,
    line: Vec<Move>,
    goal: Goal,
    rating: u16,
    themes: Themes,
}

impl Puzzle {
    /// Creates a puzzle and finds its themes. `None` if a move is illegal, the line does not end
    /// with a move of the solver, or a mate is not one.
    pub fn new(
        origin: &Position,
        before: Option<Move>,
        line: Vec<Move>,
        goal: Goal,
        rating: u16,
    ) -> Option<Puzzle> {
        let puzzle = Puzzle::replayed(origin, before, line, goal, rating)?;
        let themes = themes(&puzzle.start, &puzzle.line, goal);
        Some(Puzzle { themes, ..puzzle })
    }

    /// As [`Puzzle::new`], without themes.
    fn replayed(
        origin: &Position,
        before: Option<Move>,
        line: Vec<Move>,
        goal: Goal,
        rating: u16,
    ) -> Option<Puzzle> {
        let origin = without_counters(origin)?;
        let mut start = origin.clone();
        if let Some(played) = before {
            if !start.is_legal(played) {
                return None;
            }
            start.make(played);
        }
        let start = without_counters(&start)?;
        let mut end = start.clone();
        for &played in &line {
            if !end.is_legal(played) {
                return None;
            }
            end.make(played);
        }
        let is_mate = !end.has_legal_move();
        let is_question = goal == Goal::NameMole;
        if line.len().is_multiple_of(2) || is_mate != (goal == Goal::Mate) || is_question {
            return None;
        }
        Some(Puzzle { origin, before, start, line, goal, rating, themes: Themes::default() })
    }

    /// The position before [`Puzzle::before`]; that of the solver if there is no such move.
    pub const fn origin(&self) -> &Position {
        &self.origin
    }

    /// The opponent's move that leads to the puzzle.
    pub const fn before(&self) -> Option<Move> {
        self.before
    }

    /// The position in which the solver moves.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The side of the solver.
    pub const fn solver(&self) -> Side {
        self.start.side_to_move()
    }

    /// The solution: moves of the solver and the best replies in turn. The first and the last are
    /// the solver's.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Number of moves of the solver.
    pub const fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// What the solver has to reach.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Difficulty, on the scale of players' ratings.
    pub const fn rating(&self) -> u16 {
        self.rating
    }

    /// The same puzzle with another rating.
    pub fn with_rating(self, rating: u16) -> Puzzle {
        Puzzle { rating, ..self }
    }

    /// The same puzzle with the themes that are found in it now.
    pub fn with_themes(self) -> Puzzle {
        Puzzle { themes: themes(&self.start, &self.line, self.goal), ..self }
    }

    /// The tactics.
    pub const fn themes(&self) -> Themes {
        self.themes
    }

    /// Whether the themes contain this one.
    pub const fn has(&self, theme: Theme) -> bool {
        self.themes.contains(theme)
    }

    /// A number that identifies the puzzle. It is the same for mirror images and exchanged colours,
    /// and does not depend on rating and themes.
    pub fn key(&self) -> u64 {
        symmetry::key(&self.start)
    }
}

/// The position with its counters at their first values, so that equal boards are equal.
fn without_counters(position: &Position) -> Option<Position> {
    let setup = Setup { quiet: 0, full_move: 1, ..position.to_setup() };
    Position::from_setup(&setup, Legality::Composed).ok()
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.origin.fen();
        let board = fen.split(' ').next().unwrap_or_default();
        let turn = self.origin.side_to_move().letter();
        write!(f, "{board} {turn} ")?;
        match self.before {
            Some(played) => write!(f, "{played} ")?,
            None => f.write_str("- ")?,
        }
        self.line.iter().try_for_each(|played| write!(f, "{played}"))?;
        let themes = if self.themes.is_empty() { "-".into() } else { self.themes.letters() };
        write!(f, " {}{} {themes}", self.goal.letter(), self.rating)
    }
}

impl FromStr for Puzzle {
    type Err = TextError;

    /// # Errors
    /// Names the field and its place in the text.
    fn from_str(text: &str) -> Result<Puzzle, TextError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, turn, before, line, goal, themes] = fields.as_slice() else {
            return Err(fault(text, text, "expected six fields with single spaces"));
        };
        let origin = Position::from_fen(&format!("{board} {turn} - - 0 1"))
            .map_err(|error| fault(text, board, &error.message))?;
        let before = match *before {
            "-" => None,
            played => {
                Some(played.parse().map_err(|_| fault(text, before, "expected a move or -"))?)
            }
        };
        let moves = read_line(line).ok_or_else(|| fault(text, line, "expected moves"))?;
        let (letter, rating) = goal.split_at_checked(1).unwrap_or_default();
        let kind =
            Goal::from_letter(letter).ok_or_else(|| fault(text, goal, "expected m, w or s"))?;
        let rating = rating.parse().map_err(|_| fault(text, goal, "expected a rating"))?;
        let named = Themes::from_letters(themes.trim_end_matches('-'))
            .ok_or_else(|| fault(text, themes, "unknown theme"))?;
        let puzzle = Puzzle::replayed(&origin, before, moves, kind, rating)
            .ok_or_else(|| fault(text, line, "the moves do not solve the position"))?;
        Ok(Puzzle { themes: named, ..puzzle })
    }
}

/// Reads moves without spaces between them.
fn read_line(text: &str) -> Option<Vec<Move>> {
    let starts = (0..text.len()).step_by(4);
    starts.map(|at| text.get(at..at + 4)?.parse().ok()).collect()
}

/// A problem of a field, which is a part of the text.
pub(crate) fn fault(text: &str, field: &str, problem: &str) -> TextError {
    let at = field.as_ptr() as usize - text.as_ptr() as usize;
    TextError::new("puzzle", at, problem.to_owned())
}
