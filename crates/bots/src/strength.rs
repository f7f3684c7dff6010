use crate::{Choice, Level, analysis::win_chance};
use game::Dice;
use games::Variant;
use search::{Limits, RootMove, Score, SearchResult};

/// What a level means in one game: how much it looks at, and how it errs.
///
/// Whoever errs does it as people do: it overlooks some of its actions, it acts at first sight, and it
/// takes what is nearly as good for as good.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// How many plies it looks ahead.
    pub depth: u8,
    /// How many nodes it looks at.
    pub nodes: u64,
    /// It plays nothing whose score is so far or further below the best of what it sees.
    pub score_margin: Score,
    /// An action that costs so much of the chance to win, in thousandths, is played `e` times less
    /// often than the best.
    pub temperature: u16,
    /// Of a hundred actions, how many it does not see.
    pub overlooked_percent: u32,
    /// Of a hundred turns, in how many it acts at first sight: it takes the best piece it can, and
    /// looks no further.
    pub hasty_percent: u32,
}

/// The weight of the best action in a draw; less than one of it is never played.
const FULL_WEIGHT: f64 = 10_000.0;

impl Strength {
    /// As good as the limits allow.
    pub(crate) const FULL: Strength = Strength::of_nodes(u64::MAX);

    /// As good as so many nodes allow.
    pub(crate) const fn of_nodes(nodes: u64) -> Strength {
        Strength {
            depth: 64,
            nodes,
            score_margin: 0,
            temperature: 0,
            overlooked_percent: 0,
            hasty_percent: 0,
        }
    }

    /// The strength of a level.
    pub(crate) const fn of(level: Level, ladder: &[Strength; Level::ALL.len()]) -> Strength {
        ladder[level as usize]
    }

    /// The limits cut to what the strength may use.
    pub(crate) fn limit<'a>(&self, limits: &Limits<'a>) -> Limits<'a> {
        limits.within(self.nodes).to_depth(self.depth)
    }

    /// One of the actions found: the best as the strength sees it. `taken` is the worth of what an
    /// action takes.
    pub(crate) fn pick<A: Copy>(
        &self,
        variant: Variant,
        found: &SearchResult<A>,
        dice: &mut dyn Dice,
        taken: impl Fn(A) -> Score,
    ) -> Choice<A> {
        let seen = self.seen(&found.root_moves, dice);
        let action = if self.hasty_percent > 0 && dice.roll(100) < self.hasty_percent {
            at_first_sight(&seen, dice, taken)
        } else if self.score_margin > 0 {
            self.draw_near_best(variant, &seen, dice)
        } else {
            None
        };
        let action = action.unwrap_or(found.action);
        Choice { action, score: found.score, nodes: found.nodes }
    }

    /// The actions that are not overlooked; all of them if every one would be.
    fn seen<A: Copy>(&self, all: &[RootMove<A>], dice: &mut dyn Dice) -> Vec<RootMove<A>> {
        if self.overlooked_percent == 0 {
            return all.to_vec();
        }
        let mut seen = all.to_vec();
        seen.retain(|_| dice.roll(100) >= self.overlooked_percent);
        if seen.is_empty() { all.to_vec() } else { seen }
    }

    /// One of those within the margin of the best, the better ones more often.
    fn draw_near_best<A: Copy>(
        &self,
        variant: Variant,
        seen: &[RootMove<A>],
        dice: &mut dyn Dice,
    ) -> Option<A> {
        // A search that was cut short may have found the action in front to be worse than others.
        let best = seen.iter().map(|root| root.score).max()?;
        // What is no better than the margin's end was not looked at any further: it may be far worse.
        let near = seen.iter().filter(|root| root.score > best.saturating_sub(self.score_margin));
        let temperature = f64::from(self.temperature.max(1)) / 1_000.0;
        let weight = |score| {
            let lost = win_chance(variant, best) - win_chance(variant, score);
            (FULL_WEIGHT * (-lost / temperature).exp()) as u32
        };
        let weighted: Vec<(A, u32)> =
            near.map(|root| (root.action, weight(root.score).max(1))).collect();
        let mut rest = dice.roll(weighted.iter().map(|(_, weight)| weight).sum());
        let drawn = weighted.iter().find(|(_, weight)| {
            let is_here = rest < *weight;
            rest = rest.saturating_sub(*weight);
            is_here
        });
        drawn.map(|(action, _)| *action)
    }
}

/// One of the actions that take the best piece; any where nothing can be taken.
fn at_first_sight<A: Copy>(
    seen: &[RootMove<A>],
    dice: &mut dyn Dice,
    taken: impl Fn(A) -> Score,
) -> Option<A> {
    let most = seen.iter().map(|root| taken(root.action)).max()?;
    let best: Vec<A> =
        seen.iter().map(|root| root.action).filter(|&action| taken(action) == most).collect();
    best.get(dice.roll(best.len() as u32) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Seeded;

    const CAREFUL: Strength =
        Strength { score_margin: 200, temperature: 50, ..Strength::of_nodes(1_000) };

    /// Actions are numbers here, and what an action takes is what the table says.
    fn found(scores: &[Score]) -> SearchResult<usize> {
        let root_moves = scores.iter().enumerate();
        SearchResult {
            action: 0,
            score: scores[0],
            depth: 1,
            nodes: 1,
            pv: vec![0],
            root_moves: root_moves.map(|(action, &score)| RootMove { action, score }).collect(),
        }
    }

    /// How often each action is played in a thousand turns.
    fn frequencies(strength: &Strength, scores: &[Score], taken: &[Score]) -> Vec<u32> {
        let mut dice = Seeded::new(3);
        let mut counts = vec![0; scores.len()];
        for _ in 0..1_000 {
            let found = found(scores);
            let choice = strength.pick(Variant::Xiangqi, &found, &mut dice, |at| taken[at]);
            counts[choice.action] += 1;
        }
        counts
    }

    #[test]
    fn without_mistakes_the_best_is_played() {
        let counts = frequencies(&Strength::of_nodes(1), &[30, 30, 20], &[0, 900, 0]);
        assert_eq!(counts, [1_000, 0, 0]);
    }

    #[test]
    fn the_better_the_more_often_and_nothing_beyond_the_margin() {
        let counts = frequencies(&CAREFUL, &[30, 0, -100, -170], &[0, 0, 0, 900]);
        assert!(counts.is_sorted_by(|one, next| one > next), "{counts:?}");
        assert!(counts[2] > 0 && counts[3] == 0, "{counts:?}");
    }

    #[test]
    fn an_action_in_front_that_was_refuted_is_not_played() {
        let counts = frequencies(&CAREFUL, &[-900, 20, 10], &[0; 3]);
        assert_eq!(counts[0], 0, "{counts:?}");
    }

    #[test]
    fn at_first_sight_the_best_piece_is_taken() {
        let hasty = Strength { hasty_percent: 100, ..CAREFUL };
        assert_eq!(frequencies(&hasty, &[30, 0, -900], &[0, 100, 950]), [0, 0, 1_000]);
        let counts = frequencies(&hasty, &[30, 0, -900], &[0; 3]);
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }

    #[test]
    fn what_is_overlooked_is_not_played() {
        let blind = Strength { overlooked_percent: 60, ..CAREFUL };
        let counts = frequencies(&blind, &[30, -800], &[0; 2]);
        // The worse one: not overlooked while the better one is.
        assert!((200..280).contains(&counts[1]), "{counts:?}");
    }
}
