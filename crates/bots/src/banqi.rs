mod evaluate;
mod world;

use crate::{Bot, Choice, Level, bot::own_score, skill::Skill};
use banqi::{Action, Banqi, BanqiView, Board, Piece};
use game::{Dice, Played, View};
use search::{Budget, Earlier, Found, Score, Searcher};
use world::{Plan, World};

/// A player of banqi. It knows which pieces may still come up and reckons with each as likely as
/// it is.
pub struct BanqiBot {
    skill: Skill,
    searcher: Searcher<World>,
}

/// By level.
const SKILLS: [Skill; 4] = [
    Skill { depth: 1, nodes: 2_000, blur: 200, whims: 65 },
    Skill { depth: 1, nodes: 10_000, blur: 40, whims: 34 },
    Skill { depth: 2, nodes: 20_000, blur: 10, whims: 8 },
    Skill::FULL,
];

impl BanqiBot {
    /// A player of this level.
    pub fn new(level: Level) -> BanqiBot {
        let skill = level.of(&SKILLS);
        BanqiBot { skill, searcher: Searcher::new(16).with_spread(skill.blur) }
    }
}

impl Bot<Banqi> for BanqiBot {
    fn choose(
        &mut self,
        view: &BanqiView,
        told: &[Played<Action>],
        budget: &Budget<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        let legal = view.legal();
        let first = *legal.first()?;
        if view.board().turn().is_none() {
            // Before the first flip all squares are alike.
            let action =
                legal.get(dice.roll(legal.len() as u32) as usize).copied().unwrap_or(first);
            return Some(Choice { action, score: 0, nodes: 0 });
        }
        let found = self.search(view, told, budget)?;
        let choice = self.skill.pick(&found, dice);
        match choice.action {
            Plan::Act(action) => Some(Choice { action, score: choice.score, nodes: choice.nodes }),
            Plan::Wait => Some(Choice { action: first, score: choice.score, nodes: choice.nodes }),
        }
    }

    fn outlook(
        &mut self,
        view: &BanqiView,
        told: &[Played<Action>],
        budget: &Budget<'_>,
    ) -> Option<Score> {
        view.board().turn()?;
        let score = self.search(view, told, budget)?.score;
        Some(own_score(view, score))
    }
}

impl BanqiBot {
    /// For whoever is on move.
    fn search(
        &mut self,
        view: &BanqiView,
        told: &[Played<Action>],
        budget: &Budget<'_>,
    ) -> Option<Found<Plan>> {
        let mut board = view.board().clone();
        board.recall(told.iter().filter_map(|done| Piece::from_letter(done.revealed?)));
        let past = earlier(&board, told);
        let mut world = World::new(board);
        self.searcher.search(&mut world, &past, &self.skill.limit(budget))
    }
}

/// The positions before this one that could be repeated: quiet actions are walked
/// back, which needs no knowledge but the squares they went between.
fn earlier(board: &Board, told: &[Played<Action>]) -> Vec<Earlier> {
    let mut earlier = Vec::new();
    let mut board = board.clone();
    for done in told.iter().rev().take(board.quiet().into()) {
        let Action::Move(from, to) = done.action else { break };
        if board.piece(to).is_none() || board.occupied().contains(from) {
            break;
        }
        // A quiet move played backwards is a quiet move.
        board.make(Action::Move(to, from), None);
        earlier.push(Earlier { key: board.key(), in_check: false });
    }
    earlier.reverse();
    earlier
}
