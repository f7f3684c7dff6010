use crate::{BanqiBot, Bot, Choice, Level, Line, Lines, SifangBot, UndercoverBot, XiangqiBot};
use game::{Dice, Game, Played};
use games::{AnyAction, AnyPlayed, AnyView, Variant};
use search::{Limits, Score};

/// A computer player of any game.
pub enum AnyBot {
    /// Xiangqi.
    Xiangqi(XiangqiBot),
    /// Undercover xiangqi.
    Undercover(UndercoverBot),
    /// Sifang.
    Sifang(SifangBot),
    /// Banqi.
    Banqi(BanqiBot),
}

/// Converts the history to the typed actions of `$variant`.
macro_rules! typed {
    ($history:expr, $variant:ident) => {
        only($history, |action| match action {
            AnyAction::$variant(action) => Some(action),
            _ => None,
        })
    };
}

impl AnyBot {
    /// Creates a player of this game and level.
    pub fn new(variant: Variant, level: Level) -> AnyBot {
        match variant {
            Variant::Xiangqi => AnyBot::Xiangqi(XiangqiBot::new(level)),
            Variant::Undercover => AnyBot::Undercover(UndercoverBot::new(level)),
            Variant::Sifang => AnyBot::Sifang(SifangBot::new(level)),
            Variant::Banqi => AnyBot::Banqi(BanqiBot::new(level)),
        }
    }

    /// As [`UndercoverBot::assume_public_moles`]. Does nothing in other games.
    pub fn assume_public_moles(&mut self, are_public: bool) {
        if let AnyBot::Undercover(bot) = self {
            bot.assume_public_moles(are_public);
        }
    }

    /// As [`Bot::choose`]. `None` also if the view belongs to another game.
    pub fn choose(
        &mut self,
        view: &AnyView,
        history: &[AnyPlayed],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<AnyAction>> {
        /// The bot's choice, converted to `AnyAction`.
        macro_rules! ask {
            ($bot:expr, $view:expr, $variant:ident) => {
                choose($bot, $view, &typed!(history, $variant), limits, dice)
                    .map(|choice| wrap(choice, AnyAction::$variant))
            };
        }
        match (self, view) {
            (AnyBot::Xiangqi(bot), AnyView::Xiangqi(view)) => ask!(bot, view, Xiangqi),
            (AnyBot::Undercover(bot), AnyView::Undercover(view)) => ask!(bot, view, Undercover),
            (AnyBot::Sifang(bot), AnyView::Sifang(view)) => ask!(bot, view, Sifang),
            (AnyBot::Banqi(bot), AnyView::Banqi(view)) => ask!(bot, view, Banqi),
            _ => None,
        }
    }

    /// As [`Bot::evaluate`]. `None` also if the view belongs to another game.
    pub fn evaluate(
        &mut self,
        view: &AnyView,
        history: &[AnyPlayed],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        match (self, view) {
            (AnyBot::Xiangqi(bot), AnyView::Xiangqi(view)) => {
                bot.evaluate(view, &typed!(history, Xiangqi), limits)
            }
            (AnyBot::Undercover(bot), AnyView::Undercover(view)) => {
                bot.evaluate(view, &typed!(history, Undercover), limits)
            }
            (AnyBot::Sifang(bot), AnyView::Sifang(view)) => {
                bot.evaluate(view, &typed!(history, Sifang), limits)
            }
            (AnyBot::Banqi(bot), AnyView::Banqi(view)) => {
                bot.evaluate(view, &typed!(history, Banqi), limits)
            }
            _ => None,
        }
    }

    /// As [`Bot::worth_of_draw`]. 0 also if the view belongs to another game.
    pub fn worth_of_draw(&self, view: &AnyView) -> Score {
        match (self, view) {
            (AnyBot::Xiangqi(bot), AnyView::Xiangqi(view)) => bot.worth_of_draw(view),
            (AnyBot::Undercover(bot), AnyView::Undercover(view)) => bot.worth_of_draw(view),
            (AnyBot::Sifang(bot), AnyView::Sifang(view)) => bot.worth_of_draw(view),
            (AnyBot::Banqi(bot), AnyView::Banqi(view)) => bot.worth_of_draw(view),
            _ => 0,
        }
    }

    /// As [`Bot::lines`]. `None` also if the view belongs to another game.
    pub fn lines(
        &mut self,
        view: &AnyView,
        history: &[AnyPlayed],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<AnyAction>> {
        /// The bot's lines, converted to `AnyAction`.
        macro_rules! ask {
            ($bot:expr, $view:expr, $variant:ident) => {
                wrap_lines(
                    $bot.lines($view, &typed!(history, $variant), limits, count)?,
                    AnyAction::$variant,
                )
            };
        }
        Some(match (self, view) {
            (AnyBot::Xiangqi(bot), AnyView::Xiangqi(view)) => ask!(bot, view, Xiangqi),
            (AnyBot::Undercover(bot), AnyView::Undercover(view)) => ask!(bot, view, Undercover),
            (AnyBot::Sifang(bot), AnyView::Sifang(view)) => ask!(bot, view, Sifang),
            (AnyBot::Banqi(bot), AnyView::Banqi(view)) => ask!(bot, view, Banqi),
            _ => return None,
        })
    }
}

impl AnyBot {
    /// As [`Bot::value`]. `None` also if the view or the action belongs to another game.
    pub fn value(
        &mut self,
        view: &AnyView,
        history: &[AnyPlayed],
        action: AnyAction,
        limits: &Limits<'_>,
    ) -> Option<Score> {
        match (self, view, action) {
            (AnyBot::Xiangqi(bot), AnyView::Xiangqi(view), AnyAction::Xiangqi(action)) => {
                bot.value(view, &typed!(history, Xiangqi), action, limits)
            }
            (AnyBot::Undercover(bot), AnyView::Undercover(view), AnyAction::Undercover(action)) => {
                bot.value(view, &typed!(history, Undercover), action, limits)
            }
            (AnyBot::Sifang(bot), AnyView::Sifang(view), AnyAction::Sifang(action)) => {
                bot.value(view, &typed!(history, Sifang), action, limits)
            }
            (AnyBot::Banqi(bot), AnyView::Banqi(view), AnyAction::Banqi(action)) => {
                bot.value(view, &typed!(history, Banqi), action, limits)
            }
            _ => None,
        }
    }
}

fn wrap_lines<A>(found: Lines<A>, wrap: impl Fn(A) -> AnyAction) -> Lines<AnyAction> {
    let wrapped = |line: Line<A>| Line {
        actions: line.actions.into_iter().map(&wrap).collect(),
        score: line.score,
    };
    let lines = found.lines.into_iter().map(wrapped).collect();
    Lines { lines, depth: found.depth, nodes: found.nodes }
}

fn choose<G: Game>(
    bot: &mut impl Bot<G>,
    view: &G::View,
    history: &[Played<G::Action>],
    limits: &Limits<'_>,
    dice: &mut dyn Dice,
) -> Option<Choice<G::Action>> {
    bot.choose(view, history, limits, dice)
}

fn only<A>(history: &[AnyPlayed], pick: impl Fn(AnyAction) -> Option<A>) -> Vec<Played<A>> {
    let typed = |played: &AnyPlayed| {
        Some(Played { seat: played.seat, action: pick(played.action)?, revealed: played.revealed })
    };
    history.iter().filter_map(typed).collect()
}

fn wrap<A>(choice: Choice<A>, wrap: impl Fn(A) -> AnyAction) -> Choice<AnyAction> {
    Choice { action: wrap(choice.action), score: choice.score, nodes: choice.nodes }
}
