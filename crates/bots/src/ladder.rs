//! What the levels mean in each game, the weakest first.
//!
//! Level 1 to 4 err by haste and by what they overlook, and give pieces away. From level 5 on nothing
//! is overlooked and nothing is played that costs more than the margin, which is below a chariot, and
//! mostly far below; there levels differ by how much they look at and by how much they take for equal.
//! The steps were measured (`docs/engine.md`): whoever changes a number, or the search beneath, measures
//! again.

use crate::strength::Strength;
use games::Level;

type Ladder = [Strength; Level::ALL.len()];

/// A level that errs: plies, nodes, margin, temperature, what it overlooks and how often it is hasty.
const fn errs(
    (depth, nodes): (u8, u64),
    (score_margin, temperature): (i32, u16),
    (overlooked_percent, hasty_percent): (u32, u32),
) -> Strength {
    Strength { depth, nodes, score_margin, temperature, overlooked_percent, hasty_percent }
}

/// A level that only takes what is nearly as good for as good.
const fn wavers(nodes: u64, score_margin: i32, temperature: u16) -> Strength {
    errs((64, nodes), (score_margin, temperature), (0, 0))
}

pub(crate) const XIANGQI: Ladder = [
    errs((1, 2_000), (1_000, 100), (50, 40)),
    errs((1, 2_000), (1_000, 80), (30, 20)),
    errs((1, 2_000), (800, 60), (15, 8)),
    errs((1, 2_000), (600, 50), (4, 2)),
    errs((1, 2_000), (300, 40), (0, 0)),
    errs((2, 2_000), (200, 40), (0, 0)),
    wavers(3_000, 40, 10),
    wavers(5_000, 10, 3),
    Strength::FULL,
];

/// Levels with a margin trust one guess of where the other side's mole is.
pub(crate) const UNDERCOVER: Ladder = [
    errs((1, 2_000), (1_000, 100), (50, 40)),
    errs((1, 2_000), (1_000, 80), (30, 20)),
    errs((1, 2_000), (800, 60), (15, 8)),
    errs((1, 2_000), (600, 50), (4, 2)),
    errs((1, 2_000), (300, 40), (0, 0)),
    errs((2, 2_000), (200, 40), (0, 0)),
    wavers(3_000, 40, 10),
    wavers(5_000, 10, 3),
    Strength::FULL,
];

pub(crate) const SIFANG: Ladder = [
    errs((1, 2_000), (1_500, 120), (60, 40)),
    errs((1, 2_000), (1_500, 60), (44, 24)),
    errs((1, 2_000), (1_000, 40), (26, 13)),
    errs((1, 2_000), (800, 30), (6, 2)),
    errs((1, 2_000), (300, 40), (0, 0)),
    errs((1, 2_000), (120, 9), (0, 0)),
    wavers(1_500, 30, 6),
    Strength::of_nodes(1_500),
    Strength::FULL,
];

/// Alone against three, where marshals race. Looking further ahead helps less there, because nobody can tell against whom
/// the others will turn; so the levels differ by how they err, and it takes larger margins to err at all.
/// From level 8 on a network judges, to which pieces are worth less: what its margin leaves of them the
/// player looks after.
pub(crate) const SIFANG_ALONE: Ladder = [
    errs((1, 2_000), (1_500, 100), (80, 90)),
    errs((1, 2_000), (1_500, 80), (70, 75)),
    errs((1, 4_000), (1_500, 60), (55, 60)),
    errs((1, 4_000), (1_000, 60), (28, 26)),
    errs((1, 4_000), (459, 60_000), (0, 0)),
    errs((2, 6_000), (190, 55), (0, 0)),
    Strength::of_nodes(24_000),
    errs((1, 2_000), (135, 60_000), (0, 0)),
    Strength::FULL,
];

pub(crate) const BANQI: Ladder = [
    errs((1, 2_000), (2_000, 100), (85, 80)),
    errs((1, 2_000), (2_000, 80), (58, 28)),
    errs((1, 2_000), (1_500, 60), (40, 16)),
    errs((1, 2_000), (1_500, 60), (12, 3)),
    errs((1, 2_000), (300, 110), (0, 0)),
    errs((1, 2_000), (200, 22), (0, 0)),
    errs((2, 2_000), (114, 17), (0, 0)),
    errs((3, 6_000), (50, 5), (0, 0)),
    Strength::FULL,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sifang::LEAST_BIG;

    /// From the middle of the ladder on no level may give a chariot away, and in sifang no tank,
    /// battleship, fighter or artillery.
    #[test]
    fn the_upper_levels_overlook_nothing() {
        // What the margin stays below: a third of a chariot, and where everybody is alone the least of
        // the big pieces.
        const THIRD: i32 = 301;
        let ladders = [XIANGQI, UNDERCOVER, SIFANG, BANQI].map(|ladder| (ladder, THIRD));
        for (ladder, most) in ladders.into_iter().chain([(SIFANG_ALONE, LEAST_BIG)]) {
            // Where marshals race, level 8 counts in other units and looks after pieces by itself.
            for (level, strength) in Level::ALL.into_iter().zip(ladder).skip(4) {
                let errors = [strength.overlooked_percent, strength.hasty_percent];
                assert_eq!(errors, [0, 0], "{level}: {strength:?}");
                assert!(strength.score_margin < most, "{level}: {strength:?}");
            }
        }
    }
}
