//! Hash keys of positions.

use crate::{Piece, Side, Square};

/// Random number of each piece on each point.
#[cfg(not(feature = "compact"))]
static PIECES: [[u64; Square::COUNT]; 15] = {
    let mut keys = [[0; Square::COUNT]; 15];
    let mut code = 1;
    while code < 15 {
        let mut square = 0;
        while square < Square::COUNT {
            keys[code][square] = of_piece(code, square);
            square += 1;
        }
        code += 1;
    }
    keys
};

/// Random number of a piece on a point. It is the same in every build.
const fn of_piece(code: usize, square: usize) -> u64 {
    mix(GOLDEN_RATIO.wrapping_mul((code * Square::COUNT + square) as u64))
}

const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Combined with the key when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = mix(GOLDEN_RATIO);

/// One step of SplitMix64.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(GOLDEN_RATIO);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline]
pub(crate) fn piece(code: u8, square: Square) -> u64 {
    #[cfg(not(feature = "compact"))]
    return PIECES[code as usize][square.index()];
    #[cfg(feature = "compact")]
    of_piece(code as usize, square.index())
}

/// Computes the key of a board from scratch.
pub(crate) fn of(pieces: impl Iterator<Item = (Square, Piece)>, turn: Side) -> u64 {
    let key = pieces.fold(0, |key, (square, placed)| key ^ piece(placed.code(), square));
    if turn == Side::Black { key ^ BLACK_TO_MOVE } else { key }
}
