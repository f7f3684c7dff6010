use crate::{
    Budget, Earlier, Found, Ranked, Score, World,
    memory::{Memory, PLIES},
    run::Run,
    score::is_decided,
};
use alloc::vec::Vec;

/// Looks ahead, and remembers between searches what it has learnt.
pub struct Searcher<W: World> {
    memory: Memory<W::Action>,
    spread: Score,
}

impl<W: World> Searcher<W> {
    /// A searcher whose table has `1 << table_bits` places.
    pub fn new(table_bits: u32) -> Searcher<W> {
        Searcher { memory: Memory::new(table_bits, W::SLOTS), spread: 0 }
    }

    /// Asks for the exact scores of all root actions that are at most `spread` worse than the
    /// best. Without it only the best one's is exact.
    pub fn with_spread(self, spread: Score) -> Searcher<W> {
        Searcher { spread, ..self }
    }

    /// As [`Searcher::with_spread`], between searches.
    pub const fn set_spread(&mut self, spread: Score) {
        self.spread = spread;
    }

    /// Searches deeper and deeper within the budget. `past` are the game's earlier positions
    /// that could come back, the oldest first. `None` when the seat on move has no action.
    pub fn search(
        &mut self,
        world: &mut W,
        past: &[Earlier],
        budget: &Budget<'_>,
    ) -> Option<Found<W::Action>> {
        self.memory.order.age();
        let mut ranked = self.root_actions(world);
        let mut run = Run::new(&mut self.memory, self.spread, past, budget);
        let mut depth_done = 0;
        for depth in 1..=budget.depth.max(1) {
            if !run.search_root(world, &mut ranked, depth.into()) {
                break;
            }
            depth_done = depth;
            let settled = ranked.first().is_none_or(|best| is_decided(best.score));
            if settled || run.is_spent() {
                break;
            }
        }
        let nodes = run.nodes();
        let Ranked { action, score } = *ranked.first()?;
        let line = self.line(world, action);
        Some(Found { action, score, depth: depth_done, nodes, line, ranked })
    }

    fn root_actions(&mut self, world: &W) -> Vec<Ranked<W::Action>> {
        let mut actions = Vec::new();
        if world.ended().is_none() {
            world.actions_into(&mut actions);
        }
        let best = self.memory.table.get(world.key()).and_then(|entry| entry.action);
        self.memory.order.sort(world, &mut actions, best, 0);
        actions.into_iter().map(|action| Ranked { action, score: 0 }).collect()
    }

    /// Reads the expected continuation out of the table. Every action in it is legal where it
    /// stands.
    fn line(&self, world: &mut W, first: W::Action) -> Vec<W::Action> {
        let mut line = Vec::new();
        let mut undos = Vec::new();
        let mut next = Some(first);
        let (mut legal, mut chances) = (Vec::new(), Vec::new());
        while let Some(action) = next
            && line.len() < PLIES / 4
        {
            legal.clear();
            if world.ended().is_none() {
                world.actions_into(&mut legal);
            }
            if !legal.contains(&action) {
                break;
            }
            line.push(action);
            world.chances_into(action, &mut chances);
            if !chances.is_empty() {
                break;
            }
            undos.push(world.make(action, None));
            next = self.memory.table.get(world.key()).and_then(|entry| entry.action);
        }
        for (&action, undo) in line[..undos.len()].iter().zip(undos).rev() {
            world.unmake(action, undo);
        }
        line
    }
}
