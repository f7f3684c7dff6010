//! Pieces under attack.

use super::{forces::Forces, tally::Tally, terms::THREATS};
use xiangqi::{Kind, Position, Side};

/// Counts the enemy pieces that `side` attacks.
#[inline]
pub(super) fn tally<T: Tally>(
    position: &Position,
    side: Side,
    own: &Forces,
    enemy: &Forces,
    to: &mut T,
) {
    let on_move = usize::from(position.side_to_move() == side);
    for square in own.attacked & enemy.all {
        let Some(victim) = position.piece_at(square) else { continue };
        if victim.kind == Kind::General {
            continue;
        }
        let protected = usize::from(enemy.attacked.contains(square));
        let cheapest = own.attacks.iter().position(|attacks| attacks.contains(square));
        let by = 5 * (2 * on_move + protected) + cheapest.unwrap_or(0);
        to.add(THREATS + 6 * by + victim.kind as usize - 1, 1);
    }
}
