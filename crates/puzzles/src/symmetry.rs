//! Positions that are the same puzzle: mirror images, and the colours exchanged.

use crate::fnv::fnv_1a;
use xiangqi::{Piece, Position, Side, Square};

/// A number that is equal for positions that are the same puzzle. Counters do not matter.
pub(crate) fn key(position: &Position) -> u64 {
    let turn = position.side_to_move();
    let hash = |is_mirrored: bool| {
        let mut board = [0; Square::COUNT];
        for (square, piece) in position.all_pieces() {
            let file = if is_mirrored { 8 - square.file() } else { square.file() };
            let at = usize::from(turn.relative_rank(square.rank())) * 9 + usize::from(file);
            board[at] = code(piece, turn);
        }
        fnv_1a(board)
    };
    hash(false).min(hash(true))
}

fn code(piece: Piece, turn: Side) -> u8 {
    1 + piece.kind as u8 + if piece.side == turn { 0 } else { 7 }
}
