//! Mobility of the pieces.

use super::{
    forces::Forces,
    tally::Tally,
    terms::{CANNON_REACH, CHARIOT_REACH, GENERAL_REACH, HORSE_REACH},
};

#[inline]
pub(super) fn tally<T: Tally>(own: &Forces, enemy: &Forces, to: &mut T) {
    let [pawns, guards, horses, cannons, _] = enemy.attacks;
    // Points attacked by cheaper pieces do not count.
    let open = !(own.all | pawns | guards);
    let open_to_chariots = open & !(horses | cannons);
    for (_, reach) in own.chariots.iter() {
        to.add(CHARIOT_REACH + (reach & open_to_chariots).len().min(17) as usize, 1);
    }
    for (_, reach) in own.horses.iter() {
        to.add(HORSE_REACH + (reach & open).len().min(8) as usize, 1);
    }
    for ((_, _), slides) in own.cannons.iter().zip(own.slides) {
        to.add(CANNON_REACH + (slides & open).len().min(17) as usize, 1);
    }
    let steps = own.general_steps & !(own.all | enemy.attacked);
    to.add(GENERAL_REACH + steps.len().min(4) as usize, 1);
}
