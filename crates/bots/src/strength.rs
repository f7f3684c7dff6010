use crate::{Choice, Level, evaluation_scale::win_chance, oversight::Attention};
use game::Dice;
use games::Variant;
use search::{Limits, RootMove, Score, SearchResult, is_decided};

/// What a level means in one game: how much it searches, and how it makes mistakes.
///
/// A weak level makes human mistakes: it overlooks captures, and considers nearly equal moves equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// Maximum search depth in plies.
    pub depth: u8,
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Moves with a score this far below the best are not played.
    pub score_margin: Score,
    /// A move that costs this much of the winning chance, in thousandths, is played *e* times less
    /// often than the best.
    pub temperature: u16,
    /// How much it overlooks; `None` if it sees everything.
    pub attention: Option<Attention>,
}

/// Weight of the best move in the random choice; weights below 1 are dropped.
const FULL_WEIGHT: f64 = 10_000.0;

impl Strength {
    /// As strong as the limits permit.
    pub(crate) const FULL: Strength = Strength::of_nodes(u64::MAX);

    /// As strong as this number of nodes permits.
    pub(crate) const fn of_nodes(nodes: u64) -> Strength {
        Strength { depth: 64, nodes, score_margin: 0, temperature: 0, attention: None }
    }

    /// The strength of a level.
    pub(crate) const fn of(level: Level, ladder: &[Strength; Level::ALL.len()]) -> Strength {
        ladder[level as usize]
    }

    /// Reduces the limits to those of the strength.
    pub(crate) fn limit<'a>(&self, limits: &Limits<'a>) -> Limits<'a> {
        limits.within(self.nodes).to_depth(self.depth)
    }

    /// Lowers the scores of moves that people avoid, by their reluctance, so that they are played
    /// only if they are that much better than others. Levels that overlook nothing trust their
    /// search.
    pub(crate) fn heed_habits<A: Copy>(
        &self,
        found: &mut SearchResult<A>,
        reluctance: impl Fn(A) -> Score,
    ) {
        if self.attention.is_some() {
            for root in found.root_moves.iter_mut().filter(|root| !is_decided(root.score)) {
                root.score -= reluctance(root.action);
            }
        }
    }

    /// The margin below the best in which a search must give exact scores, where no move's reluctance
    /// is above `max_reluctance`.
    ///
    /// A score further below is only an upper bound. If the best move is lowered by its reluctance,
    /// such a score may come within [`Strength::score_margin`], however bad the move is.
    pub(crate) const fn exact_margin(&self, max_reluctance: Score) -> Score {
        let lowered = if self.attention.is_some() { max_reluctance } else { 0 };
        self.score_margin + lowered
    }

    /// Chooses one of the moves found.
    pub(crate) fn pick<A: Copy>(
        &self,
        variant: Variant,
        found: &SearchResult<A>,
        dice: &mut dyn Dice,
    ) -> Choice<A> {
        let drawn = if self.score_margin > 0 {
            self.draw_near_best(variant, &found.root_moves, dice)
        } else {
            None
        };
        let action = drawn.unwrap_or(found.action);
        Choice { action, score: found.score, nodes: found.nodes }
    }

    /// Chooses among the moves within the margin of the best; better ones more often.
    fn draw_near_best<A: Copy>(
        &self,
        variant: Variant,
        found: &[RootMove<A>],
        dice: &mut dyn Dice,
    ) -> Option<A> {
        // In an interrupted search the first move may have turned out worse than others.
        let best = found.iter().map(|root| root.score).max()?;
        // A score at the margin is only an upper bound; the move may be far worse.
        let near = found.iter().filter(|root| root.score > best.saturating_sub(self.score_margin));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;

    const CAREFUL: Strength =
        Strength { score_margin: 200, temperature: 50, ..Strength::of_nodes(1_000) };

    /// Moves are numbers here.
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

    /// How often each move is played in a thousand turns.
    fn frequencies(strength: &Strength, scores: &[Score]) -> Vec<u32> {
        let mut dice = Seeded::new(3);
        let mut counts = vec![0; scores.len()];
        for _ in 0..1_000 {
            let found = found(scores);
            let choice = strength.pick(Variant::Xiangqi, &found, &mut dice);
            counts[choice.action] += 1;
        }
        counts
    }

    #[test]
    fn without_mistakes_the_best_is_played() {
        let counts = frequencies(&Strength::of_nodes(1), &[30, 30, 20]);
        assert_eq!(counts, [1_000, 0, 0]);
    }

    #[test]
    fn the_better_the_more_often_and_nothing_beyond_the_margin() {
        let counts = frequencies(&CAREFUL, &[30, 0, -100, -170]);
        assert!(counts.is_sorted_by(|one, next| one > next), "{counts:?}");
        assert!(counts[2] > 0 && counts[3] == 0, "{counts:?}");
    }

    #[test]
    fn an_action_in_front_that_was_refuted_is_not_played() {
        let counts = frequencies(&CAREFUL, &[-900, 20, 10]);
        assert_eq!(counts[0], 0, "{counts:?}");
    }
}
