/// Score of a position for the side to move. Below [`WIN`], the unit is defined by the game.
pub type Score = i32;

/// Score of a win at this node. A win in `n` plies scores `WIN - n`.
///
/// Evaluations are much smaller. Scores fit 16 bits, as required by the table.
pub const WIN: Score = 32_000;

/// Maximum length of a line whose score can be distinguished from an evaluation, in plies.
const MAX_WIN_PLIES: Score = 1_000;

/// Maximum absolute evaluation.
pub(crate) const MAX_EVALUATION: Score = WIN - MAX_WIN_PLIES - 1;

/// Greater than any score.
pub(crate) const INFINITE: Score = WIN + 1;

/// Whether the score is a win or a loss found by the search.
///
/// ```
/// use search::{WIN, is_decided};
///
/// assert!(is_decided(WIN - 7) && is_decided(7 - WIN));
/// assert!(!is_decided(1_500));
/// ```
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= WIN - MAX_WIN_PLIES
}

/// Converts a score relative to a position to one relative to the root, `ply` plies before it.
pub(crate) const fn relative_to_root(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score - ply as Score
    } else {
        score + ply as Score
    }
}

/// The reverse of [`relative_to_root`].
pub(crate) const fn relative_to_node(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score + ply as Score
    } else {
        score - ply as Score
    }
}
