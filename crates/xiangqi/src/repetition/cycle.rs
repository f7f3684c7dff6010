//! Judges the moves between two occurrences of a position.

use super::chase::{Chase, ChaseOrigin, new_chases};
use crate::{Bitboard, Move, Piece, Position, RepetitionRule, Side, Square};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use game::{Ground, Outcome, Reason};

/// The moves between two occurrences of a position, with the checks and chases of each move.
pub(super) struct Cycle {
    plies: Vec<Ply>,
    /// The pieces by number. No piece leaves the board during a cycle.
    pieces: Vec<Piece>,
}

/// One move of the cycle.
struct Ply {
    side: Side,
    played: Move,
    /// The pieces that give check after the move, with their points.
    checkers: Vec<(Piece, Square)>,
    chases: Vec<NumberedChase>,
    /// Bit set of the numbers of the pieces that the move newly chases.
    chased: u32,
}

/// A chase with its attacker and the number of the attacked piece.
struct NumberedChase {
    attacker: Piece,
    prey: usize,
    chase: Chase,
}

impl Cycle {
    /// Plays all moves. The moves after the first `before` form the cycle.
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

    /// The outcome when the position occurs for the third time.
    pub(super) fn judge(&self, by: RepetitionRule) -> Outcome {
        let checks = |side| self.plies_of(side).all(|ply| !ply.checkers.is_empty());
        match (checks(Side::Red), checks(Side::Black)) {
            (true, true) => {
                let detail = "both sides gave check with every move".to_string();
                return draw(detail, vec![Ground::new("both-checked")]);
            }
            (true, false) => return self.loss_by_check(Side::Red),
            (false, true) => return self.loss_by_check(Side::Black),
            (false, false) if by == RepetitionRule::Simple => {
                let detail = "neither side gave check with every move".to_string();
                return draw(detail, vec![Ground::new("nobody-checked")]);
            }
            (false, false) => {}
        }
        let chased = |side| self.plies_of(side).fold(u32::MAX, |set, ply| set & ply.chased);
        match (chased(Side::Red), chased(Side::Black)) {
            (0, 0) => self.draw_without_fault(),
            (prey, 0) => self.loss_by_chase(Side::Red, prey),
            (0, prey) => self.loss_by_chase(Side::Black, prey),
            (reds_prey, blacks_prey) => {
                let detail = format!(
                    "both sides chased with every move: Red {}, Black {}",
                    self.names(reds_prey),
                    self.names(blacks_prey)
                );
                let ground = Ground::new("both-chased");
                let ground = ground.with(self.letters(reds_prey)).with(self.letters(blacks_prey));
                draw(detail, vec![ground])
            }
        }
    }

