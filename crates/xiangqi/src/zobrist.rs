//! Hash keys of positions.

use crate::{Piece, Side, Square};

const KEYS: [[u64; 90]; 15] = {
    let mut keys = [[0; 90]; 15];
    let mut state = 0x2545_f491_4f6c_dd1d;
    let mut code = 1;
    while code < 15 {
        let mut square = 0;
        while square < 90 {
            state = mix(state);
            keys[code][square] = state;
            square += 1;
        }
        code += 1;
    }
    keys
};

static PIECES: [[u64; 90]; 15] = KEYS;

/// Added when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = mix(0x9e37_79b9_7f4a_7c15);

/// One step of SplitMix64.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline]
pub(crate) fn piece(code: u8, square: Square) -> u64 {
    PIECES[code as usize][square.index()]
}

/// The key of a board from scratch.
pub(crate) fn of(pieces: impl Iterator<Item = (Square, Piece)>, turn: Side) -> u64 {
    let key = pieces.fold(0, |key, (square, placed)| key ^ piece(placed.code(), square));
    if turn == Side::Black { key ^ BLACK_TO_MOVE } else { key }
}
