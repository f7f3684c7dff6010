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
//! A move counts as chasing only what it newly attacks (see [`means`]).
//!
//! An existing check does not pin the protectors. The side in check answers the check first, so its
//! protectors are judged as without the check. A general counts as exposed only to attackers that
//! did not give check before (see [`exposes`]).
//!
//! Source: `docs/rules/xiangqi.md`, “Repetition”.

use crate::{Bitboard, Kind, Move, Position, Side, Square};
use alloc::vec::Vec;

/// A chase that a move created.
pub(super) struct Chase {
    /// The threatened capture: from the attacker to the attacked piece.
    pub(super) capture: Move,
    /// How the move created the chase.
    pub(super) means: Means,
}

/// How a move creates a chase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    /// The attack is new: the move made it, opened its line or gave it a screen.
    Attack,
    /// The attack is old; the move pinned the piece that made it harmless.
    Pin,
}

/// The chases that `played`, a move from `before` to `after`, creates.
pub(super) fn new_chases(before: &Position, played: Move, after: &Position) -> Vec<Chase> {
    let side = before.side_to_move();
    let mut before = Scene::new(before.clone(), side);
    let mut after = Scene::new(after.clone(), side);
    let mut chases = Vec::new();
    for from in after.chasers() {
        let came_from = if from == played.to { played.from } else { from };
        for to in after.position.attacks_from(from) & after.prey() {
            let capture = Move { from, to };
            if after.is_chase(capture)
                && let Some(means) =
                    means(&mut before, Move { from: came_from, to }, &mut after, capture)
            {
                chases.push(Chase { capture, means });
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
fn means(before: &mut Scene, earlier: Move, after: &mut Scene, capture: Move) -> Option<Means> {
    if !before.aims(earlier) {
        return Some(Means::Attack);
    }
    if before.is_chase(earlier) {
        return None;
    }
    let pinned_protectors = before.protectors(earlier) & after.onlookers(capture);
    let back = Move { from: capture.to, to: capture.from };
    let has_pinned_prey =
        after.aims(back) && !after.strikes_back(capture) && before.strikes_back(earlier);
    (!pinned_protectors.is_empty() || has_pinned_prey).then_some(Means::Pin)
}

/// A position with the chasing side to move, independent of the game's turn.
struct Scene {
    position: Position,
    side: Side,
    /// Pieces that give check to each side before any capture.
    checkers: [Bitboard; 2],
}

impl Scene {
    fn new(mut position: Position, side: Side) -> Scene {
        position.turn = side;
        let checkers =
            Side::BOTH.map(|checked| position.attackers_to(position.general(checked), !checked));
        Scene { position, side, checkers }
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
                    && (attacker != prey || !self.strikes_back(capture)))
    }

    /// Whether the piece on the start of `capture` attacks its destination.
    fn aims(&self, capture: Move) -> bool {
        self.position.attacks_from(capture.from).contains(capture.to)
    }

    /// Whether a capture is possible without exposing the capturer's general.
    fn can_capture(&mut self, capture: Move) -> bool {
        self.aims(capture) && !self.exposes(capture)
    }

    /// The opponent's pieces that attack the destination of `capture` after it, pinned or not.
    fn onlookers(&mut self, capture: Move) -> Bitboard {
        let undo = self.position.make(capture);
        let onlookers = self.position.attackers_to(capture.to, !self.side);
        self.position.unmake(capture, undo);
        onlookers
    }

    /// The opponent's pieces that can recapture without exposing their own general.
    fn protectors(&mut self, capture: Move) -> Bitboard {
        let onlookers = self.onlookers(capture);
        let undo = self.position.make(capture);
        let can_take = |&from: &Square| !self.exposes(Move { from, to: capture.to });
        let protectors = onlookers.filter(can_take).collect();
        self.position.unmake(capture, undo);
        protectors
    }

    /// Whether the attacked piece could itself capture the attacker.
    fn strikes_back(&mut self, capture: Move) -> bool {
        let undo = self.position.make_null();
        let strikes = self.can_capture(Move { from: capture.to, to: capture.from });
        self.position.unmake_null(undo);
        strikes
    }

    /// Whether a move exposes the mover's general to an attacker that did not give check before. If
    /// the general itself moves, those attackers count as well.
    fn exposes(&mut self, played: Move) -> bool {
        let mover = self.position.side_to_move();
        let undo = self.position.make(played);
        let general = self.position.general(mover);
        let excused =
            if general == played.to { Bitboard::EMPTY } else { self.checkers[mover.index()] };
        let exposed = !(self.position.attackers_to(general, !mover) & !excused).is_empty();
        self.position.unmake(played, undo);
        exposed
    }
}
