use crate::{Goal, Theme, Themes, mates, tactics};
use xiangqi::{Move, Position};

/// Names the themes of a solution: `line` is played from `start`, the solver first. The moves must
/// be legal.
pub fn themes(start: &Position, line: &[Move], goal: Goal) -> Themes {
    let mut found = Themes::default();
    if goal == Goal::Mate {
        found.insert(match line.len().div_ceil(2) {
            0 | 1 => Theme::MateInOne,
            2 => Theme::MateInTwo,
            3 => Theme::MateInThree,
            _ => Theme::MateInMore,
        });
    }
    if goal == Goal::Save {
        found.insert(Theme::Defence);
    }
    let mut positions = vec![start.clone()];
    for &played in line {
        let mut next = positions[positions.len() - 1].clone();
        next.make(played);
        positions.push(next);
    }
    mates::find(&positions, line, &mut found);
    tactics::find(&positions, line, &mut found);
    if let Some(theme) = tactics::endgame(start) {
        found.insert(theme);
    }
    found
}
