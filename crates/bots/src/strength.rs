use crate::{Choice, Level};
use game::Dice;
use search::{Limits, RootMove, Score, SearchResult};

/// What a level means in one game.
#[derive(Clone, Copy)]
pub(crate) struct Strength {
    /// How many plies it looks ahead.
    pub depth: u8,
    /// How many nodes it looks at.
    pub nodes: u64,
    /// It takes actions for equal whose scores are at most this far below the best.
    pub score_margin: Score,
    /// Of a hundred actions, how many it plays without thinking.
    pub random_percent: u32,
}

impl Strength {
    /// As good as the limits allows.
    pub(crate) const FULL: Strength =
        Strength { depth: 64, nodes: u64::MAX, score_margin: 0, random_percent: 0 };

    /// The limits cut to what the strength may use.
    pub(crate) fn limit<'a>(&self, limits: &Limits<'a>) -> Limits<'a> {
        limits.within(self.nodes).to_depth(self.depth)
    }

    /// One of the actions found: the best as the strength sees it.
    pub(crate) fn pick<A: Copy>(&self, found: &SearchResult<A>, dice: &mut dyn Dice) -> Choice<A> {
        let ranked = if self.random_percent > 0 && dice.roll(100) < self.random_percent {
            draw(&found.root_moves, dice)
        } else if self.score_margin > 0 {
            let worst = found.score.saturating_sub(self.score_margin);
            let alike = found.root_moves.partition_point(|ranked| ranked.score >= worst);
            draw(&found.root_moves[..alike], dice)
        } else {
            None
        };
        let action = ranked.map_or(found.action, |ranked| ranked.action);
        Choice { action, score: found.score, nodes: found.nodes }
    }
}

fn draw<A: Copy>(ranked: &[RootMove<A>], dice: &mut dyn Dice) -> Option<RootMove<A>> {
    let count = u32::try_from(ranked.len()).ok().filter(|&count| count > 0)?;
    ranked.get(dice.roll(count) as usize).copied()
}

impl Level {
    /// The strengths of the levels, the weakest first.
    pub(crate) fn of(self, strengths: &[Strength; 4]) -> Strength {
        strengths[self as usize]
    }
}
