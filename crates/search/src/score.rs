/// How good a position is for the party on move; the state chooses the unit below [`WIN`].
pub type Score = i32;

/// A win on the spot. A win in `n` plies scores `WIN - n`; evaluations stay far below. Scores fit
/// sixteen bits, as the table keeps them.
pub const WIN: Score = 32_000;

/// Longer lines than this are not told from evaluations.
const LONGEST: Score = 1_000;

/// No evaluation is beyond it on either side.
pub(crate) const MAX_EVALUATION: Score = WIN - LONGEST - 1;

/// More than any score.
pub(crate) const INFINITE: Score = WIN + 1;

/// Whether the score is a win or loss that the search has seen to its end.
///
/// ```
/// use search::{WIN, is_decided};
///
/// assert!(is_decided(WIN - 7) && is_decided(7 - WIN));
/// assert!(!is_decided(1_500));
/// ```
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= WIN - LONGEST
}

/// A score counted from the position itself, as seen from `ply` plies before it.
pub(crate) const fn from_here(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score - ply as Score
    } else {
        score + ply as Score
    }
}

/// The reverse of [`from_here`].
pub(crate) const fn to_here(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score + ply as Score
    } else {
        score - ply as Score
    }
}
