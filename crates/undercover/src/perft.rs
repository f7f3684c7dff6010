use crate::Position;
use alloc::vec::Vec;
use game::Position as _;

/// How many sequences of `depth` legal actions there are, both moles known to the counter.
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
