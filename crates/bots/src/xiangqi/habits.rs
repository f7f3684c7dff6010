//! Moves that people avoid unless they need them.

use search::Score;
use std::sync::LazyLock;
use xiangqi::{Kind, Move, Piece, Position, Side};

/// Number of moves of each side that belong to the opening.
const OPENING: u16 = 10;

/// Number of moves of each side in which a cannon goes nowhere but along its rank.
const EARLY: u16 = 3;

/// Maximum reluctance of a move.
pub(crate) const MAX_RELUCTANCE: Score = 350;

/// By how much a move must be better than others for a person to play it, in hundredths of a pawn.
/// `own` are the mover's earlier moves, the last one at the end.
///
/// In check and for captures there are no habits.
pub(crate) fn reluctance(position: &Position, own: &[Move], played: Move) -> Score {
    let Move { from, to } = played;
    let mover = position.side_to_move();
    let Some(piece) = position.piece_at(from) else { return 0 };
    if position.piece_at(to).is_some() || position.in_check(mover) {
        return 0;
    }
    let is_opening = position.full_move() <= OPENING;
    let again = own.last().is_some_and(|last| last.to == from);
    if piece.kind == Kind::General {
        return match (is_opening, again) {
            (true, _) => MAX_RELUCTANCE,
            (false, true) => 150,
            (false, false) => 80,
        };
    }
    let goes_back = again && own.last().is_some_and(|last| last.from == to);
    let back = if goes_back { 150 } else { 0 };
    let home = if is_home(piece, played) { 150 } else { 0 };
    let opening = if is_opening { in_opening(position, played, again) } else { 0 };
    (back.max(home) + of_guards(mover, piece.kind, played) + opening).min(MAX_RELUCTANCE)
}

/// Whether a piece returns to a point from which such a piece starts, or a horse to the first rank.
fn is_home(piece: Piece, Move { to, .. }: Move) -> bool {
    static START: LazyLock<Position> = LazyLock::new(Position::start);
    match piece.kind {
        Kind::Horse => piece.side.relative_rank(to.rank()) == 0,
        Kind::Chariot | Kind::Cannon => START.piece_at(to) == Some(piece),
        _ => false,
    }
}

/// Advisors and elephants belong near the middle file.
fn of_guards(mover: Side, kind: Kind, Move { from, to }: Move) -> Score {
    const MIDDLE: u8 = 4;
    match kind {
        Kind::Advisor if from.file() == MIDDLE => 60,
        Kind::Elephant if matches!(to.file(), 0 | 8) => 60,
        Kind::Elephant if from.file() == MIDDLE && mover.relative_rank(from.rank()) == 2 => 50,
        _ => 0,
    }
}

/// In the opening people bring out new pieces. `again` says that the piece has just moved.
fn in_opening(position: &Position, Move { from, to }: Move, again: bool) -> Score {
    let mover = position.side_to_move();
    let Some(piece) = position.piece_at(from) else { return 0 };
    let rank = |square: xiangqi::Square| mover.relative_rank(square.rank());
    let in_palace_middle = to.file() == 4 && rank(to) == 1;
    let stays_in_file = from.file() == to.file();
    match piece.kind {
        Kind::Cannon => {
            let again = if again { 50 } else { 0 };
            let aimless = match (rank(from), rank(to)) {
                // Along its rank to the middle, to either side of it, or to a palace corner.
                (2, 2) if matches!(to.file(), 3..=5) => 0,
                (2, 2) if matches!(to.file(), 0 | 8) => 40,
                (2, 2) => 60,
                // Behind the own pieces.
                (_, 0 | 1) => 80,
                // Forward, before the horses are out.
                (2, _) if position.full_move() <= EARLY => 50,
                _ if stays_in_file => 10,
                _ => 25,
            };
            again + aimless
        }
        Kind::Horse if in_palace_middle => 80,
        Kind::Horse if rank(to) < rank(from) => 70,
        Kind::Horse if again => 50,
        Kind::Horse if matches!(to.file(), 0 | 8) => 15,
        Kind::Pawn => {
            let edge = matches!(from.file(), 0 | 8) || from.file() == 4;
            (if edge { 30 } else { 0 }) + (if again { 40 } else { 0 })
        }
        Kind::Chariot if again && rank(to) == 0 => 40,
        Kind::Chariot if again && !stays_in_file && rank(to) <= 2 => 40,
        Kind::Advisor => 15,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reluctance of each move, written with the own last move if it matters.
    #[test]
    fn table() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let later = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C1N2/9/R1BAKABR1 w - - 0 12";
        let check = "3k5/9/9/9/9/9/3r5/9/9/3K5 w - - 0 12";
        let table = [
            (start, "", "h2e2", 0..=0),
            (start, "", "h0g2", 0..=0),
            (start, "", "c0e2", 0..=0),
            (start, "", "c3c4", 0..=0),
            (start, "", "h2c2", 40..=100),
            (start, "", "h2h1", 40..=100),
            (start, "", "a3a4", 20..=60),
            (start, "", "e0e1", 300..=400),
            (start, "", "c0a2", 50..=100),
            (later, "", "h0h6", 0..=0),
            (later, "", "h0i0", 100..=200),
            (later, "", "g2h4", 0..=0),
            (later, "i0h0", "h0i0", 100..=200),
            (later, "h1h0", "h0h1", 100..=200),
            (later, "", "e0e1", 60..=100),
            (later, "e1e0", "e0e1", 120..=200),
            (later, "", "c2b0", 100..=200),
            (later, "", "g2i1", 0..=0),
            (check, "", "d0e0", 0..=0),
        ];
        for (fen, own, played, expected) in table {
            let position = Position::from_fen(fen).expect("a legal position");
            let own: Vec<Move> = own.parse().into_iter().collect();
            let found = reluctance(&position, &own, played.parse().expect("a move"));
            assert!(expected.contains(&found), "{fen} {played} after {own:?}: {found}");
        }
    }
}