    fn plies_of(&self, side: Side) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(move |ply| ply.side == side)
    }

    fn loss_by_check(&self, side: Side) -> Outcome {
        let moves = self.annotated_moves(side, Ply::checks_text).join(", ");
        let detail = format!("{side} gave check with every move ({moves}); {} did not", !side);
        let ground = Ground::new("checked-always").with(side.seat().index());
        let ground =
            self.annotated_moves(side, Ply::check_letters).into_iter().fold(ground, Ground::with);
        Outcome::duel(Reason::PerpetualCheck, Some((!side).seat())).because(detail, vec![ground])
    }

    fn loss_by_chase(&self, side: Side, prey: u32) -> Outcome {
        let moves =
            self.annotated_moves(side, |ply| ply.chases_text(&self.pieces, prey)).join(", ");
        let detail = format!(
            "{side} chased {} with every move ({moves}); {} did not chase so",
            self.names(prey),
            !side
        );
        let ground =
            Ground::new("chased-always").with(side.seat().index()).with(self.letters(prey));
        let moves = self.annotated_moves(side, |ply| ply.chase_letters(&self.pieces, prey));
        let ground = moves.into_iter().fold(ground, Ground::with);
        Outcome::duel(Reason::PerpetualChase, Some((!side).seat())).because(detail, vec![ground])
    }

    /// A draw without fault. Its explanation names checks and chases that were not perpetual.
    fn draw_without_fault(&self) -> Outcome {
        let (notes, mut grounds): (Vec<String>, Vec<Ground>) =
            Side::BOTH.into_iter().filter_map(|side| self.why_not_at_fault(side)).unzip();
        if notes.is_empty() {
            grounds.push(Ground::new("nobody-checked-or-chased"));
            return draw("neither side checked or chased".to_string(), grounds);
        }
        draw(notes.join("; "), grounds)
    }

    /// Why a side that checked or chased is not at fault; `None` for a side that did neither.
    fn why_not_at_fault(&self, side: Side) -> Option<(String, Ground)> {
        let all = self.plies_of(side).count();
        let checks = self.plies_of(side).filter(|ply| !ply.checkers.is_empty()).count();
        let chases = self.plies_of(side).filter(|ply| ply.chased != 0).count();
        if checks + chases == 0 {
            return None;
        }
        let did =
            self.plies_of(side).filter(|ply| ply.chased != 0 || !ply.checkers.is_empty()).count();
        let (what, code) = if chases == all {
            ("chased with every move, but no piece with all of them", "chased-no-piece-always")
        } else if did == all {
            ("checked and chased in turn", "checked-and-chased")
        } else {
            ("checked or chased, but not with every move", "not-with-every-move")
        };
        Some((format!("{side} {what}"), Ground::new(code).with(side.seat().index())))
    }

    /// The distinct moves of a side in order, each with a note.
    fn annotated_moves(&self, side: Side, note: impl Fn(&Ply) -> String) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for ply in self.plies_of(side) {
            let text = format!("{} {}", ply.played, note(ply));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// The pieces with these numbers.
    fn pieces_numbered(&self, numbers: u32) -> impl Iterator<Item = &Piece> {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter(move |(number, _)| numbers >> number & 1 != 0).map(|(_, piece)| piece)
    }

    /// Names such as `Black's cannon and Black's horse`.
    fn names(&self, numbers: u32) -> String {
        let names: Vec<String> = self.pieces_numbered(numbers).map(ToString::to_string).collect();
        names.join(" and ")
    }

    /// Letters such as `cn`.
    fn letters(&self, numbers: u32) -> String {
        self.pieces_numbered(numbers).map(|piece| piece.letter()).collect()
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

    /// Text such as `by the chariot h9 and the horse g7`.
    fn checks_text(&self) -> String {
        let names: Vec<String> = self
            .checkers
            .iter()
            .map(|(piece, square)| format!("the {} {square}", piece.kind.name()))
            .collect();
        format!("by {}", names.join(" and "))
    }

    /// The pieces that give check, such as `Rh9 Ng7`.
    fn check_letters(&self) -> String {
        let texts: Vec<String> = self
            .checkers
            .iter()
            .map(|(piece, square)| format!("{}{square}", piece.letter()))
            .collect();
        texts.join(" ")
    }

    /// The chases of the pieces numbered in `prey`, such as `Rc6xcc4`: attacker and attacked piece
    /// with their points. A final `!` means that the defence was newly pinned.
    fn chase_letters(&self, pieces: &[Piece], prey: u32) -> String {
        let texts: Vec<String> = self
            .chases_of(prey)
            .map(|NumberedChase { attacker, prey, chase }| {
                let Move { from, to } = chase.capture;
                let pin = if chase.origin == ChaseOrigin::Pin { "!" } else { "" };
                format!("{}{from}x{}{to}{pin}", attacker.letter(), pieces[*prey].letter())
            })
            .collect();
        texts.join(" ")
    }

    fn chases_of(&self, prey: u32) -> impl Iterator<Item = &NumberedChase> {
        self.chases.iter().filter(move |chase| prey >> chase.prey & 1 != 0)
    }

    /// The chases of the pieces numbered in `prey`, such as `by the chariot c6 on the cannon c4`.
    fn chases_text(&self, pieces: &[Piece], prey: u32) -> String {
        let mut texts = Vec::new();
        for NumberedChase { attacker, prey, chase } in self.chases_of(prey) {
            let Move { from, to } = chase.capture;
            let how = match chase.origin {
                ChaseOrigin::NewAttack => "",
                ChaseOrigin::Pin => ", its defence newly pinned",
            };
            let (attacker, prey) = (attacker.kind.name(), pieces[*prey].kind.name());
            texts.push(format!("by the {attacker} {from} on the {prey} {to}{how}"));
        }
        texts.join(" and ")
    }
}

fn draw(detail: String, grounds: Vec<Ground>) -> Outcome {
    Outcome::duel(Reason::Repetition, None).because(detail, grounds)
}
