//! Decorations of the boards: positions by column and row from the lower left.

/// Starting points of the cannons and pawns on the xiangqi board.
pub const RIVER_MARKS: [(i8, i8); 14] = [
    (1, 2),
    (7, 2),
    (1, 7),
    (7, 7),
    (0, 3),
    (2, 3),
    (4, 3),
    (6, 3),
    (8, 3),
    (0, 6),
    (2, 6),
    (4, 6),
    (6, 6),
    (8, 6),
];

/// The lines between sifang's nine regions.
pub const REGION_LINES: [i8; 2] = [4, 8];

/// The lines of sifang's nine stars.
pub const STAR_LINES: [i8; 3] = [2, 6, 10];

/// The eight trigrams in the earlier-heaven order: position (in half steps), and the three lines
/// from the bottom up, whole or broken.
pub const TRIGRAMS: [(i8, i8, [bool; 3]); 8] = [
    (12, 4, [true, true, true]),
    (20, 12, [true, false, true]),
    (12, 20, [false, false, false]),
    (4, 12, [false, true, false]),
    (19, 19, [true, false, false]),
    (19, 5, [true, true, false]),
    (5, 19, [false, false, true]),
    (5, 5, [false, true, true]),
];
