//! Pawns across the river.

use super::{
    forces::Forces,
    tally::Tally,
    terms::{PAWN_BY_GUARDS, PAWN_PAIR},
};
use xiangqi::{Kind, Position, Side};

#[inline]
pub(super) fn tally<T: Tally>(position: &Position, side: Side, enemy: &Forces, to: &mut T) {
    let mut crossed = 0;
    let mut last = None;
    for pawn in position.pieces(side, Kind::Pawn) {
        if !side.is_across(pawn.rank()) {
            continue;
        }
        crossed += 1;
        // Points are ordered by file within a rank.
        if last == pawn.offset(-1, 0) && last.is_some() {
            to.add(PAWN_PAIR, 1);
        }
        last = Some(pawn);
    }
    if crossed > 0 {
        to.add(PAWN_BY_GUARDS + enemy.guards(), crossed);
    }
}
