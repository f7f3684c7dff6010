use crate::{Answer, AnyBot, Level, Question, answer::answer_with};
use game::{Dice, Observer};
use games::Variant;
use search::Limits;

/// A computer in one seat of one game: what its bot has learnt about an answer helps with the next
/// one. It never serves two seats, for what one knows is not for the other.
#[derive(Default)]
pub struct ComputerSeat {
    kept: Option<SeatedBot>,
}

struct SeatedBot {
    bot: AnyBot,
    variant: Variant,
    level: Level,
    observer: Observer,
    /// How much the seat had been told when it was last asked.
    history: usize,
}

impl ComputerSeat {
    /// As [`answer`](crate::answer). Another game, level or seat than the last time, or a game that
    /// has gone back to less than was told, begins with a new bot.
    pub fn answer(
        &mut self,
        question: &Question,
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Answer> {
        let kept = match self.kept.take().filter(|kept| kept.fits(question)) {
            Some(kept) => kept,
            None => SeatedBot::new(question),
        };
        let kept = self.kept.insert(SeatedBot { history: question.history.len(), ..kept });
        answer_with(&mut kept.bot, question, limits, dice)
    }

    /// Whether the last question came from the seat that this one comes from.
    pub fn is_of(&self, question: &Question) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.observer == question.view.observer())
    }
}

impl SeatedBot {
    fn new(question: &Question) -> SeatedBot {
        let variant = question.view.variant();
        SeatedBot {
            bot: AnyBot::new(variant, question.level),
            variant,
            level: question.level,
            observer: question.view.observer(),
            history: question.history.len(),
        }
    }

    fn fits(&self, question: &Question) -> bool {
        self.variant == question.view.variant()
            && self.level == question.level
            && self.observer == question.view.observer()
            && self.history <= question.history.len()
    }
}
