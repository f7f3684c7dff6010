use crate::Position;
use alloc::vec::Vec;
use game::Position as _;

/// Counts the sequences of `depth` moves from `position`. A finished game has none.
///
/// ```
/// use sifang::{Options, Position, perft};
///
/// assert_eq!([1, 2].map(|depth| perft(&Position::start(Options::DEFAULT), depth)), [65, 4_174]);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_into(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |played| {
        let mut next = position.clone();
        next.play(played);
        perft(&next, depth - 1)
    };
    moves.into_iter().map(after).sum()
}
