use game::Refusal;
use games::AnyAction;
use puzzles::{Answer, AnyPuzzle, Attempt, GameAnswer, GameAttempt};

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
