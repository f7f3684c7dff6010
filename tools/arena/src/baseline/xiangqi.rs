use super::{Baseline, BaselineBot, draw_best};
use ::xiangqi::{Move, Xiangqi, XiangqiView};
use bots::{Bot, Choice, Limits, Score, xiangqi::victim_value};
use game::{Dice, Played, View};

impl Bot<Xiangqi> for BaselineBot {
    fn choose(
        &mut self,
        view: &XiangqiView,
        _: &[Played<Move>],
        _: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Move>> {
        let action = draw_best(&view.legal(), dice, |played| match self.baseline {
            Baseline::Random => 0,
            _ => victim_value(view.position(), played),
        })?;
        Some(Choice { action, score: 0, nodes: 0 })
    }

    fn evaluate(&mut self, _: &XiangqiView, _: &[Played<Move>], _: &Limits<'_>) -> Option<Score> {
        None
    }
}
