use crate::{Score, World, run::Run};

impl<W: World> Run<'_, W> {
    /// The value of playing `action` for the party on move: the mean over what chance may add
    /// where it has a say. The search below is `depth` deep.
    pub(crate) fn value_of(
        &mut self,
        world: &mut W,
        action: W::Action,
        depth: i32,
        window: (Score, Score),
        ply: usize,
    ) -> Score {
        let first = self.chances.len();
        world.chances_into(action, &mut self.chances);
        if self.chances.len() == first {
            return self.value_after(world, action, None, depth, window, ply);
        }
        let depth = depth - (W::CHANCE_COST - 1);
        let value = self.mean(world, action, first, depth, window, ply);
        self.chances.truncate(first);
        value
    }

    /// Star1: each outcome is searched in the window that could still move the mean inside the
    /// given one. Outside of it the answer is a bound, as everywhere in alpha-beta.
    fn mean(
        &mut self,
        world: &mut W,
        action: W::Action,
        first: usize,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        let span = i64::from(W::SPAN);
        let total: i64 = self.chances[first..].iter().map(|&(weight, _)| i64::from(weight)).sum();
        // Weighted sums; `rest` is the weight of the outcomes not yet looked at.
        let (mut sum, mut rest) = (0, total);
        for index in first..self.chances.len() {
            let (weight, chance) = self.chances[index];
            let weight = i64::from(weight);
            rest -= weight;
            let low = (i64::from(alpha) * total - sum - span * rest).div_euclid(weight);
            let high = (i64::from(beta) * total - sum + span * rest).div_euclid(weight) + 1;
            if low >= span {
                // Not even the best outcomes lift the mean above alpha.
                return ((sum + span * (rest + weight)) / total) as Score;
            }
            if high <= -span {
                return ((sum - span * (rest + weight)) / total) as Score;
            }
            let window = (low.max(-span - 1) as Score, high.min(span + 1) as Score);
            let value = self.value_after(world, action, Some(chance), depth, window, ply);
            let value = i64::from(value.clamp(-W::SPAN, W::SPAN));
            sum += weight * value;
            if value <= low {
                return div_up(sum + span * rest, total) as Score;
            }
            if value >= high {
                return (sum - span * rest).div_euclid(total) as Score;
            }
            if self.is_stopped() {
                return 0;
            }
        }
        sum.div_euclid(total) as Score
    }
}

const fn div_up(sum: i64, total: i64) -> i64 {
    -(-sum).div_euclid(total)
}
