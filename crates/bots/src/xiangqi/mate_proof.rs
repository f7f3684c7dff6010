//! Proofs of mates: a search of every move, without evaluation or selectivity.

use std::collections::HashMap;
use xiangqi::{Move, Position};

/// Result of [`prove_mate`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateProof {
    /// The side to move mates. The line has the fewest moves, with the longest defence found.
    Mate(Vec<Move>),
    /// The side to move cannot mate in this number of moves, whatever the other side plays.
    NoMate,
    /// The limit was reached first.
    Unknown,
}

/// Maximum number of positions that are remembered: about 50 MB.
const MAX_REMEMBERED: usize = 1 << 20;

/// Whether the side to move can mate or stalemate in at most `moves` of its moves against every
/// defence. `goes_on` receives the number of positions searched so far, and ends the search by
/// returning `false`.
///
/// Rules of repetition and quiet moves do not count: the shortest mate repeats no position.
///
/// ```
/// use bots::xiangqi::{MateProof, prove_mate};
/// use xiangqi::Position;
///
/// let position = Position::from_fen("9/4k4/9/9/9/9/9/R8/1R7/3K5 w - - 0 1")?;
/// assert_eq!(prove_mate(&position, 1, &mut |_| true), MateProof::NoMate);
/// let MateProof::Mate(line) = prove_mate(&position, 4, &mut |_| true) else { panic!("a mate") };
/// assert_eq!(line.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_mate(
    position: &Position,
    moves: u32,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> MateProof {
    let mut proof = Proof { position: position.clone(), nodes: 0, known: HashMap::new(), goes_on };
    for moves in 1..=moves {
        match proof.attack(moves) {
            None => return MateProof::Unknown,
            Some(false) => {}
            Some(true) => return MateProof::Mate(proof.line(moves)),
        }
    }
    MateProof::NoMate
}

/// What is known of a position of the attacker.
#[derive(Clone, Copy, Default)]
struct Known {
    /// It mates in this number of moves, if positive.
    mates_in: u8,
    /// It does not mate in this number of moves.
    not_in: u8,
}

