use crate::{Answer, AnyBot, Level, Question, answer::answer_with};
use game::{Dice, Observer};
use games::Variant;
use search::Limits;

/// A computer in one seat of one game. It reuses what its bot has learnt. It never serves two
/// seats, because one seat's knowledge must not reach the other.
#[derive(Default)]
pub struct ComputerSeat {
    kept: Option<SeatedBot>,
}

struct SeatedBot {
    bot: AnyBot,
    variant: Variant,
    level: Level,
    observer: Observer,
    /// Length of the history at the last question.
    history: usize,
}

impl ComputerSeat {
    /// As [`answer`](crate::answer). Starts with a new bot if the game, level or seat has changed,
    /// or if the game has been taken back.
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

    /// Whether the last question came from the same seat.
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
