mod evaluate;
mod world;

use crate::{Bot, Choice, Level, bot::own_score, skill::Skill};
use game::{Dice, Played, View};
use search::{Budget, Earlier, Found, Score, Searcher};
use world::World;
use xiangqi::{
    Move, Options, Position, Side, Xiangqi, XiangqiView,
    repetition::{self, Ruling},
};

pub(crate) use evaluate::{evaluate, pawn_worth};
pub(crate) use world::{gain, loses_material, repeated};

/// A player of traditional xiangqi.
pub struct XiangqiBot {
    skill: Skill,
    searcher: Searcher<World>,
}

/// By level.
const SKILLS: [Skill; 4] = [
    Skill { depth: 1, nodes: 2_000, blur: 60, whims: 30 },
    Skill { depth: 1, nodes: 10_000, blur: 20, whims: 5 },
    Skill { depth: 3, nodes: 30_000, blur: 10, whims: 0 },
    Skill::FULL,
];

impl XiangqiBot {
    /// A player of this level.
    pub fn new(level: Level) -> XiangqiBot {
        let skill = level.of(&SKILLS);
        XiangqiBot { skill, searcher: Searcher::new(18).with_spread(skill.blur) }
    }
}

impl Bot<Xiangqi> for XiangqiBot {
    fn choose(
        &mut self,
        view: &XiangqiView,
        told: &[Played<Move>],
        budget: &Budget<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Move>> {
        view.legal().first()?;
        let found = self.search(view, told, budget)?;
        Some(self.skill.pick(&found, dice))
    }

    fn outlook(
        &mut self,
        view: &XiangqiView,
        told: &[Played<Move>],
        budget: &Budget<'_>,
    ) -> Option<Score> {
        let score = self.search(view, told, budget)?.score;
        Some(own_score(view, score))
    }
}

impl XiangqiBot {
    /// For whoever is on move.
    fn search(
        &mut self,
        view: &XiangqiView,
        told: &[Played<Move>],
        budget: &Budget<'_>,
    ) -> Option<Found<Move>> {
        let moves: Vec<Move> = told.iter().map(|done| done.action).collect();
        let past = Past::of(view.position(), &moves);
        let barred = past.losing_repetitions(view.position(), view.options());
        let mut world = World::new(view.position().clone(), *view.options(), barred);
        self.searcher.search(&mut world, &past.earlier, &self.skill.limit(budget))
    }
}

/// The positions since the last capture, as far as the moves tell.
pub(crate) struct Past {
    start: Position,
    moves: Vec<Move>,
    pub(crate) earlier: Vec<Earlier>,
}

impl Past {
    /// Walks the quiet moves back from `position`; `moves` end in it.
    pub(crate) fn of(position: &Position, moves: &[Move]) -> Past {
        let mut start = position.clone();
        let mut earlier = Vec::new();
        let quiet = moves.len().min(position.quiet().into());
        let moves = &moves[moves.len() - quiet..];
        for &Move { from, to } in moves.iter().rev() {
            let is_own = start.piece_at(to).is_some_and(|piece| piece.side != start.side_to_move());
            if !is_own || start.piece_at(from).is_some() {
                break;
            }
            // A quiet move played backwards is a quiet move.
            start.make(Move { from: to, to: from });
            earlier
                .push(Earlier { key: start.key(), in_check: start.in_check(start.side_to_move()) });
        }
        earlier.reverse();
        let moves = moves[moves.len() - earlier.len()..].to_vec();
        Past { start, moves, earlier }
    }

    /// The legal moves that would lose by the rules of repetition.
    pub(crate) fn losing_repetitions(&self, position: &Position, options: &Options) -> Vec<Move> {
        let mover = position.side_to_move();
        let loses = |played: Move| {
            let mut after = position.clone();
            after.make(played);
            let times = self.earlier.iter().filter(|earlier| earlier.key == after.key()).count();
            times >= 2 && self.is_lost_by(played, mover, options)
        };
        let legal = position.legal_moves();
        let losing: Vec<Move> = legal.iter().copied().filter(|&played| loses(played)).collect();
        if losing.len() == legal.len() { Vec::new() } else { losing }
    }

    fn is_lost_by(&self, played: Move, mover: Side, options: &Options) -> bool {
        let mut moves = self.moves.clone();
        moves.push(played);
        match repetition::rule(&self.start, &moves, options.repetition) {
            Ruling::Over(outcome) => outcome.winners.contains((!mover).seat()),
            _ => false,
        }
    }
}
