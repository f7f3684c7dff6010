//! Tactics on the way, and endgames.

use crate::{Theme, Themes};
use xiangqi::{Bitboard, Kind, Move, Position};

/// Values of pieces in hundredths of a pawn, by [`Kind`].
pub(crate) const VALUES: [i32; 7] = [5_000, 200, 200, 430, 950, 470, 100];

/// Finds the tactics of the solver's moves. `positions[k]` is the position before `line[k]`.
pub(crate) fn find(positions: &[Position], line: &[Move], found: &mut Themes) {
    for at in (0..line.len()).step_by(2) {
        let (before, after, played) = (&positions[at], &positions[at + 1], line[at]);
        let mover = before.side_to_move();
        let checkers = after.attackers_to(after.general(!mover), mover);
        let unmoved = checkers & !Bitboard::only(played.to);
        if !unmoved.is_empty() {
            found.insert(Theme::DiscoveredCheck);
        }
        if checkers.len() > 1 {
            found.insert(Theme::DoubleCheck);
        }
        let captured = before.piece_at(played.to);
        if captured.is_none() && checkers.is_empty() && !before.in_check(mover) {
            found.insert(Theme::QuietMove);
        }
        let (Some(&reply), Some(&next)) = (line.get(at + 1), line.get(at + 2)) else { continue };
        if forks(after, played, reply, next) {
            found.insert(Theme::Fork);
        }
        let value = |square| before.piece_at(square).map_or(0, |piece| VALUES[piece.kind as usize]);
        if reply.to == played.to && value(played.from) >= value(played.to) + 200 {
            found.insert(Theme::Sacrifice);
        }
    }
}

/// Whether a piece attacks two valuable pieces and captures one of them with its next move.
fn forks(after: &Position, played: Move, reply: Move, next: Move) -> bool {
    let victim = !after.side_to_move();
    let defender = after.side_to_move();
    debug_assert_ne!(victim, defender);
    let valuable = [Kind::General, Kind::Horse, Kind::Chariot, Kind::Cannon]
        .into_iter()
        .fold(Bitboard::EMPTY, |all, kind| all | after.pieces(defender, kind));
    let targets = after.attacks_from(played.to) & valuable;
    targets.len() >= 2
        && next.from == played.to
        && targets.contains(next.to)
        && reply.from != next.to
        && reply.to != next.to
}

/// Maximum number of horses, chariots and cannons in an endgame.
const MAX_ENDGAME_PIECES: u32 = 4;

/// The kind of endgame, by the pieces of both sides that cross the river.
pub(crate) fn endgame(position: &Position) -> Option<Theme> {
    let count = |kind| {
        xiangqi::Side::BOTH.iter().map(|&side| position.pieces(side, kind).len()).sum::<u32>()
    };
    let [horses, chariots, cannons] = [Kind::Horse, Kind::Chariot, Kind::Cannon].map(count);
    match (horses, chariots, cannons) {
        _ if horses + chariots + cannons > MAX_ENDGAME_PIECES => None,
        (0, 0, 0) => Some(Theme::PawnEndgame),
        (_, 0, 0) => Some(Theme::HorseEndgame),
        (0, _, 0) => Some(Theme::ChariotEndgame),
        (0, 0, _) => Some(Theme::CannonEndgame),
        _ => Some(Theme::MixedEndgame),
    }
}
