use crate::{
    Score, World,
    run::Run,
    score::{INFINITE, from_here},
};

/// Threats are answered by every action only this deep.
const CHECKS: i32 = 2;

impl<W: World> Run<'_, W> {
    /// Follows captures until the position is quiet enough to be judged.
    pub(crate) fn quiesce(
        &mut self,
        world: &mut W,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        depth: i32,
    ) -> Score {
        if self.count_node() {
            return 0;
        }
        if let Some(score) = world.ended() {
            return from_here(score, ply as Score);
        }
        let forced = depth < CHECKS && world.in_check();
        let mut best = -INFINITE;
        if !forced {
            best = world.evaluate();
            if best >= beta || depth >= W::LOUD_PLIES {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut actions = self.lists.pop().unwrap_or_default();
        if forced {
            world.actions_into(&mut actions);
        } else {
            world.loud_into(&mut actions);
        }
        if forced && actions.is_empty() {
            best = from_here(world.stuck(), ply as Score);
        }
        self.memory.order.sort(world, &mut actions, None, ply);
        for &action in &actions {
            let party = world.party();
            let undo = world.make(action, None);
            let value = match world.party() == party {
                true => self.quiesce(world, (alpha, beta), ply + 1, depth + 1),
                false => -self.quiesce(world, (-beta, -alpha), ply + 1, depth + 1),
            };
            world.unmake(action, undo);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        actions.clear();
        self.lists.push(actions);
        best
    }
}
