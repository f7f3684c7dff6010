use crate::Variant;
use game::{Refusal, Seat};
use games::{AnyAction, AnyGame};
use puzzles::{Answer, Attempt, GameAnswer, GameAttempt, GamePuzzle, Goal, Puzzle, Themes};

/// A puzzle of any game.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyPuzzle {
    /// Of xiangqi.
    Xiangqi(Box<Puzzle>),
    /// Of another game.
    Other(Box<GamePuzzle>),
}

impl AnyPuzzle {
    /// Parses a line of a corpus. `None` if it is invalid.
    pub fn read(variant: Variant, line: &str) -> Option<AnyPuzzle> {
        match variant {
            Variant::Xiangqi => Some(AnyPuzzle::Xiangqi(Box::new(line.parse().ok()?))),
            other => Some(AnyPuzzle::Other(Box::new(GamePuzzle::read(other, line).ok()?))),
        }
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
    pub(super) fn origin(&self) -> Option<AnyGame> {
        match self {
            AnyPuzzle::Xiangqi(puzzle) => {
                AnyGame::from_text(Variant::Xiangqi, "", &puzzle.origin().fen()).ok()
            }
            AnyPuzzle::Other(puzzle) => Some(puzzle.origin().clone()),
        }
    }
}

/// An attempt at a puzzle of any game.
#[derive(Clone, Debug)]
pub(super) enum AnyAttempt {
    Xiangqi(Box<Attempt>),
    Other(Box<GameAttempt>),
}

/// What a move of the solver means.
pub(super) enum AnyAnswer {
    /// Right, with the opponent's reply.
    Right(String),
    Solved,
    Wrong,
    Refused(Refusal),
    Idle,
}

impl AnyAttempt {
    pub(super) fn new(puzzle: AnyPuzzle) -> AnyAttempt {
        match puzzle {
            AnyPuzzle::Xiangqi(puzzle) => AnyAttempt::Xiangqi(Box::new(Attempt::new(*puzzle))),
            AnyPuzzle::Other(puzzle) => AnyAttempt::Other(Box::new(GameAttempt::new(*puzzle))),
        }
    }

    pub(super) fn expected(&self) -> Option<String> {
        match self {
            AnyAttempt::Xiangqi(attempt) => Some(attempt.expected()?.to_string()),
            AnyAttempt::Other(attempt) => Some(attempt.expected()?.to_string()),
        }
    }

    pub(super) fn play(&mut self, action: &str) -> AnyAnswer {
        match self {
            AnyAttempt::Xiangqi(attempt) => {
                let Ok(played) = action.parse() else { return AnyAnswer::Idle };
                match attempt.play(played) {
                    Answer::Solved => AnyAnswer::Solved,
                    Answer::Right(reply) => AnyAnswer::Right(reply.to_string()),
                    Answer::Wrong => AnyAnswer::Wrong,
                    Answer::Illegal => match attempt.position().check_move(played) {
                        Err(refusal) => AnyAnswer::Refused(refusal),
                        Ok(()) => AnyAnswer::Idle,
                    },
                }
            }
            AnyAttempt::Other(attempt) => {
                let variant = attempt.puzzle().variant();
                let Ok(action) = AnyAction::parse(variant, action) else {
                    return AnyAnswer::Idle;
                };
                match attempt.play(action) {
                    GameAnswer::Solved => AnyAnswer::Solved,
                    GameAnswer::Right(reply) => AnyAnswer::Right(reply.action.to_string()),
                    GameAnswer::Wrong => AnyAnswer::Wrong,
                    GameAnswer::Illegal(refusal) => AnyAnswer::Refused(refusal),
                    GameAnswer::Idle => AnyAnswer::Idle,
                }
            }
        }
    }
}
