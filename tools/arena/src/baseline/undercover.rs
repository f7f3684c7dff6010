use super::{Baseline, BaselineBot, draw_best};
use ::undercover::{Action, Stage, Undercover, UndercoverView};
use bots::{Bot, Choice, Limits, Score, xiangqi::victim_value};
use game::{Dice, Played, View};

impl Bot<Undercover> for BaselineBot {
    fn choose(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        let takes = matches!(self.baseline, Baseline::Greedy | Baseline::Sighted);
        let is_simple = takes || self.baseline == Baseline::Random;
        if view.stage() != Stage::Play || !is_simple {
            return self.undercover.choose(view, history, limits, dice);
        }
        let action = draw_best(&view.legal(), dice, |action| match action {
            Action::Move(played) if takes => victim_value(view.board(), played),
            _ => 0,
        })?;
        Some(Choice { action, score: 0, nodes: 0 })
    }

    fn evaluate(
        &mut self,
        _: &UndercoverView,
        _: &[Played<Action>],
        _: &Limits<'_>,
    ) -> Option<Score> {
        None
    }
}
