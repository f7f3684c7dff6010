//! What people overlook in sifang.

use crate::oversight::Oversight;
use sifang::{Board, Kind, Move, Point, Position};

/// Whether a level sees a legal move. Moves that capture nothing are seen. `recent` are the moves
/// of all sides since the level's last one.
pub(super) fn sees(
    oversight: &Oversight<Move>,
    recent: &[Move],
    position: &Position,
    played: Move,
) -> bool {
    if position.board().at(played.to).is_none() {
        return true;
    }
    let last = oversight.last().filter(|_| oversight.ply() > 0);
    let difficulty = of_capture(position.board(), played, last, recent);
    let index = played.from.index() * Point::PLACES + played.to.index();
    !oversight.misses(index, oversight.moment(), difficulty)
}

/// How difficult it is to see a capture, in percent of an ordinary one. `last` is the move before
/// it, if the level only thinks of it, and `recent` are the moves on the board since the level's last
/// one.
fn of_capture(board: &Board, Move { from, to }: Move, last: Option<Move>, recent: &[Move]) -> u32 {
    let Some(hunter) = board.at(from) else { return 100 };
    let [east, north] = [from.x().abs_diff(to.x()), from.y().abs_diff(to.y())];
    let length = east.max(north);
    let by_kind = match hunter.kind {
        // It needs a piece to jump over.
        Kind::Artillery => 140,
        // It has a leg.
        Kind::Cavalry => 130,
        // Its hops are diagonal, and it has them at crossings of land lines only.
        Kind::Fighter if length > 1 => 140,
        // They go far along one kind of line only.
        Kind::Tank | Kind::Battleship if length > 1 => 110,
        Kind::Tank | Kind::Battleship | Kind::Fighter | Kind::Infantry | Kind::Marshal => 100,
    };
    let by_length = match length {
        0..=1 => 60,
        2..=3 => 90,
        4..=6 => 120,
        _ => 150,
    };
    let by_prey = match board.at(to).map(|prey| prey.kind) {
        Some(Kind::Marshal) => 50,
        Some(Kind::Infantry) => 120,
        _ => 100,
    };
    // A piece that has just moved draws attention.
    let has_arrived = match last {
        Some(last) => last.to == to,
        None => recent.iter().any(|step| step.to == to),
    };
    let by_last = match last {
        _ if has_arrived => 40,
        Some(last) if opens(Move { from, to }, last) => 180,
        _ => 100,
    };
    // So does what it attacks.
    let by_arrival = if recent.iter().any(|step| step.to == from) { 60 } else { 100 };
    [by_length, by_prey, by_last, by_arrival]
        .into_iter()
        .fold(by_kind, |product, factor| product * factor / 100)
}

/// Whether the last move left or entered the line of a capture.
fn opens(capture: Move, last: Move) -> bool {
    is_between(capture, last.from) || is_between(capture, last.to)
}

/// Whether a point lies on the straight or diagonal line between the ends of a move.
fn is_between(Move { from, to }: Move, point: Point) -> bool {
    let [east, north] = [to.x() - from.x(), to.y() - from.y()];
    let is_line = east == 0 || north == 0 || east.abs() == north.abs();
    let length = east.abs().max(north.abs());
    is_line
        && (1..length)
            .any(|step| from.offset(east.signum() * step, north.signum() * step) == Some(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each pair the first capture is easier to see.
    #[test]
    fn difficult_captures_are_those_that_people_overlook() {
        let read = |text: &str| text.parse::<Move>().expect("a move");
        let board = |pieces: &[(&str, &str)]| {
            let mut board = Board::EMPTY;
            for (point, letters) in pieces {
                let piece = sifang::Piece::from_letters(letters).expect("a piece");
                board.put(point.parse().expect("a point"), Some(piece));
            }
            board
        };
        let far = board(&[("3g", "rT"), ("11g", "gT"), ("3i", "gT"), ("3f", "gT")]);
        let jumps = board(&[("5g", "rA"), ("6g", "yI"), ("7g", "gT"), ("5e", "rT"), ("7e", "gT")]);
        let hops = board(&[("7g", "rF"), ("9i", "gT"), ("8g", "gT")]);
        let case = |board: &Board, played: &str, last: Option<&str>, recent: &[&str]| {
            let recent: Vec<Move> = recent.iter().map(|text| read(text)).collect();
            of_capture(board, read(played), last.map(read), &recent)
        };
        let table = [
            ("beside, near", case(&far, "3g3f", None, &[]), case(&far, "3g3i", None, &[])),
            ("near, far", case(&far, "3g3i", None, &[]), case(&far, "3g11g", None, &[])),
            ("tank, artillery", case(&jumps, "5e7e", None, &[]), case(&jumps, "5g7g", None, &[])),
            ("step, hop", case(&hops, "7g8g", None, &[]), case(&hops, "7g9i", None, &[])),
            (
                "moved there, stood there",
                case(&far, "3g11g", None, &["11c11g"]),
                case(&far, "3g11g", None, &[]),
            ),
            (
                "by the piece that moved, by another",
                case(&far, "3g3i", None, &["5g3g"]),
                case(&far, "3g3i", None, &[]),
            ),
            (
                "open, opened",
                case(&far, "3g11g", Some("1g1h"), &[]),
                case(&far, "3g11g", Some("7g7h"), &[]),
            ),
            (
                "into the line, elsewhere",
                case(&jumps, "5g7g", Some("1g1h"), &[]),
                case(&jumps, "5g7g", Some("6f6g"), &[]),
            ),
        ];
        for (name, easy, hard) in table {
            assert!(easy < hard, "{name}: {easy} {hard}");
        }
    }

    #[test]
    fn points_between_lie_on_the_line() {
        let table = [
            ("3g11g", "7g", true),
            ("3g11g", "3g", false),
            ("3g11g", "11g", false),
            ("3g11g", "7h", false),
            ("7g11k", "9i", true),
            ("7g8i", "7h", false),
        ];
        for (capture, point, expected) in table {
            let capture = capture.parse().expect("a move");
            let point = point.parse().expect("a point");
            assert_eq!(is_between(capture, point), expected, "{capture} {point}");
        }
    }
}
