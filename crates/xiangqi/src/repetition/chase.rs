//! Definition of a chase.
//!
//! A side chases a piece if it could capture it without exposing its own general and all of these
//! hold:
//!

//! - The attacker is neither the general nor a pawn; these may attack forever.
//! - The attacked piece is not the general, and not a pawn that has not crossed the river.
//! - The capture is worthwhile: the attacked piece is more valuable (a chariot attacked by a horse
//!   or cannon; a chariot, horse or cannon attacked by an advisor or elephant), or it has no true
//!   protector. A true protector could recapture without exposing its own general.

//! - The attacked piece is not of the same kind and able to capture the attacker itself.
//!

//! A move counts as chasing only what it newly attacks (see [`chase_origin`]).
//!
//! An existing check does not pin the protectors. The side in check answers the check first, so its
//! protectors are judged as without the check. A general counts as exposed only to attackers that
//! did not give check before (see [`ChasePosition::exposes_general`]).
//!
//! Source: `docs/rules/xiangqi.md`, “Repetition”.

use crate::{Bitboard, Kind, Move, Position, Side, Square};
use alloc::vec::Vec;

/// A chase that a move created.
pub(super) struct Chase {
    /// The threatened capture: from the attacker to the attacked piece.
    pub(super) capture: Move,
    /// How the move created the chase.
    pub(super) origin: ChaseOrigin,
}

/// How a move creates a chase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChaseOrigin {
    /// The attack is new: the move made it, opened its line or gave it a screen.
    NewAttack,
    /// The attack is old; the move pinned the piece that made it harmless.
    Pin,
}

/// The chases that `played`, a move from `before` to `after`, creates.
pub(super) fn new_chases(before: &Position, played: Move, after: &Position) -> Vec<Chase> {
    let side = before.side_to_move();
    let mut before = ChasePosition::new(before.clone(), side);
    let mut after = ChasePosition::new(after.clone(), side);
    let mut chases = Vec::new();
    for from in after.chasers() {
        let came_from = if from == played.to { played.from } else { from };
        for to in after.position.attacks_from(from) & after.prey() {
            let capture = Move { from, to };
            if after.is_chase(capture)
                && let Some(origin) =
                    chase_origin(&mut before, Move { from: came_from, to }, &mut after, capture)
            {
                chases.push(Chase { capture, origin });
            }
        }
    }
    chases
}

/// How the move created the chase `capture`; `None` if it did not. Before the move, the same
/// capture was `earlier`.
///
/// An attack is old if the attacker already attacked the piece, even while pinned or in check.
/// Cutting off a protector or removing its screen does not make an old attack new. Pinning a
/// protector that still aims at the point does.
fn chase_origin(
    before: &mut ChasePosition,
    earlier: Move,
    after: &mut ChasePosition,
    capture: Move,
) -> Option<ChaseOrigin> {
    if !before.attacks(earlier) {
        return Some(ChaseOrigin::NewAttack);
    }
    if before.is_chase(earlier) {
        return None;
    }
    let pinned_protectors = before.protectors(earlier) & after.recapturers(capture);
    let back = Move { from: capture.to, to: capture.from };
    let has_pinned_prey = after.attacks(back)
        && !after.can_counter_capture(capture)
        && before.can_counter_capture(earlier);
    (!pinned_protectors.is_empty() || has_pinned_prey).then_some(ChaseOrigin::Pin)
}

/// A position with the chasing side to move, independent of the game's turn.
struct ChasePosition {
    position: Position,
    side: Side,
    /// Pieces that give check to each side before any capture.
    checkers: [Bitboard; 2],
}

impl ChasePosition {
    fn new(mut position: Position, side: Side) -> ChasePosition {
        position.turn = side;
        let checkers =
            Side::BOTH.map(|checked| position.attackers_to(position.general(checked), !checked));
        ChasePosition { position, side, checkers }
    }

    fn chasers(&self) -> Bitboard {
        let pieces = |kind| self.position.pieces(self.side, kind);
        self.position.side(self.side) & !pieces(Kind::General) & !pieces(Kind::Pawn)
    }

    fn prey(&self) -> Bitboard {
        let pieces = |kind| self.position.pieces(!self.side, kind);
        let at_home: Bitboard =
            pieces(Kind::Pawn).filter(|square| !(!self.side).is_across(square.rank())).collect();
        self.position.side(!self.side) & !pieces(Kind::General) & !at_home
    }

    fn is_chase(&mut self, capture: Move) -> bool {
        let kind_at = |square| self.position.piece_at(square).map(|piece| piece.kind);
        let (Some(attacker), Some(prey)) = (kind_at(capture.from), kind_at(capture.to)) else {
            return false;
        };
        let outranks = match attacker {
            Kind::Horse | Kind::Cannon => prey == Kind::Chariot,
            Kind::Advisor | Kind::Elephant => {
                matches!(prey, Kind::Chariot | Kind::Horse | Kind::Cannon)
            }
            Kind::Chariot | Kind::General | Kind::Pawn => false,
        };
        self.can_capture(capture)
            && (outranks
                || self.protectors(capture).is_empty()
                    && (attacker != prey || !self.can_counter_capture(capture)))
    }

    /// Whether the piece on the start of `capture` attacks its destination.
    fn attacks(&self, capture: Move) -> bool {
        self.position.attacks_from(capture.from).contains(capture.to)
    }

    /// Whether a capture is possible without exposing the capturer's general.
    fn can_capture(&mut self, capture: Move) -> bool {
        self.attacks(capture) && !self.exposes_general(capture)
    }

    /// The opponent's pieces that attack the destination of `capture` after it, pinned or not.
    fn recapturers(&mut self, capture: Move) -> Bitboard {
        let undo = self.position.make(capture);
        let recapturers = self.position.attackers_to(capture.to, !self.side);
        self.position.unmake(capture, undo);
        recapturers
    }

    /// The opponent's pieces that can recapture without exposing their own general.
    fn protectors(&mut self, capture: Move) -> Bitboard {
        let recapturers = self.recapturers(capture);
        let undo = self.position.make(capture);
        let can_take = |&from: &Square| !self.exposes_general(Move { from, to: capture.to });
        let protectors = recapturers.filter(can_take).collect();
        self.position.unmake(capture, undo);
        protectors
    }

    /// Whether the attacked piece could itself capture the attacker.
    fn can_counter_capture(&mut self, capture: Move) -> bool {
        let undo = self.position.make_null();
        let can_capture = self.can_capture(Move { from: capture.to, to: capture.from });
        self.position.unmake_null(undo);
        can_capture
    }

    /// Whether a move exposes the mover's general to an attacker that did not give check before. If
    /// the general itself moves, those attackers count as well.
    fn exposes_general(&mut self, played: Move) -> bool {
        let mover = self.position.side_to_move();
        let undo = self.position.make(played);
        let general = self.position.general(mover);
        let earlier_checkers =
            if general == played.to { Bitboard::EMPTY } else { self.checkers[mover.index()] };
        let exposed = !(self.position.attackers_to(general, !mover) & !earlier_checkers).is_empty();
        self.position.unmake(played, undo);
        exposed
    }
}
