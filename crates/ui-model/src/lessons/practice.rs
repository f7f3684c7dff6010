use super::LessonStep;
use crate::{GameModel, Variant, records::seat_states};
use game::{Observer, Refusal, Seat};
use games::AnyGame;
use protocol::{HistoryEntry, TurnState};

/// A lesson step in progress. The referee's game judges the learner's actions.
pub struct Practice {
    variant: Variant,
    step: LessonStep,
    game: AnyGame,
    history: Vec<HistoryEntry>,
}

/// The result of a learner's action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The action solves the exercise, and the other sides have answered.
    Done,
    /// The action is legal but does not solve the exercise. The position is unchanged.
    Other,
    /// The action is illegal.
    Refused(Refusal),
}

impl Practice {
    /// Sets up the step's position; `None` if the rules reject it.
    pub fn new(variant: Variant, step: &LessonStep) -> Option<Practice> {
        let game = AnyGame::from_text(variant, &step.options, &step.position).ok()?;
        Some(Practice { variant, step: step.clone(), game, history: Vec::new() })
    }

    /// The game as the learner sees it.
    pub fn model(&self) -> Option<GameModel> {
        let seat = Seat::checked(self.step.seat)?;
        let may_act = !self.is_done() && self.game.turn().seats().iter().any(|other| other == seat);
        let turn = match self.game.turn().seats().iter().next() {
            _ if may_act => TurnState::Seat { seat: self.step.seat },
            Some(other) if !self.is_done() => TurnState::Seat { seat: other.index() as u8 },
            _ => TurnState::Waiting,
        };
        Some(GameModel {
            variant: self.variant,
            options: self.step.options.clone(),
            you: Some(self.step.seat),
            start: self.step.position.clone(),
            history: self.history.clone(),
            position: self.game.view(Observer::Seat(seat)).to_string(),
            turn,
            check: self.game.in_check(),
            seats: seat_states(&self.game, &[]),
            end: None,
        })
    }

    /// Whether the exercise is solved.
    pub const fn is_done(&self) -> bool {
        !self.history.is_empty()
    }

    /// Judges an action of the learner, and plays it if it solves the exercise. In a step without
    /// an exercise every legal action returns [`Verdict::Other`].
    pub fn act(&mut self, action: &str) -> Verdict {
        let Some(seat) = Seat::checked(self.step.seat) else { return Verdict::Other };
        let done = match self.game.play_text(seat, action) {
            Ok(done) => done.to_string(),
            Err(refusal) => return Verdict::Refused(refusal),
        };
        if !self.step.accept.iter().any(|accepted| accepted == action) {
            self.game.undo();
            return Verdict::Other;
        }
        self.history.push(HistoryEntry { seat: self.step.seat, done, clock_ms: None });
        for reply in self.step.reply.clone() {
            let Some(seat) = self.game.turn().seats().iter().next() else { break };
            if let Ok(done) = self.game.play_text(seat, &reply) {
                let seat = seat.index() as u8;
                self.history.push(HistoryEntry { seat, done: done.to_string(), clock_ms: None });
            }
        }
        Verdict::Done
    }
}
