//! What people overlook in xiangqi.

use crate::oversight::Oversight;
use xiangqi::{Bitboard, Kind, Move, Position, Square};

/// Whether a level sees a legal move. Quiet moves without check and answers to check are seen.
pub(crate) fn sees(oversight: &Oversight<Move>, position: &Position, played: Move) -> bool {
    let is_capture = position.piece_at(played.to).is_some();
    if position.in_check(position.side_to_move()) || !is_capture && !position.gives_check(played) {
        return true;
    }
    let difficulty = if is_capture {
        of_capture(position, played, oversight.last(), oversight.last_played())
    } else {
        QUIET_CHECK
    };
    let index = played.from.index() * Square::COUNT + played.to.index();
    !oversight.misses(index, oversight.moment(), difficulty)
}

/// Difficulty of a check that captures nothing, in percent of an ordinary capture.
const QUIET_CHECK: u32 = 110;

/// How difficult it is to see a capture, in percent of an ordinary one. `last` is the move before
/// it, and `last_played` the move on the board before the level thought.
fn of_capture(
    position: &Position,
    Move { from, to }: Move,
    last: Option<Move>,
    last_played: Option<Move>,
) -> u32 {
    let Some(hunter) = position.piece_at(from) else { return 100 };
    let by_kind = match hunter.kind {
        // It needs a screen.
        Kind::Cannon => 140,
        // It has a leg.
        Kind::Horse => 130,
        Kind::Chariot | Kind::General | Kind::Advisor | Kind::Elephant => 100,
        Kind::Pawn => 60,
    };
    let by_length = match from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) {
        // The pieces stand side by side.
        0..=1 => 40,
        2 => 70,
        3..=4 => 100,
        _ => 140,
    };
    let goes_back = match hunter.side.forward() {
        1.. => to.rank() < from.rank(),
        _ => to.rank() > from.rank(),
    };
    let by_direction = if goes_back { 130 } else { 100 };
    let by_prey = match position.piece_at(to).map(|prey| prey.kind) {
        Some(Kind::Chariot) => 60,
        Some(Kind::Pawn | Kind::Advisor | Kind::Elephant) => 120,
        _ => 100,
    };
    let by_last = last.map_or(100, |last| {
        if last.to == to {
            // A piece that has just moved draws attention, and looks where it goes.
            if matches!(hunter.kind, Kind::Cannon | Kind::Horse) { 40 } else { 20 }
        } else if opens(position, Move { from, to }, hunter.kind, last) {
            180
        } else {
            100
        }
    });
    // So does what the other side's last piece attacks.
    let by_arrival = if last_played.is_some_and(|last| last.to == from) { 60 } else { 100 };
    [by_length, by_direction, by_prey, by_last, by_arrival]
        .into_iter()
        .fold(by_kind, |product, factor| product * factor / 100)
}

/// Whether the last move made the capture possible without moving either piece: it left the line
/// or the horse's leg, or became the cannon's screen.
fn opens(position: &Position, capture: Move, hunter: Kind, last: Move) -> bool {
    let Move { from, to } = capture;
    match hunter {
        Kind::Chariot => Bitboard::between(from, to).contains(last.from),
        Kind::Cannon => {
            let between = Bitboard::between(from, to);
            between.contains(last.from) || between.contains(last.to)
        }
        Kind::Horse => position.piece_at(last.from).is_none() && leg(from, to) == Some(last.from),
        _ => false,
    }
}

/// The point that must be empty for a horse to go from one point to another.
fn leg(from: Square, to: Square) -> Option<Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    if files.abs() == 2 { from.offset(files / 2, 0) } else { from.offset(0, ranks / 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each pair the first capture is easier to see.
    #[test]
    fn difficult_captures_are_those_that_people_overlook() {
        let capture = |fen: &str, played: &str, last: Option<&str>| {
            let position = Position::from_fen(fen).expect("a legal position");
            let read = |text: &str| text.parse::<Move>().expect("a move");
            assert!(position.is_legal(read(played)), "{fen} {played}");
            of_capture(&position, read(played), last.map(read), None)
        };
        let chariots = "5k3/9/9/9/9/1n1R4n/9/9/9/4K4 w - - 0 1";
        let cannons = "5k3/9/9/9/9/9/9/C2p2n2/9/4K4 w - - 0 1";
        let horses = "3k5/9/9/9/2n1n4/9/3N5/9/2p6/4K4 w - - 0 1";
        let table = [
            ("near, far", (chariots, "d4b4", None), (chariots, "d4i4", None)),
            ("chariot, cannon", (chariots, "d4b4", None), (cannons, "a2g2", None)),
            ("forward, back", (horses, "d3c5", None), (horses, "d3c1", None)),
            ("moved there, stood there", (horses, "d3c5", Some("c7c5")), (horses, "d3c5", None)),
            ("open, opened", (chariots, "d4i4", None), (chariots, "d4i4", Some("f4f5"))),
            ("open, screened", (cannons, "a2g2", None), (cannons, "a2g2", Some("d3d2"))),
            ("free leg, freed leg", (horses, "d3c5", None), (horses, "d3c5", Some("d4d5"))),
        ];
        for (case, easy, hard) in table {
            let [easy, hard] = [easy, hard].map(|(fen, played, last)| capture(fen, played, last));
            assert!(easy < hard, "{case}: {easy} {hard}");
        }
    }

    #[test]
    fn the_leg_is_beside_the_horse() {
        let table =
            [("d3", "f4", "e3"), ("d3", "b2", "c3"), ("d3", "e5", "d4"), ("d3", "c1", "d2")];
        for (from, to, expected) in table {
            let [from, to, expected] =
                [from, to, expected].map(|text| text.parse().expect("a point"));
            assert_eq!(leg(from, to), Some(expected), "{from}{to}");
        }
    }
}
