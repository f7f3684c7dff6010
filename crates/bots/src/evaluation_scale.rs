//! What scores mean: the units in which the evaluations give winning chances.

use games::Variant;
use search::{Score, WIN, is_decided};

/// Score difference that multiplies the odds in a race of sifang by *e*: the unit of its network.
pub const SIFANG_ODDS_UNIT: Score = 1_100;

/// Hundredths of a point of banqi that multiply the odds by *e*. An estimate: nine points win three
/// games of four.
pub(crate) const BANQI_ODDS_UNIT: Score = 900;

/// Score difference that multiplies the odds of winning by *e*. In teams of sifang it is an
/// estimate: two major pieces win three games of four.
const fn odds_unit(variant: Variant) -> Score {
    match variant {
        Variant::Xiangqi | Variant::Undercover => nnue::UNIT,
        Variant::Sifang => SIFANG_ODDS_UNIT,
        Variant::Banqi => BANQI_ODDS_UNIT,
    }
}

/// Converts a score to the expected share of the points, `0..=1`.
///
/// ```
/// use bots::analysis::win_chance;
/// use games::Variant;
///
/// assert_eq!(win_chance(Variant::Xiangqi, 0), 0.5);
/// assert!(win_chance(Variant::Xiangqi, 300) > 0.6);
/// ```
pub fn win_chance(variant: Variant, score: Score) -> f64 {
    match score {
        score if is_decided(score) => f64::from(u8::from(score > 0)),
        score => 1.0 / (1.0 + (-f64::from(score) / f64::from(odds_unit(variant))).exp()),
    }
}

/// Number of own moves until the side with this score mates, or is mated if negative. `None` if no
/// mate is known.
pub const fn moves_to_win(score: Score) -> Option<i32> {
    if !is_decided(score) {
        return None;
    }
    let plies = WIN - score.abs();
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}
