use crate::{GameModel, Variant, records::seat_states};
use game::{Observer, Refusal, Seat};
use games::AnyGame;
use protocol::{HistoryEntry, TurnState};
use puzzles::{Answer, Attempt, Puzzle};

/// Result of a move of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Right, and the opponent has answered.
    Right,
    /// Right, and the last.
    Solved,
    /// Legal, but not the solution. It is shown until [`Solving::take_back`].
    Wrong,
    /// Illegal, with the referee's reason.
    Refused(Refusal),
    /// No move is expected now.
    Idle,
}

/// A puzzle on the board.
#[derive(Clone, Debug)]
pub struct Solving {
    attempt: Attempt,
    /// Moves of the solver and replies so far.
    moves: Vec<String>,
    /// A wrong move, and the move that refutes it.
    wrong: Vec<String>,
}

impl Solving {
    /// Begins a puzzle.
    pub fn new(puzzle: Puzzle) -> Solving {
        Solving { attempt: Attempt::new(puzzle), moves: Vec::new(), wrong: Vec::new() }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        self.attempt.puzzle()
    }

    /// Number of moves of the line that were played, replies included.
    pub fn played(&self) -> usize {
        self.moves.len()
    }

    /// Whether the last move was played.
    pub fn is_solved(&self) -> bool {
        self.attempt.is_solved()
    }

    /// The move that the solver has to find.
    pub fn expected(&self) -> Option<String> {
        Some(self.attempt.expected()?.to_string())
    }

    /// The position before the opponent's last move, from which the board moves to the puzzle.
    pub fn before(&self) -> Option<GameModel> {
        self.model_of(&[], false)
    }

    /// The board now.
    pub fn model(&self) -> Option<GameModel> {
        let before = self.puzzle().before().map(|played| played.to_string());
        let all: Vec<String> =
            before.into_iter().chain(self.moves.iter().chain(&self.wrong).cloned()).collect();
        self.model_of(&all, self.wrong.is_empty() && !self.is_solved())
    }

    /// The board after the solver's last move, before the reply to it.
    pub fn before_reply(&self) -> Option<GameModel> {
        let before = self.puzzle().before().map(|played| played.to_string());
        let own = self.moves.len().saturating_sub(1);
        let all: Vec<String> =
            before.into_iter().chain(self.moves[..own].iter().cloned()).collect();
        self.model_of(&all, false)
    }

    fn model_of(&self, moves: &[String], may_act: bool) -> Option<GameModel> {
        let puzzle = self.puzzle();
        let you = puzzle.solver().seat();
        let start = puzzle.origin().fen();
        let mut game = AnyGame::from_text(Variant::Xiangqi, "", &start).ok()?;
        let mut history = Vec::new();
        for text in moves {
            // The repetition rules may end the game before the line ends.
            let Some(seat) = game.turn().seats().iter().next() else { break };
            let done = game.play_text(seat, text).ok()?.to_string();
            history.push(HistoryEntry { seat: seat.index() as u8, done, clock_ms: None });
        }
        let turn = match game.turn().seats().iter().next() {
            Some(seat) if seat == you && may_act => TurnState::Seat { seat: seat.index() as u8 },
            _ => TurnState::Waiting,
        };
        Some(GameModel {
            variant: Variant::Xiangqi,
            options: String::new(),
            you: Some(you.index() as u8),
            start,
            history,
            position: game.view(Observer::Seat(you)).to_string(),
            turn,
            check: game.in_check(),
            seats: seat_states(&game, &[]),
            end: None,
        })
    }

    /// The board after the wrong move for the opponent, whose answer refutes it. `None` without a
    /// wrong move.
    pub fn after_wrong(&self) -> Option<GameModel> {
        let [_] = self.wrong.as_slice() else { return None };
        let mut model = self.model()?;
        let other: Seat = (!self.puzzle().solver()).seat();
        model.you = Some(other.index() as u8);
        model.turn = TurnState::Seat { seat: other.index() as u8 };
        Some(model)
    }

    /// Judges a move of the solver.
    pub fn play(&mut self, action: &str) -> Step {
        if !self.wrong.is_empty() || self.is_solved() {
            return Step::Idle;
        }
        let Ok(played) = action.parse() else { return Step::Idle };
        match self.attempt.play(played) {
            Answer::Solved => {
                self.moves.push(action.to_owned());
                Step::Solved
            }
            Answer::Right(reply) => {
                self.moves.extend([action.to_owned(), reply.to_string()]);
                Step::Right
            }
            Answer::Wrong => {
                self.wrong.push(action.to_owned());
                Step::Wrong
            }
            Answer::Illegal => match self.attempt.position().check_move(played) {
                Err(refusal) => Step::Refused(refusal),
                Ok(()) => Step::Idle,
            },
        }
    }

    /// Plays the opponent's answer to the wrong move. Returns whether it is legal.
    pub fn refute(&mut self, action: &str) -> bool {
        if self.wrong.len() != 1 {
            return false;
        }
        self.wrong.push(action.to_owned());
        let is_legal = self.model().is_some();
        if !is_legal {
            self.wrong.pop();
        }
        is_legal
    }

    /// Takes the wrong move back.
    pub fn take_back(&mut self) {
        self.wrong.clear();
    }

    /// Plays the next move of the solution with its reply. Returns whether there was one.
    pub fn show_next(&mut self) -> bool {
        self.wrong.clear();
        match self.expected() {
            Some(action) => matches!(self.play(&action), Step::Right | Step::Solved),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solving() -> Solving {
        let text = "9/4k4/9/9/9/7r1/9/R8/1R7/3K5 b h4i4 a2a8e8e9b1b9 m700 2r";
        Solving::new(text.parse().expect("a puzzle"))
    }

    #[test]
    fn a_line_is_played_with_its_replies() {
        let mut solving = solving();
        assert_eq!(solving.before().map(|model| model.history.len()), Some(0));
        let model = solving.model().expect("a board");
        assert_eq!((model.history.len(), model.on_move(), model.you), (1, Some(0), Some(0)));
        assert_eq!(solving.play("a2a8"), Step::Right);
        assert_eq!(solving.model().map(|model| model.history.len()), Some(3));
        assert_eq!(solving.play("b1b9"), Step::Solved);
        let model = solving.model().expect("a board");
        assert_eq!((model.history.len(), model.on_move()), (4, None));
        assert_eq!(solving.play("b1b9"), Step::Idle);
    }

    #[test]
    fn a_wrong_move_is_shown_with_its_refutation_and_taken_back() {
        let mut solving = solving();
        assert_eq!(solving.play("a2a3"), Step::Wrong);
        assert_eq!(solving.play("a2a8"), Step::Idle);
        let asked = solving.after_wrong().expect("a question");
        assert_eq!((asked.on_move(), asked.you), (Some(1), Some(1)));
        assert!(!solving.refute("i4i5i6") && !solving.refute("a2a8"));
        assert!(solving.refute("i4i0"));
        assert_eq!(solving.model().map(|model| model.history.len()), Some(3));
        assert!(solving.after_wrong().is_none());
        solving.take_back();
        assert_eq!(solving.model().and_then(|model| model.on_move()), Some(0));
        assert!(matches!(solving.play("a2i9"), Step::Refused(_)));
        assert!(solving.show_next() && solving.show_next() && !solving.show_next());
        assert!(solving.is_solved());
    }
}
