mod evaluate;
mod world;

use crate::{Bot, Choice, Level, skill::Skill};
use game::{Dice, Done, Position as _, View};
use search::{Budget, Earlier, Searcher};
use sifang::{Move, Position, Sifang, SifangView};
use world::World;

/// A player of one side of sifang. In teams it counts on its ally's best play; alone it counts on
/// all the others playing against it.
pub struct SifangBot {
    skill: Skill,
    searcher: Searcher<World>,
    /// The positions it was asked about in this game: ply and key.
    seen: Vec<(u16, u64)>,
}

/// By level.
const SKILLS: [Skill; 4] = [
    Skill { depth: 1, nodes: 2_000, blur: 100, whims: 40 },
    Skill { depth: 1, nodes: 10_000, blur: 10, whims: 5 },
    Skill { depth: 2, nodes: 20_000, blur: 5, whims: 0 },
    Skill::FULL,
];

impl SifangBot {
    /// A player of this level.
    pub fn new(level: Level) -> SifangBot {
        let skill = level.of(&SKILLS);
        let searcher = Searcher::new(17).with_spread(skill.blur);
        SifangBot { skill, searcher, seen: Vec::new() }
    }

    /// Adds the position to those it has seen, and forgets what can no longer be repeated:
    /// positions before a capture, of another game, or taken back. What it sees at its own turns
    /// is enough: a repeated position comes back at the same side's turn.
    fn remember(&mut self, position: &Position) -> Vec<Earlier> {
        let now = position.ply();
        let oldest = now.saturating_sub(position.quiet());
        self.seen.retain(|&(ply, _)| (oldest..now).contains(&ply));
        let earlier = self.seen.iter().map(|&(_, key)| Earlier { key, in_check: false }).collect();
        self.seen.push((now, position.key()));
        earlier
    }
}

impl Bot<Sifang> for SifangBot {
    fn choose(
        &mut self,
        view: &SifangView,
        _: &[Done<Move>],
        budget: &Budget<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Move>> {
        view.legal().first()?;
        let earlier = self.remember(view.position());
        let mut world = World::new(view.position().clone());
        let found = self.searcher.search(&mut world, &earlier, &self.skill.limit(budget))?;
        Some(self.skill.pick(&found, dice))
    }
}
