//! Attack tables, computed at compile time.
//!
//! Chariots and cannons look along one rank and one file. A rank of the occupancy is nine adjacent
//! bits; for files the position keeps the occupancy a second time, turned by ninety degrees, where
//! a file is ten adjacent bits. So every line is one shift, one mask and one small table: no
//! multiplication and no special instruction, which suits WebAssembly as well.
#![allow(long_running_const_eval)]

/// Squares of one line, bit by bit.
type Line = u16;

/// What a piece on place `at` of a line of `length` sees over `jump` pieces (0: the chariot's
/// reach, the first piece included; 1: the cannon's target; 2: what stands behind two).
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

const fn rank_table(jump: u32) -> [[Line; 512]; 9] {
    let mut table = [[0; 512]; 9];
    let mut at = 0;
    while at < 9 {
        let mut occupied = 0;
        while occupied < 512 {
            table[at][occupied] = look(9, at, occupied, jump);
            occupied += 1;
        }
        at += 1;
    }
    table
}

const fn file_table(jump: u32) -> [[Line; 1024]; 10] {
    let mut table = [[0; 1024]; 10];
    let mut at = 0;
    while at < 10 {
        let mut occupied = 0;
        while occupied < 1024 {
            table[at][occupied] = look(10, at, occupied, jump);
            occupied += 1;
        }
        at += 1;
    }
    table
}

pub(crate) static RANK_REACH: [[Line; 512]; 9] = rank_table(0);
pub(crate) static RANK_JUMP: [[Line; 512]; 9] = rank_table(1);
pub(crate) static RANK_SECOND: [[Line; 512]; 9] = rank_table(2);
pub(crate) static FILE_REACH: [[Line; 1024]; 10] = file_table(0);
pub(crate) static FILE_JUMP: [[Line; 1024]; 10] = file_table(1);
pub(crate) static FILE_SECOND: [[Line; 1024]; 10] = file_table(2);

/// Ten bits of a file spread to every ninth bit.
pub(crate) static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut line = 0;
    while line < 1024 {
        let mut rank = 0;
        while rank < 10 {
            if line >> rank & 1 != 0 {
                table[line] |= 1 << (rank * 9);
            }
            rank += 1;
        }
        line += 1;
    }
    table
};

const fn bit(file: i32, rank: i32) -> u128 {
    if file < 0 || file > 8 || rank < 0 || rank > 9 { 0 } else { 1 << (rank * 9 + file) }
}

const fn in_palace(file: i32, rank: i32) -> bool {
    file >= 3 && file <= 5 && (rank <= 2 || rank >= 7)
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// One step of each of `ways` within the palace.
const fn palace_steps(ways: [(i32, i32); 4]) -> [u128; 90] {
    let mut table = [0; 90];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square as i32 % 9, square as i32 / 9);
        let mut way = 0;
        while way < 4 {
            let (to_file, to_rank) = (file + ways[way].0, rank + ways[way].1);
            if in_palace(file, rank) && in_palace(to_file, to_rank) {
                table[square] |= bit(to_file, to_rank);
            }
            way += 1;
        }
        square += 1;
    }
    table
}

pub(crate) static GENERAL: [u128; 90] = palace_steps(STRAIGHT);
pub(crate) static ADVISOR: [u128; 90] = palace_steps(DIAGONAL);

/// Where a pawn of a side goes from a point.
pub(crate) static PAWN: [[u128; 90]; 2] = [pawn(1), pawn(-1)];

const fn pawn(forward: i32) -> [u128; 90] {
    let mut table = [0; 90];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square as i32 % 9, square as i32 / 9);
        table[square] = bit(file, rank + forward);
        if (forward > 0) == (rank >= 5) {
            table[square] |= bit(file - 1, rank) | bit(file + 1, rank);
        }
        square += 1;
    }
    table
}

/// From where a pawn of a side attacks a point.
pub(crate) static PAWN_FROM: [[u128; 90]; 2] = [reversed(&pawn(1)), reversed(&pawn(-1))];

const fn reversed(table: &[u128; 90]) -> [u128; 90] {
    let mut back = [0; 90];
    let mut from = 0;
    while from < 90 {
        let mut to = 0;
        while to < 90 {
            if table[from] >> to & 1 != 0 {
                back[to] |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    back
}

/// The four points around a point that may hold a leg or an eye, as shifts: bit `i` of the index
/// into the tables below says whether the `i`-th of them is taken.
const fn pattern_has(pattern: usize, way: usize) -> bool {
    pattern >> way & 1 != 0
}

/// Where a horse goes, by which of its legs (right, left, up, down) are blocked.
pub(crate) static HORSE: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square as i32 % 9, square as i32 / 9);
        let mut pattern = 0;
        while pattern < 16 {
            let mut way = 0;
            while way < 4 {
                if !pattern_has(pattern, way) {
                    let (x, y) = STRAIGHT[way];
                    table[square][pattern] |= bit(file + 2 * x + y, rank + 2 * y + x)
                        | bit(file + 2 * x - y, rank + 2 * y - x);
                }
                way += 1;
            }
            pattern += 1;
        }
        square += 1;
    }
    table
};

/// From where a horse attacks a point, by which of the point's diagonal neighbours are taken: a
/// horse's leg stands diagonally beside its target.
pub(crate) static HORSE_FROM: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square as i32 % 9, square as i32 / 9);
        let mut pattern = 0;
        while pattern < 16 {
            let mut way = 0;
            while way < 4 {
                if !pattern_has(pattern, way) {
                    let (x, y) = DIAGONAL[way];
                    table[square][pattern] |=
                        bit(file + 2 * x, rank + y) | bit(file + x, rank + 2 * y);
                }
                way += 1;
            }
            pattern += 1;
        }
        square += 1;
    }
    table
};

/// Where an elephant goes, by which of its eyes (the diagonal neighbours) are blocked. It stays on
/// its side of the river.
pub(crate) static ELEPHANT: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square as i32 % 9, square as i32 / 9);
        let mut pattern = 0;
        while pattern < 16 {
            let mut way = 0;
            while way < 4 {
                let (x, y) = DIAGONAL[way];
                if !pattern_has(pattern, way) && (rank < 5) == (rank + 2 * y < 5) {
                    table[square][pattern] |= bit(file + 2 * x, rank + 2 * y);
                }
                way += 1;
            }
            pattern += 1;
        }
        square += 1;
    }
    table
};
