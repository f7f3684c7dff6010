//! How pieces go, worked out point by point.
//!
//! The usual build turns these functions into tables when it is compiled ([`crate::tables`]). With
//! the feature `compact` they are called as they stand: the same answers, slower, for chips that
//! have no room for 190 KB of tables.

use crate::{Side, Square};

/// Squares of one line, bit by bit.
pub(crate) type Line = u16;

/// What a piece on `file` sees along its rank over `JUMP` pieces (0: the chariot's reach, the
/// first piece included; 1: the cannon's target; 2: what stands behind two).
#[inline]
pub(crate) const fn rank_line<const JUMP: u32>(file: usize, occupied: usize) -> Line {
    look(9, file, occupied, JUMP)
}

/// The same along a file for a piece on `rank`.
#[inline]
pub(crate) const fn file_line<const JUMP: u32>(rank: usize, occupied: usize) -> Line {
    look(10, rank, occupied, JUMP)
}

const fn look(length: usize, at: usize, occupied: usize, jump: u32) -> Line {
    let mut seen = 0;
    let mut way = 0;
    while way < 2 {
        let mut place = at;
        let mut passed = 0;
        loop {
            if way == 0 {
                if place + 1 == length {
                    break;
                }
                place += 1;
            } else {
                if place == 0 {
                    break;
                }
                place -= 1;
            }
            let is_piece = occupied >> place & 1 != 0;
            if passed == jump && (jump == 0 || is_piece) {
                seen |= 1 << place;
            }
            if is_piece {
                passed += 1;
                if passed > jump {
                    break;
                }
            }
        }
        way += 1;
    }
    seen
}

/// Ten bits of a file spread to every ninth bit.
pub(crate) const fn spread(line: Line) -> u128 {
    let mut ranks = 0;
    let mut rank = 0;
    while rank < 10 {
        if line >> rank & 1 != 0 {
            ranks |= 1 << (rank * 9);
        }
        rank += 1;
    }
    ranks
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Where a general goes.
pub(crate) const fn general(square: Square) -> u128 {
    palace_steps(square, STRAIGHT)
}

/// Where an advisor goes.
pub(crate) const fn advisor(square: Square) -> u128 {
    palace_steps(square, DIAGONAL)
}

/// One step of each of `ways` within the palace.
const fn palace_steps(square: Square, ways: [(i32, i32); 4]) -> u128 {
    let (file, rank) = place(square);
    let mut seen = 0;
    let mut way = 0;
    while way < 4 {
        let (to_file, to_rank) = (file + ways[way].0, rank + ways[way].1);
        if in_palace(file, rank) && in_palace(to_file, to_rank) {
            seen |= bit(to_file, to_rank);
        }
        way += 1;
    }
    seen
}

/// Where a pawn of a side goes.
pub(crate) const fn pawn(side: Side, square: Square) -> u128 {
    let (file, rank) = place(square);
    bit(file, rank + forward(side)) | beside(side, file, rank)
}

/// From where a pawn of a side attacks a point.
pub(crate) const fn pawn_from(side: Side, square: Square) -> u128 {
    let (file, rank) = place(square);
    bit(file, rank - forward(side)) | beside(side, file, rank)
}

/// The points beside a point, if a pawn of this side steps sideways there.
const fn beside(side: Side, file: i32, rank: i32) -> u128 {
    if (forward(side) > 0) == (rank >= 5) { bit(file - 1, rank) | bit(file + 1, rank) } else { 0 }
}

const fn forward(side: Side) -> i32 {
    side.forward() as i32
}

/// Where a horse goes, by which of its legs (right, left, up, down: one bit each) are blocked.
pub(crate) const fn horse(square: Square, blocked: usize) -> u128 {
    let (file, rank) = place(square);
    let mut seen = 0;
    let mut way = 0;
    while way < 4 {
        if blocked >> way & 1 == 0 {
            let (x, y) = STRAIGHT[way];
            seen |=
                bit(file + 2 * x + y, rank + 2 * y + x) | bit(file + 2 * x - y, rank + 2 * y - x);
        }
        way += 1;
    }
    seen
}

/// From where a horse attacks a point, by which of the point's diagonal neighbours are taken: a
/// horse's leg stands diagonally beside its target.
pub(crate) const fn horse_from(square: Square, blocked: usize) -> u128 {
    let (file, rank) = place(square);
    let mut seen = 0;
    let mut way = 0;
    while way < 4 {
        if blocked >> way & 1 == 0 {
            let (x, y) = DIAGONAL[way];
            seen |= bit(file + 2 * x, rank + y) | bit(file + x, rank + 2 * y);
        }
        way += 1;
    }
    seen
}

/// Where an elephant goes, by which of its eyes (the diagonal neighbours) are blocked. It stays on
/// its side of the river.
pub(crate) const fn elephant(square: Square, blocked: usize) -> u128 {
    let (file, rank) = place(square);
    let mut seen = 0;
    let mut way = 0;
    while way < 4 {
        let (x, y) = DIAGONAL[way];
        if blocked >> way & 1 == 0 && (rank < 5) == (rank + 2 * y < 5) {
            seen |= bit(file + 2 * x, rank + 2 * y);
        }
        way += 1;
    }
    seen
}

/// The diagonal neighbours of a point.
pub(crate) const fn diagonal_neighbours(square: Square) -> u128 {
    let (file, rank) = place(square);
    let mut seen = 0;
    let mut way = 0;
    while way < 4 {
        seen |= bit(file + DIAGONAL[way].0, rank + DIAGONAL[way].1);
        way += 1;
    }
    seen
}

const fn place(square: Square) -> (i32, i32) {
    (square.file() as i32, square.rank() as i32)
}

const fn bit(file: i32, rank: i32) -> u128 {
    if file < 0 || file > 8 || rank < 0 || rank > 9 { 0 } else { 1 << (rank * 9 + file) }
}

const fn in_palace(file: i32, rank: i32) -> bool {
    file >= 3 && file <= 5 && (rank <= 2 || rank >= 7)
}
