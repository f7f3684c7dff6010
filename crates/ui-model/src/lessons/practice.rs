use super::LessonStep;
use crate::{TableModel, Variant, records};
use game::{Observer, Refusal, Seat};
use games::AnyGame;
use protocol::{Entry, TurnState};

/// A step on the board: the referee holds the position, and the learner's actions are judged.
pub struct Practice {
    variant: Variant,
    step: LessonStep,
    game: AnyGame,
    history: Vec<Entry>,
}

/// What an action of the learner came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is what was asked for; the other sides have answered.
    Done,
    /// It may be played, and is not what was asked for: nothing has changed.
    Other,
    /// The referee says no.
    Refused(Refusal),
}

impl Practice {
    /// The step's position; `None` where the rules take it for none.
    pub fn new(variant: Variant, step: &LessonStep) -> Option<Practice> {
        let game = AnyGame::from_text(variant, &step.options, &step.position).ok()?;
        Some(Practice { variant, step: step.clone(), game, history: Vec::new() })
    }

    /// What the learner sees, and may do.
    pub fn model(&self) -> Option<TableModel> {
        let seat = Seat::checked(self.step.seat)?;
        let mut model =
            records::of_position(self.variant, &self.step.options, &self.step.position)?.model;
        model.you = Some(self.step.seat);
        model.state.position = self.game.view(Observer::Seat(seat)).to_string();
        model.state.check = self.game.in_check();
        let may_act = !self.is_done() && self.game.turn().seats().iter().any(|other| other == seat);
        model.state.turn = match self.game.turn().seats().iter().next() {
            _ if may_act => TurnState::Seat { seat: self.step.seat },
            Some(other) if !self.is_done() => TurnState::Seat { seat: other.index() as u8 },
            _ => TurnState::Waiting,
        };
        model.history.clone_from(&self.history);
        Some(model)
    }

    /// Whether what was asked for has been played.
    pub const fn is_done(&self) -> bool {
        !self.history.is_empty()
    }

    /// Judges an action of the learner, and plays it if it is what was asked for. Where nothing is
    /// asked for every action that may be played is another.
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
        self.history.push(Entry { seat: self.step.seat, done, clock_ms: None });
        for reply in self.step.reply.clone() {
            let Some(seat) = self.game.turn().seats().iter().next() else { break };
            if let Ok(done) = self.game.play_text(seat, &reply) {
                let seat = seat.index() as u8;
                self.history.push(Entry { seat, done: done.to_string(), clock_ms: None });
            }
        }
        Verdict::Done
    }
}
