//! What counts as a chase.
//!
//! A side chases a piece when it could legally capture it and
//! * the attacker is neither the general nor a pawn (these may chase freely),
//! * the piece is not the general, nor a pawn that has not crossed the river,
//! * the piece is worth it whatever protects it (a chariot attacked by horse or cannon; a chariot,
//!   horse or cannon attacked by advisor or elephant), or it has no true protector: after the
//!   capture no legal move takes back,
//! * the piece is not of the attacker's own kind and able to capture the attacker in its turn.
//!
//! A move chases only what it attacks anew (see [`is_new`]).

use crate::{Bitboard, Kind, Move, Position, Side, Square};
use alloc::vec::Vec;

/// The pieces that `played`, a move from `before` to `after`, newly chases.
pub(super) fn newly_chased(before: &Position, played: Move, after: &Position) -> Vec<Square> {
    let side = before.side_to_move();
    let mut before = before.clone();
    let mut seen = after.clone();
    seen.turn = side;
    let attackers =
        seen.side(side) & !seen.pieces(side, Kind::General) & !seen.pieces(side, Kind::Pawn);
    let prey = seen.side(!side) & !seen.pieces(!side, Kind::General) & !pawns_at_home(&seen, !side);
    let mut targets = Bitboard::EMPTY;
    for from in attackers {
        let came_from = if from == played.to { played.from } else { from };
        for to in seen.attacks_from(from) & prey & !targets {
            let capture = Move { from, to };
            let earlier = Move { from: came_from, to };
            if is_chase(&mut seen, capture) && is_new(&mut before, earlier, &mut seen, capture) {
                targets |= Bitboard::only(to);
            }
        }
    }
    targets.collect()
}

/// Whether the move made the attack: the capture was not there before it, or it was and the move
/// has pinned the protector (or the target that could have struck back). A protector whom the move
/// merely cut off, or robbed of its screen, does not make an old attack new.
fn is_new(before: &mut Position, earlier: Move, after: &mut Position, capture: Move) -> bool {
    if !before.is_legal(earlier) {
        return true;
    }
    // A check keeps every protector from its work for a moment, but pins none of them.
    if after.in_check(!after.side_to_move()) || is_chase(before, earlier) {
        return false;
    }
    let Move { from, to } = capture;
    let undo = after.make(capture);
    let protector_remains = !after.attackers_to(to, after.side_to_move()).is_empty();
    after.unmake(capture, undo);
    let pinned_protector = protector_remains && is_protected(before, earlier);
    let pinned_target = after.attacks_from(to).contains(from)
        && !strikes_back(after, capture)
        && strikes_back(before, earlier);
    pinned_protector || pinned_target
}

fn pawns_at_home(position: &Position, side: Side) -> Bitboard {
    position.pieces(side, Kind::Pawn).filter(|square| !side.is_across(square.rank())).collect()
}

fn is_chase(position: &mut Position, capture: Move) -> bool {
    if position.leaves_attacked(capture) {
        return false;
    }
    let kind_at = |square| position.piece_at(square).map(|piece| piece.kind);
    let (Some(attacker), Some(target)) = (kind_at(capture.from), kind_at(capture.to)) else {
        return false;
    };
    let outranks = match attacker {
        Kind::Horse | Kind::Cannon => target == Kind::Chariot,
        Kind::Advisor | Kind::Elephant => {
            matches!(target, Kind::Chariot | Kind::Horse | Kind::Cannon)
        }
        Kind::Chariot | Kind::General | Kind::Pawn => false,
    };
    if outranks {
        return true;
    }
    if is_protected(position, capture) {
        return false;
    }
    attacker != target || !strikes_back(position, capture)
}

/// Whether the opponent could take back on the square of a capture.
fn is_protected(position: &mut Position, capture: Move) -> bool {
    let undo = position.make(capture);
    let to = capture.to;
    let protectors = position.attackers_to(to, position.side_to_move());
    let mut protectors = protectors.filter(|&from| position.is_legal(Move { from, to }));
    let protected = protectors.next().is_some();
    position.unmake(capture, undo);
    protected
}

/// Whether the target could itself capture the attacker.
fn strikes_back(position: &mut Position, capture: Move) -> bool {
    let undo = position.make_null();
    let back = Move { from: capture.to, to: capture.from };
    let strikes = position.is_legal(back);
    position.unmake_null(undo);
    strikes
}
