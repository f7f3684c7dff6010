//! Computer seats: a bot gets its seat's view and what that seat was told, and nothing else.

use bots::{BanqiBot, Bot, Budget, Level, SifangBot, UndercoverBot, XiangqiBot};
use fair::{Seed, SeedDice};
use game::{Dice, Done, Game, Seat};
use games::AnyView;
use protocol::Entry;
use std::time::{Duration, Instant};

/// What a bot is asked.
pub(crate) struct Question {
    pub(crate) view: AnyView,
    pub(crate) told: Vec<Entry>,
    pub(crate) level: Level,
    /// For the bot's dice.
    pub(crate) luck: [u8; 32],
}

/// The action it wants; a random legal one if it wants none. Blocks while it thinks.
pub(crate) fn answer(question: &Question) -> Option<String> {
    let mut dice = SeedDice::new(&Seed::new(question.luck), &[]);
    let until = Instant::now() + patience(question.level);
    let stop = || Instant::now() > until;
    let budget = Budget::until(&stop);
    let (level, told) = (question.level, &question.told);
    let chosen = match &question.view {
        AnyView::Xiangqi(view) => {
            choose::<xiangqi::Xiangqi>(&mut XiangqiBot::new(level), view, told, &budget, &mut dice)
        }
        AnyView::Undercover(view) => {
            let mut bot = UndercoverBot::new(level);
            choose::<undercover::Undercover>(&mut bot, view, told, &budget, &mut dice)
        }
        AnyView::Sifang(view) => {
            choose::<sifang::Sifang>(&mut SifangBot::new(level), view, told, &budget, &mut dice)
        }
        AnyView::Banqi(view) => {
            choose::<banqi::Banqi>(&mut BanqiBot::new(level), view, told, &budget, &mut dice)
        }
    };
    chosen.or_else(|| {
        let legal = question.view.legal();
        let index = dice.roll(legal.len().max(1) as u32) as usize;
        legal.get(index).map(ToString::to_string)
    })
}

fn choose<G: Game>(
    bot: &mut dyn Bot<G>,
    view: &G::View,
    told: &[Entry],
    budget: &Budget<'_>,
    dice: &mut dyn Dice,
) -> Option<String> {
    let told: Vec<Done<G::Action>> = told
        .iter()
        .filter_map(|entry| Done::parse(Seat::checked(entry.seat)?, &entry.done).ok())
        .collect();
    bot.choose(view, &told, budget, dice).map(|choice| choice.action.to_string())
}

/// How long a level may think.
const fn patience(level: Level) -> Duration {
    Duration::from_millis(match level {
        Level::Beginner | Level::Easy => 300,
        Level::Medium => 600,
        Level::Hard => 900,
    })
}
