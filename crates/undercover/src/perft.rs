use crate::Position;
use alloc::vec::Vec;
use game::Position as _;

/// Counts the sequences of `depth` legal actions, with both moles known.
///
/// ```
/// use game::Game;
/// use undercover::{Options, Undercover, perft};
///
/// let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";
/// let game = Undercover::from_text(Options::DEFAULT, start)?;
/// // One more than in xiangqi: the mole may be turned at once.
/// assert_eq!([1, 2].map(|depth| perft(game.position(), depth)), [45, 2_008]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(&mut position.clone(), depth)
}

fn count(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.board().count_legal() + u64::from(position.legal_turn().is_some());
    }
    let mut actions = Vec::new();
    position.legal_into(&mut actions);
    let mut nodes = 0;
    for action in actions {
        let undo = position.make(action);
        nodes += count(position, depth - 1);
        position.unmake(action, undo);
    }
    nodes
}
