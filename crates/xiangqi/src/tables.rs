//! Attack tables: the results of the functions in [`crate::walk`], computed at compile time.
//!
//! Chariots and cannons attack along one rank and one file. A rank of the occupancy is nine
//! adjacent bits. For files, the position stores the occupancy a second time, rotated by 90
//! degrees, so that a file is ten adjacent bits. Each line is then one shift, one mask and one
//! small table lookup. This needs no multiplication and no special instruction, which suits
//! WebAssembly.
#![allow(long_running_const_eval)]

use crate::{
    Side, Square,
    walk::{self, Line},
};

type RankTable = [[Line; 512]; 9];
type FileTable = [[Line; 1024]; 10];

const fn rank_table<const JUMP: u32>() -> RankTable {
    let mut table = [[0; 512]; 9];
    let mut at = 0;
    while at < 9 {
        let mut occupied = 0;
        while occupied < 512 {
            table[at][occupied] = walk::rank_line::<JUMP>(at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
}

const fn file_table<const JUMP: u32>() -> FileTable {
    let mut table = [[0; 1024]; 10];
    let mut at = 0;
    while at < 10 {
        let mut occupied = 0;
        while occupied < 1024 {
            table[at][occupied] = walk::file_line::<JUMP>(at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
}

static RANK_REACH: RankTable = rank_table::<0>();
static RANK_JUMP: RankTable = rank_table::<1>();
static RANK_SECOND: RankTable = rank_table::<2>();
static FILE_REACH: FileTable = file_table::<0>();
static FILE_JUMP: FileTable = file_table::<1>();
static FILE_SECOND: FileTable = file_table::<2>();

#[inline(always)]
pub(crate) fn rank_line<const JUMP: u32>(file: usize, occupied: usize) -> Line {
    let table = const {
        match JUMP {
            0 => &RANK_REACH,
            1 => &RANK_JUMP,
            _ => &RANK_SECOND,
        }
    };
    table[file][occupied]
}

#[inline(always)]
pub(crate) fn file_line<const JUMP: u32>(rank: usize, occupied: usize) -> Line {
    let table = const {
        match JUMP {
            0 => &FILE_REACH,
            1 => &FILE_JUMP,
            _ => &FILE_SECOND,
        }
    };
    table[rank][occupied]
}

#[inline(always)]
pub(crate) fn spread(line: Line) -> u128 {
    static SPREAD: [u128; 1024] = {
        let mut table = [0; 1024];
        let mut line = 0;
        while line < 1024 {
            table[line] = walk::spread(line as Line);
            line += 1;
        }
        table
    };
    SPREAD[line as usize]
}

/// Defines functions that look up a table by point.
macro_rules! by_square {
    ($($name:ident)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(square: Square) -> u128 {
            static TABLE: [u128; Square::COUNT] = {
                let mut table = [0; Square::COUNT];
                let mut square = 0;
                while square < Square::COUNT {
                    table[square] = walk::$name(Square::at(square));
                    square += 1;
                }
                table
            };
            TABLE[square.index()]
        }
    )*};
}

by_square!(general advisor diagonal_neighbours);

/// Defines functions that look up a table by side and point.
macro_rules! by_side_and_square {
    ($($name:ident)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(side: Side, square: Square) -> u128 {
            static TABLE: [[u128; Square::COUNT]; 2] = {
                let mut table = [[0; Square::COUNT]; 2];
                let mut square = 0;
                while square < Square::COUNT {
                    let at = Square::at(square);
                    table[Side::Red.index()][square] = walk::$name(Side::Red, at);
                    table[Side::Black.index()][square] = walk::$name(Side::Black, at);
                    square += 1;
                }
                table
            };
            TABLE[side.index()][square.index()]
        }
    )*};
}

by_side_and_square!(pawn pawn_from);

/// Defines functions that look up a table by point and by which of four blocking points are
/// occupied.
macro_rules! by_square_and_blocked {
    ($($name:ident)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(square: Square, blocked: usize) -> u128 {
            static TABLE: [[u128; 16]; Square::COUNT] = {
                let mut table = [[0; 16]; Square::COUNT];
                let mut square = 0;
                while square < Square::COUNT {
                    let mut blocked = 0;
                    while blocked < 16 {
                        table[square][blocked] = walk::$name(Square::at(square), blocked);
                        blocked += 1;
                    }
                    square += 1;
                }
                table
            };
            TABLE[square.index()][blocked]
        }
    )*};
}

by_square_and_blocked!(horse horse_from elephant);
