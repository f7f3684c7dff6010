//! Attack tables: the results of the functions in [`crate::raycast`], computed at compile time.
//!
//! Chariots and cannons attack along one rank and one file. A rank of the occupancy is nine
//! adjacent bits. For files, the position stores the occupancy a second time, rotated by 90
//! degrees, so that a file is ten adjacent bits. Each line is then one shift, one mask and one
//! small table lookup. This needs no multiplication and no special instruction, which suits
//! WebAssembly.
#![allow(long_running_const_eval)]

use crate::{
    Side, Square,
    raycast::{self, Line},
};

type RankTable = [[Line; 512]; 9];
type FileTable = [[Line; 1024]; 10];

const fn rank_table<const SCREENS: u32>() -> RankTable {
    let mut table = [[0; 512]; 9];
    let mut at = 0;
    while at < 9 {
        let mut occupied = 0;
        while occupied < 512 {
            table[at][occupied] = raycast::rank_line::<SCREENS>(at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
}

const fn file_table<const SCREENS: u32>() -> FileTable {
    let mut table = [[0; 1024]; 10];
    let mut at = 0;
    while at < 10 {
        let mut occupied = 0;
        while occupied < 1024 {
            table[at][occupied] = raycast::file_line::<SCREENS>(at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
}

static RANK_CHARIOT: RankTable = rank_table::<0>();
static RANK_CANNON: RankTable = rank_table::<1>();
static RANK_OVER_TWO: RankTable = rank_table::<2>();
static FILE_CHARIOT: FileTable = file_table::<0>();
static FILE_CANNON: FileTable = file_table::<1>();
static FILE_OVER_TWO: FileTable = file_table::<2>();

#[inline(always)]
pub(crate) fn rank_line<const SCREENS: u32>(file: usize, occupied: usize) -> Line {
    let table = const {
        match SCREENS {
            0 => &RANK_CHARIOT,
            1 => &RANK_CANNON,
            _ => &RANK_OVER_TWO,
        }
    };
    table[file][occupied]
}

#[inline(always)]
pub(crate) fn file_line<const SCREENS: u32>(rank: usize, occupied: usize) -> Line {
    let table = const {
        match SCREENS {
            0 => &FILE_CHARIOT,
            1 => &FILE_CANNON,
            _ => &FILE_OVER_TWO,
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
            table[line] = raycast::spread(line as Line);
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
                    table[square] = raycast::$name(Square::at(square));
                    square += 1;
                }
                table
            };
            TABLE[square.index()]
        }
    )*};
}

by_square!(general_attacks advisor_attacks diagonal_neighbours);

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
                    table[Side::Red.index()][square] = raycast::$name(Side::Red, at);
                    table[Side::Black.index()][square] = raycast::$name(Side::Black, at);
                    square += 1;
                }
                table
            };
            TABLE[side.index()][square.index()]
        }
    )*};
}

by_side_and_square!(pawn_attacks pawn_attackers);

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
                        table[square][blocked] = raycast::$name(Square::at(square), blocked);
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

by_square_and_blocked!(horse_attacks horse_attackers elephant_attacks);
