//! Positions that are the same puzzle: mirror images, and the colours exchanged.

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
        fnv(&board)
    };
    hash(false).min(hash(true))
}

fn code(piece: Piece, turn: Side) -> u8 {
    1 + piece.kind as u8 + if piece.side == turn { 0 } else { 7 }
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
