use crate::{Goal, Puzzle};
use xiangqi::{Move, Position};

/// What a move of the solver means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The move is right, and the opponent plays this reply.
    Right(Move),
    /// The move is right and the last.
    Solved,
    /// The move is legal but not the solution.
    Wrong,
    /// The move is illegal, or the puzzle is solved already.
    Illegal,
}

/// A solver's attempt at a puzzle.
///
/// ```
/// use puzzles::{Answer, Attempt, Puzzle};
///
/// let puzzle: Puzzle = "3k5/9/9/9/R8/9/9/9/9/4K4 w - a5d5 m600 1gR".parse()?;
/// let mut attempt = Attempt::new(puzzle);
/// assert_eq!(attempt.play("a5a6".parse()?), Answer::Wrong);
/// assert_eq!(attempt.play("a5i9".parse()?), Answer::Illegal);
/// assert_eq!(attempt.play("a5d5".parse()?), Answer::Solved);
/// # Ok::<(), game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    position: Position,
    /// Number of moves of the line that were played.
    played: usize,
}

impl Attempt {
    /// Begins at the solver's position.
    pub fn new(puzzle: Puzzle) -> Attempt {
        Attempt { position: puzzle.start().clone(), puzzle, played: 0 }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Number of moves of the line that were played.
    pub const fn played(&self) -> usize {
        self.played
    }

    /// Whether the last move was played.
    pub fn is_solved(&self) -> bool {
        self.played >= self.puzzle.line().len()
    }

    /// The expected move; `None` once solved.
    pub fn expected(&self) -> Option<Move> {
        self.puzzle.line().get(self.played).copied()
    }

    /// Judges a move of the solver. A right one is played with its reply; a wrong or illegal one
    /// leaves the position unchanged. The last move of a mate may be any that mates.
    pub fn play(&mut self, played: Move) -> Answer {
        let Some(expected) = self.expected() else { return Answer::Illegal };
        if !self.position.is_legal(played) {
            return Answer::Illegal;
        }
        let is_last = self.played + 1 == self.puzzle.line().len();
        let also_mates = || is_last && self.puzzle.goal() == Goal::Mate && self.mates(played);
        if played != expected && !also_mates() {
            return Answer::Wrong;
        }
        self.position.make(played);
        self.played += 1;
        let Some(reply) = self.expected() else { return Answer::Solved };
        self.position.make(reply);
        self.played += 1;
        Answer::Right(reply)
    }

    fn mates(&self, played: Move) -> bool {
        let mut after = self.position.clone();
        after.make(played);
        !after.has_legal_move()
    }
}
