use search::Score;
use xiangqi::{Bitboard, Kind, Position, Side, Square};

/// What a piece is worth in hundredths of a pawn that has not crossed the river.
pub(crate) const fn value(kind: Kind) -> Score {
    match kind {
        Kind::General => 10_000,
        Kind::Chariot => 950,
        Kind::Cannon => 470,
        Kind::Horse => 430,
        Kind::Advisor => 210,
        Kind::Elephant => 210,
        Kind::Pawn => 100,
    }
}

/// How good the position looks for the side to move: material, places, freedom to move, and how
/// bare the generals stand.
pub(crate) fn evaluate(position: &Position) -> Score {
    let side = position.side_to_move();
    side_score(position, side) - side_score(position, !side)
}

/// What a pawn of `side` is worth on `square`.
pub(crate) fn pawn_worth(side: Side, square: Square) -> Score {
    value(Kind::Pawn) + place(Kind::Pawn, side, square)
}

fn side_score(position: &Position, side: Side) -> Score {
    let mut score = 0;
    for kind in Kind::ALL {
        for square in position.pieces(side, kind) {
            score += value(kind) + place(kind, side, square);
        }
    }
    score + freedom(position, side) - exposure(position, side)
}

fn place(kind: Kind, side: Side, square: Square) -> Score {
    let rank = usize::from(side.relative_rank(square.rank()));
    let file = usize::from(square.file());
    Score::from(PLACES[kind as usize][rank][file.min(8 - file)])
}

/// By kind, the ranks from the own side on, and the distance from the nearer edge.
static PLACES: [[[i16; 5]; 10]; 7] = [
    // The general is safest at home.
    [
        [0, 0, 0, 5, 15],
        [0, 0, 0, -15, -10],
        [0, 0, 0, -30, -30],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    // Advisors cover each other from the middle of the palace.
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 8],
        [0, 0, 0, -6, 0],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    // Elephants hold together in the middle; at the edge they stand alone.
    [
        [0, 0, 0, 0, 0],
        [0; 5],
        [-12, 0, 0, 0, 12],
        [0; 5],
        [0, 0, -2, 0, 0],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    // Horses want to leave home, for the middle and beyond the river.
    [
        [-25, -12, -8, -10, -40],
        [-12, -4, 2, 4, -25],
        [-4, 4, 14, 10, 8],
        [0, 10, 14, 18, 14],
        [4, 18, 22, 26, 24],
        [8, 24, 28, 32, 34],
        [12, 30, 36, 38, 40],
        [12, 28, 42, 44, 36],
        [6, 22, 40, 32, 10],
        [0, 8, 16, 14, 0],
    ],
    // Chariots: off the back rank, then deep in the other camp.
    [
        [-14, -2, -4, 10, 0],
        [-4, 4, 4, 14, 6],
        [-4, 6, 4, 14, 10],
        [4, 10, 8, 16, 14],
        [8, 14, 12, 20, 20],
        [10, 14, 14, 22, 22],
        [10, 16, 16, 26, 28],
        [8, 14, 14, 26, 30],
        [12, 18, 18, 32, 36],
        [8, 12, 12, 20, 20],
    ],
    // Cannons shoot from home, best down the middle, and from the far corners.
    [
        [0, 2, 4, 8, 8],
        [0, 4, 6, 6, 8],
        [4, 2, 12, 10, 20],
        [0, 0, 2, 4, 10],
        [0, 0, 4, 6, 14],
        [0, 0, 2, 6, 14],
        [0, 4, 4, 4, 12],
        [4, 6, 2, -4, -6],
        [8, 6, 0, -10, -12],
        [16, 14, 4, -8, -10],
    ],
    // Pawns grow when they cross the river and fade on the last rank.
    [
        [0; 5],
        [0; 5],
        [0; 5],
        [-2, 0, 0, 0, 8],
        [4, 0, 10, 0, 14],
        [35, 50, 62, 70, 72],
        [45, 65, 84, 96, 100],
        [50, 75, 100, 118, 124],
        [45, 75, 105, 130, 140],
        [0, 15, 25, 35, 40],
    ],
];

/// How freely the big pieces move.
fn freedom(position: &Position, side: Side) -> Score {
    let open = !position.side(side);
    let reach = |kind: Kind, worth: Score| -> Score {
        let squares = position.pieces(side, kind);
        squares.map(|square| worth * (position.attacks_from(square) & open).len() as Score).sum()
    };
    reach(Kind::Chariot, 3) + reach(Kind::Horse, 8)
}

/// How much the missing guards cost, by what the enemy still has to attack with.
fn exposure(position: &Position, side: Side) -> Score {
    let count = |side, kind| position.pieces(side, kind).len() as Score;
    let enemy = !side;
    let missing_advisors = 2 - count(side, Kind::Advisor).min(2);
    let missing_elephants = 2 - count(side, Kind::Elephant).min(2);
    let general = position.general(side);
    let file: Bitboard = position.pieces(enemy, Kind::Cannon);
    let cannons_ahead = file.filter(|cannon| cannon.file() == general.file()).count() as Score;
    missing_advisors * (18 * count(enemy, Kind::Chariot) + 8 * count(enemy, Kind::Horse))
        + missing_elephants * (16 * count(enemy, Kind::Cannon) + 6 * count(enemy, Kind::Chariot))
        + 12 * cannons_ahead
}
