//! The strength of each level in each game, weakest first.
//!
//! Levels 1 to 4 make mistakes: they overlook what the other side threatens. Levels 5 and 6 of
//! xiangqi, undercover and sifang overlook only what comes later. From level 5 on, no move costs more than
//! the margin, which is far below a chariot. These levels differ by their depth and nodes, and by
//! the range of moves they consider equal.
//!
//! The steps were measured (`docs/engine.md`). Measure them again after changing a number or the
//! search.

use crate::{oversight::Attention, strength::Strength};
use games::Level;

type LevelTable = [Strength; Level::ALL.len()];

/// A level that considers nearly equal moves equal: (depth, nodes), (margin, temperature).
const fn imprecise((depth, nodes): (u8, u64), (score_margin, temperature): (i32, u16)) -> Strength {
    Strength { depth, nodes, score_margin, temperature, attention: None }
}

/// A level that overlooks captures: depth, (margin, temperature), what it overlooks: own chances,
/// threats, later ones, from the horizon on.
const fn overlooking(
    depth: u8,
    (score_margin, temperature): (i32, u16),
    (chances, threats, later, horizon): (u32, u32, u32, u32),
) -> Strength {
    Strength {
        attention: Some(Attention { chances, threats, later, horizon }),
        ..imprecise((depth, 4_000), (score_margin, temperature))
    }
}

pub(crate) const XIANGQI: LevelTable = [
    overlooking(1, (400, 70), (55, 82, 94, 2)),
    overlooking(1, (220, 45), (28, 52, 86, 2)),
    overlooking(1, (150, 32), (20, 40, 60, 4)),
    overlooking(1, (110, 24), (10, 20, 38, 6)),
    overlooking(1, (120, 28), (0, 0, 45, 10)),
    overlooking(2, (100, 24), (0, 0, 40, 12)),
    imprecise((64, 3_000), (40, 10)),
    imprecise((64, 5_000), (10, 3)),
    Strength::FULL,
];

/// As xiangqi. Levels with a margin assume one position of the opponent's mole.
pub(crate) const UNDERCOVER: LevelTable = XIANGQI;

pub(crate) const SIFANG: LevelTable = [
    overlooking(1, (460, 80), (66, 90, 95, 1)),
    overlooking(1, (400, 66), (56, 82, 94, 2)),
    overlooking(1, (300, 48), (38, 58, 78, 2)),
    overlooking(1, (220, 35), (20, 33, 57, 3)),
    overlooking(1, (205, 33), (0, 0, 58, 3)),
    overlooking(1, (115, 9), (0, 0, 25, 6)),
    imprecise((64, 1_500), (30, 6)),
    Strength::of_nodes(1_500),
    Strength::FULL,
];

/// One against three with racing marshals. Searching deeper helps less here, because the opponents'
/// intentions are unknown, so the levels differ by their mistakes. From level 8 on a network
/// evaluates; it values pieces so little that the player additionally protects them.
pub(crate) const SIFANG_ALONE: LevelTable = [
    overlooking(1, (1_100, 190), (88, 95, 95, 1)),
    overlooking(1, (620, 112), (54, 68, 90, 2)),
    overlooking(1, (430, 78), (22, 28, 72, 2)),
    overlooking(1, (400, 71), (10, 17, 65, 3)),
    overlooking(1, (335, 60), (0, 0, 60, 3)),
    Strength { nodes: 6_000, ..overlooking(2, (165, 46), (0, 0, 20, 6)) },
    Strength::of_nodes(24_000),
    imprecise((1, 2_000), (135, 60_000)),
    Strength::FULL,
];

pub(crate) const BANQI: LevelTable = [
    overlooking(1, (900, 200), (60, 80, 92, 2)),
    overlooking(1, (600, 160), (40, 60, 78, 3)),
    overlooking(1, (450, 135), (24, 42, 60, 4)),
    overlooking(1, (360, 124), (10, 20, 40, 6)),
    imprecise((1, 2_000), (280, 96)),
    imprecise((1, 2_000), (200, 22)),
    imprecise((2, 2_000), (114, 17)),
    imprecise((3, 6_000), (50, 5)),
    Strength::FULL,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sifang::MIN_BIG;

    /// From level 5 on no level overlooks what is next. None may give a chariot away, nor in sifang a tank, battleship, fighter
    /// or artillery.
    #[test]
    fn the_upper_levels_overlook_nothing() {
        // Upper bound of the margin: a third of a chariot, or in solo sifang the least valuable big
        // piece.
        const THIRD: i32 = 301;
        let tables = [XIANGQI, UNDERCOVER, SIFANG, BANQI].map(|table| (table, THIRD));
        for (table, most) in tables.into_iter().chain([(SIFANG_ALONE, MIN_BIG)]) {
            // In solo sifang, level 8 uses other units and protects pieces explicitly.
            for (level, strength) in Level::ALL.into_iter().zip(table).skip(4) {
                let seen = strength.attention.map_or([0; 2], |it| [it.chances, it.threats]);
                assert_eq!(seen, [0; 2], "{level}: {strength:?}");
                assert!(strength.score_margin < most, "{level}: {strength:?}");
            }
        }
    }
}
