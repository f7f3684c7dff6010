use crate::Position;

/// Upper bound for the number of moves in a position.
///
/// Two chariots and two cannons have at most 17 moves each, two horses 8, ten pawns 3. The rest are
/// moves of general, advisors and elephants.
const MAX_MOVES: usize = 136;

/// Counts the sequences of `depth` legal moves from `position`.
///
/// ```
/// use xiangqi::{Position, perft};
///
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&Position::start(), depth)), [1, 44, 1_920, 79_666]);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => count(&mut position.clone(), depth),
    }
}

fn count(position: &mut Position, depth: u32) -> u64 {
    let mut nodes = 0;
    // The moves are collected first, because making a move would change the position that is
    // iterated.
    let mut moves =
        [crate::Move { from: crate::Square::at(0), to: crate::Square::at(0) }; MAX_MOVES];
    let mut length = 0;
    position.for_each_legal_move(|played| {
        moves[length] = played;
        length += 1;
    });
    for &played in &moves[..length] {
        let undo = position.make(played);
        nodes += if depth == 2 { position.count_legal() } else { count(position, depth - 1) };
        position.unmake(played, undo);
    }
    nodes
}
