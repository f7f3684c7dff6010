//! The moves between two occurrences of a position, judged.

use super::chase::{Chase, Means, new_chases};
use crate::{Bitboard, Move, Piece, Position, RepetitionRule, Side, Square};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use game::{Outcome, Reason};

/// The moves between two occurrences of a position, with what each of them did.
pub(super) struct Cycle {
    plies: Vec<Ply>,
    /// The pieces by number. No piece leaves the board during a cycle.
    pieces: Vec<Piece>,
}

/// One move of the cycle.
struct Ply {
    side: Side,
    played: Move,
    /// The pieces that give check after it, where they stand.
    checkers: Vec<(Piece, Square)>,
    chases: Vec<NumberedChase>,
    /// Bit by bit, the numbers of the pieces it newly chases.
    chased: u32,
}

/// A chase with its pieces named.
struct NumberedChase {
    attacker: Piece,
    prey: usize,
    chase: Chase,
}

impl Cycle {
    /// Plays all moves; those after the first `before` are the cycle.
    pub(super) fn play(start: &Position, moves: &[Move], before: usize) -> Cycle {
        let (before, moves) = moves.split_at(before);
        let mut position = start.clone();
        for &played in before {
            position.make(played);
        }
        let (mut places, pieces): (Vec<Square>, Vec<Piece>) = position.all_pieces().unzip();
        let plies = moves
            .iter()
            .map(|&played| {
                let earlier = position.clone();
                position.make(played);
                if let Some(place) = places.iter_mut().find(|place| **place == played.from) {
                    *place = played.to;
                }
                Ply::new(&earlier, played, &position, &places)
            })
            .collect();
        Cycle { plies, pieces }
    }

    /// The outcome of the cycle's third time.
    pub(super) fn judge(&self, by: RepetitionRule) -> Outcome {
        let checks = |side| self.of(side).all(|ply| !ply.checkers.is_empty());
        match (checks(Side::Red), checks(Side::Black)) {
            (true, true) => return draw("both sides gave check with every move".to_string()),
            (true, false) => return self.lost_by_check(Side::Red),
            (false, true) => return self.lost_by_check(Side::Black),
            (false, false) if by == RepetitionRule::Simple => {
                return draw("neither side gave check with every move".to_string());
            }
            (false, false) => {}
        }
        let chased = |side| self.of(side).fold(u32::MAX, |set, ply| set & ply.chased);
        match (chased(Side::Red), chased(Side::Black)) {
            (0, 0) => draw(self.why_nobody()),
            (prey, 0) => self.lost_by_chase(Side::Red, prey),
            (0, prey) => self.lost_by_chase(Side::Black, prey),
            (reds_prey, blacks_prey) => draw(format!(
                "both sides chased with every move: Red {}, Black {}",
                self.names(reds_prey),
                self.names(blacks_prey)
            )),
        }
    }

    fn of(&self, side: Side) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(move |ply| ply.side == side)
    }

    fn lost_by_check(&self, side: Side) -> Outcome {
        let moves = self.told(side, |ply| ply.checks_text());
        let detail = format!("{side} gave check with every move ({moves}); {} did not", !side);
        Outcome::duel(Reason::PerpetualCheck, Some((!side).seat())).because(detail)
    }

    fn lost_by_chase(&self, side: Side, prey: u32) -> Outcome {
        let moves = self.told(side, |ply| ply.chases_text(&self.pieces, prey));
        let detail = format!(
            "{side} chased {} with every move ({moves}); {} did not chase so",
            self.names(prey),
            !side
        );
        Outcome::duel(Reason::PerpetualChase, Some((!side).seat())).because(detail)
    }

    /// What both sides did that came close to a perpetual check or chase.
    fn why_nobody(&self) -> String {
        let notes: Vec<String> =
            Side::BOTH.into_iter().filter_map(|side| self.excuse(side)).collect();
        if notes.is_empty() {
            "neither side checked or chased".to_string()
        } else {
            notes.join("; ")
        }
    }

    /// Why a side that checked or chased is not to blame; `None` for one that did neither.
    fn excuse(&self, side: Side) -> Option<String> {
        let all = self.of(side).count();
        let checks = self.of(side).filter(|ply| !ply.checkers.is_empty()).count();
        let chases = self.of(side).filter(|ply| ply.chased != 0).count();
        if checks + chases == 0 {
            return None;
        }
        let did = self.of(side).filter(|ply| ply.chased != 0 || !ply.checkers.is_empty()).count();
        Some(if chases == all {
            format!("{side} chased with every move, but no piece with all of them")
        } else if did == all {
            format!("{side} checked and chased in turn")
        } else {
            format!("{side} checked or chased, but not with every move")
        })
    }

    /// A side's moves, each once, in order, each with a note.
    fn told(&self, side: Side, note: impl Fn(&Ply) -> String) -> String {
        let mut texts: Vec<String> = Vec::new();
        for ply in self.of(side) {
            let text = format!("{} {}", ply.played, note(ply));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(", ")
    }

    /// The pieces with these numbers.
    fn names(&self, numbers: u32) -> String {
        let chosen =
            self.pieces.iter().enumerate().filter(|(number, _)| numbers >> number & 1 != 0);
        let names: Vec<String> = chosen.map(|(_, piece)| piece.to_string()).collect();
        names.join(" and ")
    }
}

impl Ply {
    fn new(before: &Position, played: Move, after: &Position, places: &[Square]) -> Ply {
        let side = before.side_to_move();
        let named = |squares: Bitboard| {
            squares.filter_map(|square| Some((after.piece_at(square)?, square))).collect()
        };
        let chases: Vec<NumberedChase> = new_chases(before, played, after)
            .into_iter()
            .filter_map(|chase| {
                let attacker = after.piece_at(chase.capture.from)?;
                let prey = places.iter().position(|&place| place == chase.capture.to)?;
                Some(NumberedChase { attacker, prey, chase })
            })
            .collect();
        Ply {
            side,
            played,
            checkers: named(after.attackers_to(after.general(!side), side)),
            chased: chases.iter().fold(0, |set, chase| set | 1 << chase.prey),
            chases,
        }
    }

    /// `by the chariot h9 and the horse g7`
    fn checks_text(&self) -> String {
        let names: Vec<String> = self
            .checkers
            .iter()
            .map(|(piece, square)| format!("the {} {square}", piece.kind.name()))
            .collect();
        format!("by {}", names.join(" and "))
    }

    /// `by the chariot c6 on c4`, for the pieces with the numbers `prey`.
    fn chases_text(&self, pieces: &[Piece], prey: u32) -> String {
        let mut texts = Vec::new();
        for NumberedChase { attacker, prey, chase } in
            self.chases.iter().filter(|chase| prey >> chase.prey & 1 != 0)
        {
            let Move { from, to } = chase.capture;
            let how = match chase.means {
                Means::Attack => "",
                Means::Pin => ", its defence newly pinned",
            };
            let (attacker, prey) = (attacker.kind.name(), pieces[*prey].kind.name());
            texts.push(format!("by the {attacker} {from} on the {prey} {to}{how}"));
        }
        texts.join(" and ")
    }
}

fn draw(detail: String) -> Outcome {
    Outcome::duel(Reason::Repetition, None).because(detail)
}
