use crate::{Choice, Level};
use game::Dice;
use search::{Budget, Found, Ranked, Score};

/// What a level means in one game.
#[derive(Clone, Copy)]
pub(crate) struct Skill {
    /// How many plies it looks ahead.
    pub depth: u8,
    /// How many nodes it looks at.
    pub nodes: u64,
    /// It takes actions for equal whose scores are at most this far below the best.
    pub blur: Score,
    /// Of a hundred actions, how many it plays without thinking.
    pub whims: u32,
}

impl Skill {
    /// As good as the budget allows.
    pub(crate) const FULL: Skill = Skill { depth: 64, nodes: u64::MAX, blur: 0, whims: 0 };

    /// The budget cut to what the skill may use.
    pub(crate) fn limit<'a>(&self, budget: &Budget<'a>) -> Budget<'a> {
        budget.within(self.nodes).to_depth(self.depth)
    }

    /// One of the actions found: the best as the skill sees it.
    pub(crate) fn pick<A: Copy>(&self, found: &Found<A>, dice: &mut dyn Dice) -> Choice<A> {
        let ranked = if self.whims > 0 && dice.roll(100) < self.whims {
            draw(&found.ranked, dice)
        } else if self.blur > 0 {
            let worst = found.score.saturating_sub(self.blur);
            let alike = found.ranked.partition_point(|ranked| ranked.score >= worst);
            draw(&found.ranked[..alike], dice)
        } else {
            None
        };
        let action = ranked.map_or(found.action, |ranked| ranked.action);
        Choice { action, score: found.score, nodes: found.nodes }
    }
}

fn draw<A: Copy>(ranked: &[Ranked<A>], dice: &mut dyn Dice) -> Option<Ranked<A>> {
    let count = u32::try_from(ranked.len()).ok().filter(|&count| count > 0)?;
    ranked.get(dice.roll(count) as usize).copied()
}

impl Level {
    /// The skills of the levels, the weakest first.
    pub(crate) fn of(self, skills: &[Skill; 4]) -> Skill {
        skills[self as usize]
    }
}
