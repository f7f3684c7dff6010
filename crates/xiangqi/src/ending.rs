//! Endings that a position gives by itself, whatever was played before.

use crate::{Kind, Options, Position, Side};
use game::{Outcome, Reason};

/// The ending that the position itself gives: mate, stalemate, quiet plies, material.
pub(crate) fn ending(position: &Position, options: &Options) -> Option<Outcome> {
    let turn = position.side_to_move();
    if !position.has_legal_move() {
        let reason = if position.in_check(turn) { Reason::Checkmate } else { Reason::Stalemate };
        return Some(Outcome::duel(reason, Some((!turn).seat())));
    }
    draw_by_position(position, options)
}

/// The draw that a position itself gives, whatever moves there are: material or quiet plies.
///
/// ```
/// use game::Reason;
/// use xiangqi::{Options, Position, draw_by_position};
///
/// // Nothing is left that could cross the river.
/// let position = Position::from_fen("3k5/9/9/9/9/9/9/4B4/9/4K4 w - - 0 1")?;
/// let outcome = draw_by_position(&position, &Options::DEFAULT).ok_or("no draw")?;
/// assert_eq!(outcome.reason, Reason::Material);
/// assert!(outcome.winners.is_empty());
/// assert_eq!(draw_by_position(&Position::start(), &Options::DEFAULT), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_by_position(position: &Position, options: &Options) -> Option<Outcome> {
    draw_reason(position, options).map(|reason| Outcome::duel(reason, None))
}

/// Why [`draw_by_position`] would draw. Allocates nothing.
///
/// ```
/// use game::Reason;
/// use xiangqi::{Options, Position, draw_reason};
///
/// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 80")?;
/// assert_eq!(draw_reason(&position, &Options::DEFAULT), Some(Reason::QuietLimit));
/// assert_eq!(draw_reason(&position, &"quiet-limit=off".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_reason(position: &Position, options: &Options) -> Option<Reason> {
    if lacks_material(position) {
        return Some(Reason::Material);
    }
    let is_quiet = options.quiet_limit.is_some_and(|limit| position.quiet() >= limit);
    is_quiet.then_some(Reason::QuietLimit)
}

/// Whether neither side has a piece that can cross the river.
fn lacks_material(position: &Position) -> bool {
    let crossing = [Kind::Horse, Kind::Chariot, Kind::Cannon, Kind::Pawn];
    Side::BOTH
        .into_iter()
        .all(|side| crossing.into_iter().all(|kind| position.pieces(side, kind).is_empty()))
}
