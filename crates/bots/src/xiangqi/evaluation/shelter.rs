//! Safety of the general: advisors and elephants around him, and cannons and chariots facing him.

use super::{
    forces::Forces,
    tally::Tally,
    terms::{
        ADVISOR_SHELTER, BESIEGERS, CHARIOT_BEHIND, CHARIOT_PIN, DOUBLE_SCREEN, ELEPHANT_SHELTER,
        FACING, HOLLOW_CANNON, SAFE_CHECK, WEAK_POINTS,
    },
};
use xiangqi::{Bitboard, Kind, Position, Side, Square};

/// Counts the dangers for the general of `side`.
#[inline]
pub(super) fn tally<T: Tally>(
    position: &Position,
    side: Side,
    own: &Forces,
    enemy: &Forces,
    to: &mut T,
) {
    let attack = attack(position, side, enemy);
    to.add(ADVISOR_SHELTER + 9 * own.count(Kind::Advisor).min(2) as usize + attack, 1);
    to.add(ELEPHANT_SHELTER + 9 * own.count(Kind::Elephant).min(2) as usize + attack, 1);
    siege(side, own, enemy, to);
    lines(position, side, to);
    checks(position, side, own, enemy, to);
}

/// Strength of an attack on `side`: enemy pieces across the river, weighted, at most 8.
fn attack(position: &Position, side: Side, enemy: &Forces) -> usize {
    let crossed = |kind: Kind| {
        let across = |square: &Square| (!side).is_across(square.rank());
        position.pieces(!side, kind).filter(across).count() as i32
    };
    let heavy = crossed(Kind::Chariot) + crossed(Kind::Horse);
    let light = enemy.count(Kind::Cannon) + crossed(Kind::Pawn);
    (2 * heavy + light).min(8) as usize
}

/// The palace and the points in front of it.
static AROUND: [Bitboard; 2] = [around(0), around(6)];

const fn around(first_rank: u8) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    let mut index = 0;
    while index < 12 {
        if let Some(point) = Square::new(3 + index % 3, first_rank + index / 3) {
            points = points.with(point);
        }
        index += 1;
    }
    points
}

/// Counts attackers of the points around the general.
fn siege<T: Tally>(side: Side, own: &Forces, enemy: &Forces, to: &mut T) {
    let around = AROUND[side.index()];
    let reaches = [enemy.chariots, enemy.horses, enemy.cannons];
    let besieging = |reach: &Bitboard| !(*reach & around).is_empty();
    let reaches = reaches.iter().flat_map(|few| few.iter()).map(|(_, reach)| reach);
    let pawns = enemy.attacks[0];
    let besiegers = reaches.filter(besieging).count() + usize::from(besieging(&pawns));
    to.add(BESIEGERS + besiegers.min(6), 1);
    let weak = enemy.attacked & around & !own.attacked;
    to.add(WEAK_POINTS + weak.len().min(8) as usize, 1);
}

/// Counts cannons, chariots and the other general in line with the general.
fn lines<T: Tally>(position: &Position, side: Side, to: &mut T) {
    let general = position.general(side);
    let enemy = |kind| position.pieces(!side, kind);
    let along_rank = |square: Square| usize::from(square.rank() == general.rank());
    for cannon in position.first_in_line(general) & enemy(Kind::Cannon) {
        to.add(HOLLOW_CANNON + along_rank(cannon), 1);
    }
    for cannon in position.third_in_line(general) & enemy(Kind::Cannon) {
        let between = Bitboard::between(general, cannon) & position.side(side);
        to.add(DOUBLE_SCREEN + 3 * along_rank(cannon) + between.len().min(2) as usize, 1);
    }
    let seconds = position.second_in_line(general);
    for chariot in seconds & enemy(Kind::Chariot) {
        match between(position, general, chariot) {
            Some((kind, owner)) if owner == side => to.add(CHARIOT_PIN + kind as usize, 1),
            _ => to.add(CHARIOT_BEHIND + along_rank(chariot), 1),
        }
    }
    let facing = position.general(!side);
    if facing.file() == general.file() && seconds.contains(facing) {
        let is_own = between(position, general, facing).is_some_and(|(_, owner)| owner == side);
        to.add(FACING + usize::from(!is_own), 1);
    }
}

/// The only piece between two points.
fn between(position: &Position, general: Square, other: Square) -> Option<(Kind, Side)> {
    let square = (Bitboard::between(general, other) & position.occupied()).first()?;
    position.piece_at(square).map(|piece| (piece.kind, piece.side))
}

/// Counts checks that cannot be answered by a capture.
fn checks<T: Tally>(position: &Position, side: Side, own: &Forces, enemy: &Forces, to: &mut T) {
    let general = position.general(side);
    let free = !(own.attacked | enemy.all);
    let [_, _, horses, _, chariots] = enemy.attacks;
    if !(chariots & position.first_in_line(general) & free).is_empty() {
        to.add(SAFE_CHECK, 1);
    }
    if !(horses & position.horse_sources(general) & free).is_empty() {
        to.add(SAFE_CHECK + 1, 1);
    }
}
