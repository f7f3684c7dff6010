//! Endings that cannot be won despite a material advantage.

use super::material::Material;
use search::Score;
use xiangqi::{Kind, Side};

/// Scales a score down if the side ahead has too few attackers.
pub(super) fn scaled(material: [&Material; 2], score: Score) -> Score {
    score * sixteenths(material, score > 0) / 16
}

/// The share of a score that counts if this side is ahead.
pub(super) fn share(material: [&Material; 2], ahead: Side) -> f64 {
    f64::from(sixteenths(material, ahead == Side::Red)) / 16.0
}

/// The share in sixteenths, by which side is ahead.
fn sixteenths([red, black]: [&Material; 2], red_ahead: bool) -> Score {
    let [ahead, behind] = if red_ahead { [red, black] } else { [black, red] };
    let pieces = ahead.count(Kind::Horse) + ahead.count(Kind::Cannon);
    let pawns = ahead.count(Kind::Pawn);
    if ahead.count(Kind::Chariot) > 0 || pieces + pawns > 2 {
        return 16;
    }
    match (pieces, pawns) {
        (0, 0) => 0,
        // A cannon needs a screen of its own side.
        (1, 0) if ahead.count(Kind::Cannon) == 1 && ahead.count(Kind::Advisor) == 0 => 2,
        (0, 1) | (1, 0) if behind.guards() >= 2 => 4,
        (0, 1) | (1, 0) => 8,
        _ => 16,
    }
}
