//! Attacks of pieces, computed point by point.
//!
//! The default build evaluates these functions at compile time into tables ([`crate::tables`]).
//! With the feature `compact` they are called directly: the same results, but slower, for
//! microcontrollers without room for 190 KB of tables.

use crate::{Side, Square};

/// Points of one line, one bit each.
pub(crate) type Line = u16;

/// Points on its rank that a piece on `file` sees past `JUMP` pieces.
///
/// 0 gives the empty points and the first piece in each direction, 1 the second piece, 2 the third.
#[inline]
pub(crate) const fn rank_line<const JUMP: u32>(file: usize, occupied: usize) -> Line {
    look(9, file, occupied, JUMP)
}

/// Points on its file that a piece on `rank` sees past `JUMP` pieces; see [`rank_line`].
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

/// Moves the ten bits of a file to every ninth bit.
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

/// Points a general attacks.
pub(crate) const fn general(square: Square) -> u128 {
    palace_steps(square, STRAIGHT)
}

/// Points an advisor attacks.
pub(crate) const fn advisor(square: Square) -> u128 {
    palace_steps(square, DIAGONAL)
}

/// One step in each of the directions `ways`, within the palace.
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

/// Points a pawn of `side` attacks.
pub(crate) const fn pawn(side: Side, square: Square) -> u128 {
    let (file, rank) = place(square);
    bit(file, rank + forward(side)) | beside(side, file, rank)
}

/// Points from which a pawn of `side` attacks a point.
pub(crate) const fn pawn_from(side: Side, square: Square) -> u128 {
    let (file, rank) = place(square);
    bit(file, rank - forward(side)) | beside(side, file, rank)
}

/// The points left and right of a point, if a pawn of this side may step sideways there.
const fn beside(side: Side, file: i32, rank: i32) -> u128 {
    if (forward(side) > 0) == (rank >= 5) { bit(file - 1, rank) | bit(file + 1, rank) } else { 0 }
}

const fn forward(side: Side) -> i32 {
    side.forward() as i32
}

/// Points a horse attacks. `blocked` has one bit for each leg: right, left, up, down.
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

/// Points from which a horse attacks a point. `blocked` has one bit for each diagonal neighbour of
/// the point, because the leg of an attacking horse is diagonally next to its target.
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

/// Points an elephant attacks, on its own side of the river. `blocked` has one bit for each eye,
/// the diagonal neighbours.
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
