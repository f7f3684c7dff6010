//! Combinations of pieces.

use super::{
    forces::Forces,
    tally::Tally,
    terms::{BY_ENEMY_GUARDS, BY_OWN_GUARDS, BY_PIECES, CHARIOTS, PAIRS},
};
use xiangqi::Kind;

#[inline]
pub(super) fn tally<T: Tally>(own: &Forces, enemy: &Forces, to: &mut T) {
    let fours = ((own.size() + enemy.size()) / 4).clamp(0, 8) as usize;
    for (at, kind) in [Kind::Horse, Kind::Cannon, Kind::Chariot].into_iter().enumerate() {
        let count = own.count(kind);
        if count == 0 {
            continue;
        }
        if count == 2 {
            to.add(PAIRS + at, 1);
        }
        to.add(BY_PIECES + 9 * at + fours, count);
        to.add(BY_OWN_GUARDS + 5 * at + own.guards(), count);
        to.add(BY_ENEMY_GUARDS + 5 * at + enemy.guards(), count);
    }
    let [ours, theirs] = [own, enemy].map(|side| side.count(Kind::Chariot).min(2) as usize);
    to.add(CHARIOTS + 3 * ours + theirs, 1);
}
