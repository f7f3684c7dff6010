//! Attacks of pieces, computed point by point.
//!
//! The default build evaluates these functions at compile time into tables ([`crate::tables`]).
//! With the feature `compact` they are called directly: the same results, but slower, for
//! microcontrollers without room for 190 KB of tables.

use crate::{Side, Square};

/// Points of one line, one bit each.
pub(crate) type Line = u16;

/// Points on its rank that a piece on `file` sees past `SCREENS` pieces.
///
/// 0 gives the empty points and the first piece in each direction, 1 the second piece, 2 the third.
#[inline]
pub(crate) const fn rank_line<const SCREENS: u32>(file: usize, occupied: usize) -> Line {
    ray_attacks(9, file, occupied, SCREENS)
}

/// Points on its file that a piece on `rank` sees past `SCREENS` pieces; see [`rank_line`].
#[inline]
pub(crate) const fn file_line<const SCREENS: u32>(rank: usize, occupied: usize) -> Line {
    ray_attacks(10, rank, occupied, SCREENS)
}

const fn ray_attacks(length: usize, at: usize, occupied: usize, screens: u32) -> Line {
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 2 {
        let mut point = at;
        let mut passed = 0;
        loop {
            if direction == 0 {
                if point + 1 == length {
                    break;
                }
                point += 1;
            } else {
                if point == 0 {
                    break;
                }
                point -= 1;
            }
            let is_piece = occupied >> point & 1 != 0;
            if passed == screens && (screens == 0 || is_piece) {
                attacked |= 1 << point;
            }
            if is_piece {
                passed += 1;
                if passed > screens {
                    break;
                }
            }
        }
        direction += 1;
    }
    attacked
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
pub(crate) const fn general_attacks(square: Square) -> u128 {
    palace_steps(square, STRAIGHT)
}

/// Points an advisor attacks.
pub(crate) const fn advisor_attacks(square: Square) -> u128 {
    palace_steps(square, DIAGONAL)
}

/// One step in each of `directions`, within the palace.
const fn palace_steps(square: Square, directions: [(i32, i32); 4]) -> u128 {
    let (file, rank) = coordinates(square);
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        let (to_file, to_rank) = (file + directions[direction].0, rank + directions[direction].1);
        if in_palace(file, rank) && in_palace(to_file, to_rank) {
            attacked |= bit(to_file, to_rank);
        }
        direction += 1;
    }
    attacked
}

/// Points a pawn of `side` attacks.
pub(crate) const fn pawn_attacks(side: Side, square: Square) -> u128 {
    let (file, rank) = coordinates(square);
    bit(file, rank + forward(side)) | beside(side, file, rank)
}

/// Points from which a pawn of `side` attacks a point.
pub(crate) const fn pawn_attackers(side: Side, square: Square) -> u128 {
    let (file, rank) = coordinates(square);
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
pub(crate) const fn horse_attacks(square: Square, blocked: usize) -> u128 {
    let (file, rank) = coordinates(square);
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        if blocked >> direction & 1 == 0 {
            let (x, y) = STRAIGHT[direction];
            attacked |=
                bit(file + 2 * x + y, rank + 2 * y + x) | bit(file + 2 * x - y, rank + 2 * y - x);
        }
        direction += 1;
    }
    attacked
}

/// Points from which a horse attacks a point. `blocked` has one bit for each diagonal neighbour of
/// the point, because the leg of an attacking horse is diagonally next to its target.
pub(crate) const fn horse_attackers(square: Square, blocked: usize) -> u128 {
    let (file, rank) = coordinates(square);
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        if blocked >> direction & 1 == 0 {
            let (x, y) = DIAGONAL[direction];
            attacked |= bit(file + 2 * x, rank + y) | bit(file + x, rank + 2 * y);
        }
        direction += 1;
    }
    attacked
}

/// Points an elephant attacks, on its own side of the river. `blocked` has one bit for each eye,
/// the diagonal neighbours.
pub(crate) const fn elephant_attacks(square: Square, blocked: usize) -> u128 {
    let (file, rank) = coordinates(square);
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        let (x, y) = DIAGONAL[direction];
        if blocked >> direction & 1 == 0 && (rank < 5) == (rank + 2 * y < 5) {
            attacked |= bit(file + 2 * x, rank + 2 * y);
        }
        direction += 1;
    }
    attacked
}

/// The diagonal neighbours of a point.
pub(crate) const fn diagonal_neighbours(square: Square) -> u128 {
    let (file, rank) = coordinates(square);
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        attacked |= bit(file + DIAGONAL[direction].0, rank + DIAGONAL[direction].1);
        direction += 1;
    }
    attacked
}

const fn coordinates(square: Square) -> (i32, i32) {
    (square.file() as i32, square.rank() as i32)
}

const fn bit(file: i32, rank: i32) -> u128 {
    if file < 0 || file > 8 || rank < 0 || rank > 9 { 0 } else { 1 << (rank * 9 + file) }
}

const fn in_palace(file: i32, rank: i32) -> bool {
    file >= 3 && file <= 5 && (rank <= 2 || rank >= 7)
}
