//! Who is to blame when a position comes up again: the AXF/WXF rules, with reasons.
//!
//! A third occurrence of a position (board and side to move) ends the game. Judged are all moves
//! since the first occurrence: they can hold no capture, so every piece keeps its identity.
//!
//! 1. A side that gave check with every move loses, if the other did not do so too.
//! 2. A side that newly attacked the same piece with every move, in a way the rules call a chase
//!    (see `repetition/chase.rs`), loses, if the other did not do so too.
//! 3. Everything else is a draw.
//!
//! Source: `xiangqi.md`, “Repetition and draws”.

mod chase;

use crate::{Move, Piece, Position, RepetitionRule, Side, Square};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use chase::newly_chased;
use game::{Outcome, Reason};

/// What the repetition rule says now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// Nothing: the position is new.
    None,
    /// The position has occurred before: what a third time would mean, in English.
    Warning(String),
    /// The position has occurred for the third time: the game is over.
    Over(Outcome),
}

/// Rules on the position reached from `start` by `moves`.
pub fn rule(start: &Position, moves: &[Move], by: RepetitionRule) -> Ruling {
    if by == RepetitionRule::Off {
        return Ruling::None;
    }
    let occurrences = occurrences(start, moves);
    let (Some(&first), count) = (occurrences.first(), occurrences.len() + 1) else {
        return Ruling::None;
    };
    let outcome = Cycle::play(start, &moves[..first], &moves[first..]).judge(by);
    if count >= 3 { Ruling::Over(outcome) } else { Ruling::Warning(warn(&outcome)) }
}

/// After how many moves the position that stands now stood before.
fn occurrences(start: &Position, moves: &[Move]) -> Vec<usize> {
    let mut position = start.clone();
    let mut keys = Vec::with_capacity(moves.len());
    let mut since_capture = 0;
    for (ply, &played) in moves.iter().enumerate() {
        keys.push(position.key());
        if position.make(played).captured().is_some() {
            since_capture = ply + 1;
        }
    }
    let key = position.key();
    (since_capture..keys.len()).filter(|&ply| keys[ply] == key).collect()
}

fn warn(outcome: &Outcome) -> String {
    let then = match outcome.reason {
        Reason::PerpetualCheck | Reason::PerpetualChase => {
            let loser =
                if outcome.winners.contains(Side::Red.seat()) { Side::Black } else { Side::Red };
            format!("{loser} would lose by {}", outcome.reason)
        }
        _ => String::from("the game would be drawn"),
    };
    let detail =
        if outcome.detail.is_empty() { String::new() } else { format!(": {}", outcome.detail) };
    format!("repetition: the position has occurred twice; a third time {then}{detail}")
}

/// The moves between two occurrences of a position, with what each of them did.
struct Cycle {
    plies: Vec<Ply>,
    /// The pieces by number, with where they stand at the end.
    pieces: Vec<(Piece, Square)>,
}

/// One move of the cycle.
struct Ply {
    side: Side,
    played: Move,
    gives_check: bool,
    /// Bit by bit, the numbers of the pieces it newly chases.
    chases: u32,
}

impl Cycle {
    fn play(start: &Position, before: &[Move], moves: &[Move]) -> Cycle {
        let mut position = start.clone();
        for &played in before {
            position.make(played);
        }
        let mut pieces: Vec<(Piece, Square)> =
            position.all_pieces().map(|(square, piece)| (piece, square)).collect();
        let mut plies = Vec::with_capacity(moves.len());
        for &played in moves {
            let side = position.side_to_move();
            let before = position.clone();
            position.make(played);
            if let Some((_, square)) = pieces.iter_mut().find(|(_, square)| *square == played.from)
            {
                *square = played.to;
            }
            let targets = newly_chased(&before, played, &position);
            let numbers = targets
                .iter()
                .filter_map(|target| pieces.iter().position(|(_, square)| square == target));
            let chases = numbers.fold(0, |set, number| set | 1 << number);
            plies.push(Ply { side, played, gives_check: position.in_check(!side), chases });
        }
        Cycle { plies, pieces }
    }

    fn judge(&self, by: RepetitionRule) -> Outcome {
        let checking = |side| self.of(side).all(|ply| ply.gives_check);
        match (checking(Side::Red), checking(Side::Black)) {
            (true, true) => return draw("both sides gave check with every move"),
            (true, false) => return self.check_loses(Side::Red),
            (false, true) => return self.check_loses(Side::Black),
            (false, false) => {}
        }
        if by == RepetitionRule::Simple {
            return draw("");
        }
        let chasing = |side| self.of(side).fold(u32::MAX, |set, ply| set & ply.chases);
        match (chasing(Side::Red), chasing(Side::Black)) {
            (0, 0) => draw(""),
            (targets, 0) => self.chase_loses(Side::Red, targets),
            (0, targets) => self.chase_loses(Side::Black, targets),
            _ => draw("both sides chased with every move"),
        }
    }

    fn of(&self, side: Side) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(move |ply| ply.side == side)
    }

    fn check_loses(&self, side: Side) -> Outcome {
        Outcome::duel(Reason::PerpetualCheck, Some((!side).seat())).because(format!(
            "{side} gave check with every move ({}), {} did not",
            self.moves(side),
            !side
        ))
    }

    fn chase_loses(&self, side: Side, targets: u32) -> Outcome {
        let names: Vec<String> = self
            .pieces
            .iter()
            .enumerate()
            .filter(|(number, _)| targets >> number & 1 != 0)
            .map(|(_, (piece, square))| format!("{piece} (now on {square})"))
            .collect();
        let detail = format!(
            "{side} chased {} with every move ({}), {} did not chase so",
            names.join(" and "),
            self.moves(side),
            !side
        );
        Outcome::duel(Reason::PerpetualChase, Some((!side).seat())).because(detail)
    }

    /// A side's moves, each once, in order.
    fn moves(&self, side: Side) -> String {
        let mut texts: Vec<String> = Vec::new();
        for ply in self.of(side) {
            let text = ply.played.to_string();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(", ")
    }
}

fn draw(detail: &str) -> Outcome {
    Outcome::duel(Reason::Repetition, None).because(String::from(detail))
}
