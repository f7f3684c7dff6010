use crate::{
    Budget, Cycle, Earlier, Ranked, Score, World,
    memory::{Memory, PLIES},
    score::{INFINITE, from_here, is_decided},
    table::Bound,
};
use alloc::vec::Vec;

/// One search while it runs.
pub(crate) struct Run<'a, W: World> {
    pub(crate) memory: &'a mut Memory<W::Action>,
    /// By how much an action may be worse than the best and still get its exact score.
    spread: Score,
    budget: &'a Budget<'a>,
    /// The positions before this one, those of the game first.
    path: Vec<Earlier>,
    /// How many of them are the game's.
    played: usize,
    /// Lists that are not in use.
    pub(crate) lists: Vec<Vec<W::Action>>,
    /// What chance may add: a stack over all open chance nodes.
    pub(crate) chances: Vec<(u32, W::Chance)>,
    nodes: u64,
    /// Set once there is an answer.
    may_stop: bool,
    stopped: bool,
}

/// How often the caller is asked whether to stop: every this many nodes.
const ASK_EVERY: u64 = 512;

/// Passing must hold at this many plies less.
const PASS_COST: i32 = 3;

impl<'a, W: World> Run<'a, W> {
    pub(crate) fn new(
        memory: &'a mut Memory<W::Action>,
        spread: Score,
        past: &[Earlier],
        budget: &'a Budget<'a>,
    ) -> Run<'a, W> {
        Run {
            memory,
            spread,
            budget,
            path: past.to_vec(),
            played: past.len(),
            lists: Vec::new(),
            chances: Vec::new(),
            nodes: 0,
            may_stop: false,
            stopped: false,
        }
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether it was cut short; then values mean nothing.
    pub(crate) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether there is nothing left for another depth.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.budget.nodes || (self.budget.stop)()
    }

    /// Counts a node; tells whether the search is cut short.
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.may_stop && !self.stopped {
            let asks = self.nodes.is_multiple_of(ASK_EVERY);
            self.stopped = self.nodes > self.budget.nodes || asks && (self.budget.stop)();
        }
        self.stopped
    }

    /// Searches every root action to one depth and sorts them; `false` if it was cut short. Then
    /// what was finished still counts: it begins with the best action of the depth before.
    pub(crate) fn search_root(
        &mut self,
        world: &mut W,
        ranked: &mut [Ranked<W::Action>],
        depth: i32,
    ) -> bool {
        let mut best = -INFINITE;
        let mut done: Vec<Ranked<W::Action>> = Vec::with_capacity(ranked.len());
        self.path.push(Earlier { key: world.key(), in_check: world.in_check() });
        for &Ranked { action, .. } in ranked.iter() {
            let alpha = (best - self.spread).max(-INFINITE);
            let score = self.root_value(world, action, depth - 1, alpha);
            if self.stopped {
                break;
            }
            best = best.max(score);
            done.push(Ranked { action, score });
        }
        self.path.pop();
        // A stable sort: of equals the one tried first stays in front.
        done.sort_by_key(|ranked| -ranked.score);
        let finished = done.len() == ranked.len();
        if finished {
            ranked.copy_from_slice(&done);
        } else if let Some(&first) = done.first()
            && let Some(place) = ranked.iter().position(|ranked| ranked.action == first.action)
        {
            ranked[..=place].rotate_right(1);
            ranked[0] = first;
        }
        self.may_stop = true;
        finished
    }

    /// First only whether the action comes near the best one, then how good it is.
    fn root_value(&mut self, world: &mut W, action: W::Action, depth: i32, alpha: Score) -> Score {
        if alpha > -INFINITE {
            let score = self.value_of(world, action, depth, (alpha, alpha + 1), 0);
            if score <= alpha || self.stopped {
                return score;
            }
        }
        self.value_of(world, action, depth, (alpha, INFINITE), 0)
    }

    /// The value of playing an action, with what chance has added, for the party on move now.
    pub(crate) fn value_after(
        &mut self,
        world: &mut W,
        action: W::Action,
        chance: Option<W::Chance>,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        let party = world.party();
        let undo = world.make(action, chance);
        let value = match world.party() == party {
            true => self.node(world, depth, (alpha, beta), ply + 1, true),
            false => -self.node(world, depth, (-beta, -alpha), ply + 1, true),
        };
        world.unmake(action, undo);
        value
    }

    /// Alpha-beta, fail-soft.
    fn node(
        &mut self,
        world: &mut W,
        depth: i32,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        may_pass: bool,
    ) -> Score {
        let in_check = world.in_check();
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= PLIES {
            return self.quiesce(world, (alpha, beta), ply, 0);
        }
        if self.count_node() {
            return 0;
        }
        if let Some(score) = world.ended() {
            return from_here(score, ply as Score);
        }
        let key = world.key();
        if let Some(cycle) = self.cycle_to(key) {
            return world.repeated(cycle);
        }
        let known = self.memory.table.get(key);
        let settled = known.and_then(|entry| entry.settles(depth, alpha, beta, ply as Score));
        if let Some(score) = settled {
            return score;
        }
        let first = known.and_then(|entry| entry.action);
        if may_pass && !in_check && depth >= PASS_COST && !is_decided(beta) {
            let score = self.try_pass(world, depth, beta, ply);
            if score >= beta {
                return score;
            }
        }

        let mut actions = self.lists.pop().unwrap_or_default();
        world.actions_into(&mut actions);
        self.memory.order.sort(world, &mut actions, first, ply);
        self.path.push(Earlier { key, in_check });
        let floor = alpha;
        let (mut best, mut best_action) = (-INFINITE, None);
        for (index, &action) in actions.iter().enumerate() {
            let is_late = W::REDUCE && index >= 4 && depth >= 3 && !in_check;
            let is_quiet = world.gain(action) <= 0;
            let reduction =
                if is_late && is_quiet { 1 + i32::from(index >= 16 && depth >= 5) } else { 0 };
            let window = (alpha, beta);
            let value = self.scouted(world, action, depth - 1, reduction, window, ply, index == 0);
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_action) = (value, Some(action));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if is_quiet {
                    self.memory.order.refuted(world, action, depth, ply);
                }
                break;
            }
        }
        self.path.pop();
        if actions.is_empty() {
            best = from_here(world.stuck(), ply as Score);
        }
        actions.clear();
        self.lists.push(actions);
        if !self.stopped {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > floor => Bound::Exact,
                _ => Bound::AtMost,
            };
            self.memory.table.put(key, best_action, depth, (best, bound), ply as Score);
        }
        best
    }

    /// What lies between the position with this key and its last occurrence, if it has one that
    /// counts: a position that the search itself came through counts at once, because whoever
    /// repeats it will do so again; one of the game only if it was there twice.
    fn cycle_to(&self, key: u64) -> Option<Cycle> {
        let mut occurrences = (0..self.path.len()).rev().filter(|&at| self.path[at].key == key);
        let start = occurrences.next()?;
        if start < self.played {
            occurrences.next()?;
        }
        let always = |first| self.path[first..].iter().step_by(2).all(|earlier| earlier.in_check);
        let other_in_check = self.path.len() > start + 1 && always(start + 1);
        Some(Cycle { mover_in_check: always(start), other_in_check })
    }

    /// An action's value, looked at narrowly and less deep first, unless it is the first one.
    #[expect(clippy::too_many_arguments, reason = "the state of one step of the recursion")]
    fn scouted(
        &mut self,
        world: &mut W,
        action: W::Action,
        depth: i32,
        reduction: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
        is_first: bool,
    ) -> Score {
        if !is_first {
            let narrow = (alpha, alpha + 1);
            let mut value = self.value_of(world, action, depth - reduction, narrow, ply);
            if value > alpha && reduction > 0 && !self.stopped {
                value = self.value_of(world, action, depth, narrow, ply);
            }
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        self.value_of(world, action, depth, (alpha, beta), ply)
    }

    /// Whether the position holds `beta` even when the party on move passes.
    fn try_pass(&mut self, world: &mut W, depth: i32, beta: Score, ply: usize) -> Score {
        if world.evaluate() < beta {
            return -INFINITE;
        }
        let Some(undo) = world.pass() else { return -INFINITE };
        let window = (-beta, -beta + 1);
        let score = -self.node(world, depth - PASS_COST, window, ply + 1, false);
        world.unpass(undo);
        // A win after passing is no proof of a win.
        if is_decided(score) { beta } else { score }
    }
}