struct Proof<'a> {
    position: Position,
    nodes: u64,
    known: HashMap<u64, Known>,
    goes_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Proof<'_> {
    /// Whether the side to move mates in at most `moves`. `None` at the limit.
    fn attack(&mut self, moves: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1_024) && !(self.goes_on)(self.nodes) {
            return None;
        }
        let key = self.position.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.mates_in > 0 && u32::from(known.mates_in) <= moves {
            return Some(true);
        }
        if u32::from(known.not_in) >= moves {
            return Some(false);
        }
        for played in self.ordered(moves) {
            let undo = self.position.make(played);
            let holds = self.defends(moves - 1);
            self.position.unmake(played, undo);
            if !holds? {
                self.note(key, Known { mates_in: narrow(moves), ..known });
                return Some(true);
            }
        }
        self.note(key, Known { not_in: narrow(moves), ..known });
        Some(false)
    }

    /// Whether the side to move is not mated by `moves` more moves of the attacker.
    fn defends(&mut self, moves: u32) -> Option<bool> {
        let replies = self.position.legal_moves();
        if replies.is_empty() {
            return Some(false);
        }
        if moves == 0 {
            return Some(true);
        }
        // Captures refute most attacks.
        let (captures, others): (Vec<Move>, Vec<Move>) =
            replies.into_iter().partition(|reply| self.position.piece_at(reply.to).is_some());
        for reply in captures.into_iter().chain(others) {
            let undo = self.position.make(reply);
            let mates = self.attack(moves);
            self.position.unmake(reply, undo);
            if !mates? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The moves of the attacker, checks first.
    fn ordered(&self, moves: u32) -> Vec<Move> {
        let all = self.position.legal_moves();
        let (mut checks, others): (Vec<Move>, Vec<Move>) =
            all.into_iter().partition(|&played| self.position.gives_check(played));
        // A last move that gives no check can still stalemate.
        if moves > 1 || self.has_few_replies() {
            checks.extend(others);
        }
        checks
    }

    /// Whether the other side has so few pieces that it may be stalemated: its moves are counted as
    /// if it were its turn.
    fn has_few_replies(&self) -> bool {
        /// A move takes fewer moves than this from the other side.
        const MANY: u64 = 24;
        let turn = self.position.side_to_move();
        if self.position.in_check(turn) {
            return true;
        }
        let mut passed = self.position.clone();
        passed.make_null();
        passed.in_check(!turn) || passed.count_legal() < MANY
    }

    fn note(&mut self, key: u64, known: Known) {
        if self.known.len() < MAX_REMEMBERED || self.known.contains_key(&key) {
            self.known.insert(key, known);
        }
    }

    /// The line of a proven mate in `moves`.
    fn line(&mut self, moves: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut undos = Vec::new();
        for left in (1..=moves).rev() {
            let Some(played) = self.mating_move(left) else { break };
            undos.push((played, self.position.make(played)));
            line.push(played);
            let Some(reply) = self.longest_reply(left - 1) else { break };
            undos.push((reply, self.position.make(reply)));
            line.push(reply);
        }
        for (played, undo) in undos.into_iter().rev() {
            self.position.unmake(played, undo);
        }
        line
    }

    fn mating_move(&mut self, moves: u32) -> Option<Move> {
        self.ordered(moves).into_iter().find(|&played| {
            let undo = self.position.make(played);
            let holds = self.defends(moves - 1);
            self.position.unmake(played, undo);
            holds == Some(false)
        })
    }

    /// The reply after which the attacker needs the most moves.
    fn longest_reply(&mut self, moves: u32) -> Option<Move> {
        let mut longest = None;
        for reply in self.position.legal_moves() {
            let undo = self.position.make(reply);
            let is_shorter = moves > 1 && self.attack(moves - 1) == Some(true);
            self.position.unmake(reply, undo);
            longest = Some(reply);
            if !is_shorter {
                break;
            }
        }
        longest
    }
}

fn narrow(moves: u32) -> u8 {
    u8::try_from(moves).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prove(fen: &str, moves: u32) -> MateProof {
        let position = Position::from_fen(fen).expect("a position");
        prove_mate(&position, moves, &mut |nodes| nodes < 3_000_000)
    }

    #[test]
    fn mates_are_proven_with_the_fewest_moves() {
        for (fen, moves) in [
            ("3k5/9/9/9/R8/9/9/9/9/4K4 w - - 0 1", 1),
            ("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", 1),
            ("3ak4/4a2R1/4b4/9/9/4C4/9/9/3R5/3K5 w - - 0 1", 1),
            ("9/4k4/9/9/9/9/9/R8/1R7/3K5 w - - 0 1", 2),
            ("9/5k3/5a3/4R4/2b6/9/9/4n1r2/9/4K4 b - - 0 1", 2),
        ] {
            let MateProof::Mate(line) = prove(fen, 4) else { panic!("{fen}: a mate") };
            let mut position = Position::from_fen(fen).expect("a position");
            for &played in &line {
                assert!(position.is_legal(played), "{fen}: {line:?}");
                position.make(played);
            }
            assert!(!position.has_legal_move(), "{fen}: {line:?}");
            assert_eq!(line.len().div_ceil(2), moves, "{fen}: {line:?}");
            assert_eq!(prove(fen, moves as u32 - 1), MateProof::NoMate, "{fen}");
        }
    }

    #[test]
    fn a_position_without_a_mate_is_refuted() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
        ] {
            assert_eq!(prove(fen, 2), MateProof::NoMate, "{fen}");
        }
    }

    #[test]
    fn the_limit_ends_a_proof() {
        let position = Position::start();
        let mut asked = 0;
        let mut goes_on = |_| {
            asked += 1;
            false
        };
        assert_eq!(prove_mate(&position, 5, &mut goes_on), MateProof::Unknown);
        assert_eq!(asked, 1);
    }
}
