use crate::{Score, SearchState, worker::Worker};

/// Depth and window in which a child is searched, and whether it is an expected cut node.
#[derive(Clone, Copy)]
pub(crate) struct ChildSearch {
    pub(crate) depth: i32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) cut_node: bool,
}

impl<S: SearchState> Worker<'_, S> {
    /// Value of playing `action` for the side to move. At a chance node, the mean over its
    /// outcomes.
    pub(crate) fn value_of(
        &mut self,
        state: &mut S,
        action: S::Action,
        child: ChildSearch,
        ply: usize,
    ) -> Score {
        let first = self.chances.len();
        state.chances_into(action, &mut self.chances);
        if self.chances.len() == first {
            return self.value_after(state, action, None, child, ply);
        }
        let child = ChildSearch { depth: child.depth - (S::CHANCE_COST - 1), ..child };
        let value = self.mean(state, action, first, child, ply);
        self.chances.truncate(first);
        value
    }

    /// Value of playing an action with one random outcome, for the side to move.
    fn value_after(
        &mut self,
        state: &mut S,
        action: S::Action,
        chance: Option<S::Chance>,
        ChildSearch { depth, alpha, beta, cut_node }: ChildSearch,
        ply: usize,
    ) -> Score {
        let side = state.side();
        let frame = &mut self.frames[ply];
        frame.is_null = false;
        frame.piece_square = (S::PIECE_SQUARES > 1).then(|| state.piece_square(action));
        let undo = state.make(action, chance);
        if S::SELECTIVE {
            self.shared.table.prefetch(state.key());
        }
        let value = if !S::SELECTIVE && state.side() == side {
            self.node(state, depth, (alpha, beta), ply + 1, cut_node)
        } else {
            -self.node(state, depth, (-beta, -alpha), ply + 1, cut_node)
        };
        state.unmake(action, undo);
        value
    }

    /// Mean over the outcomes of a chance node, by Star1.
    ///
    /// Each outcome is searched in the window in which it can still bring the mean into the given
    /// window. Outside that window the result is a bound, as everywhere in alpha-beta.
    fn mean(
        &mut self,
        state: &mut S,
        action: S::Action,
        first: usize,
        child: ChildSearch,
        ply: usize,
    ) -> Score {
        let span = i64::from(S::CHANCE_BOUND);
        let total: i64 = self.chances[first..].iter().map(|&(weight, _)| i64::from(weight)).sum();
        // Weighted sums. `rest` is the weight of the outcomes not searched yet.
        let (mut sum, mut rest) = (0, total);
        for index in first..self.chances.len() {
            let (weight, chance) = self.chances[index];
            let weight = i64::from(weight);
            rest -= weight;
            let low = (i64::from(child.alpha) * total - sum - span * rest).div_euclid(weight);
            let high = (i64::from(child.beta) * total - sum + span * rest).div_euclid(weight) + 1;
            if low >= span {
                // Even the best possible outcomes leave the mean at or below alpha.
                return ((sum + span * (rest + weight)) / total) as Score;
            }
            if high <= -span {
                return ((sum - span * (rest + weight)) / total) as Score;
            }
            let alpha = low.max(-span - 1) as Score;
            let beta = high.min(span + 1) as Score;
            let outcome = ChildSearch { alpha, beta, cut_node: false, ..child };
            let value = self.value_after(state, action, Some(chance), outcome, ply);
            let value = i64::from(value.clamp(-S::CHANCE_BOUND, S::CHANCE_BOUND));
            sum += weight * value;
            if value <= low {
                return div_ceil(sum + span * rest, total) as Score;
            }
            if value >= high {
                return (sum - span * rest).div_euclid(total) as Score;
            }
            if self.stopped {
                return 0;
            }
        }
        sum.div_euclid(total) as Score
    }
}

const fn div_ceil(sum: i64, total: i64) -> i64 {
    -(-sum).div_euclid(total)
}
