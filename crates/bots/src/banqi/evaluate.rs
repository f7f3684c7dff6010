use super::{
    features::features,
    scale::{Scale, WORTH_ONE, chance},
    weights::NETWORK,
};
use banqi::{Board, Color, Kind, Piece, Square};
use search::Score;

/// Static evaluation for the side to move, on the board's [scale](Scale). Where points decide,
/// `confidence` is added to the logarithm of its odds.
pub(super) fn evaluate(board: &Board, confidence: i32) -> Score {
    let Some(mover) = board.turn() else { return 0 };
    match Scale::of(board.options()) {
        Scale::Chances => chance(NETWORK.logit(&features(board, mover)) + confidence),
        Scale::Worth => {
            let side = |color: Color| strength(board, color) + hunt(board, color);
            WORTH_ONE * (side(mover) - side(mover.other()))
        }
    }
}

/// Value of a piece where points do not decide; also orders captures.
pub(super) const fn value(kind: Kind) -> Score {
    match kind {
        Kind::Soldier => 100,
        Kind::Horse => 250,
        Kind::Chariot => 400,
        Kind::Cannon => 500,
        Kind::Minister => 600,
        Kind::Advisor => 1_000,
        Kind::General => 1_600,
    }
}

/// Value of a colour's remaining pieces, face-down ones included.
fn strength(board: &Board, color: Color) -> Score {
    let count = |color, kind| {
        let piece = Piece::new(color, kind);
        board.squares_of(piece).len() as Score + Score::from(board.unseen().count(piece))
    };
    let enemy = color.other();
    let mut sum = 0;
    for kind in Kind::ALL {
        let own = count(color, kind);
        if own == 0 {
            continue;
        }
        let hunters: Score = Kind::ALL
            .into_iter()
            .filter(|&hunter| takes(board, hunter, kind))
            .map(|hunter| count(enemy, hunter))
            .sum();
        // A piece without hunters is worth up to twice as much as one with ten.
        sum += own * value(kind) * (20 - hunters.min(10)) / 20;
    }
    sum
}

/// How close a colour's face-up pieces are to their prey.
fn hunt(board: &Board, color: Color) -> Score {
    let mut sum = 0;
    for from in board.face_up(color) {
        let Some(hunter) = board.piece(from) else { continue };
        if hunter.kind == Kind::Cannon {
            continue;
        }
        for to in board.face_up(color.other()) {
            let Some(prey) = board.piece(to) else { continue };
            if takes(board, hunter.kind, prey.kind) {
                let near = 10 - distance(from, to);
                sum += near * value(prey.kind) / 100;
            }
        }
    }
    sum
}

/// Whether one kind can capture the other. A cannon's jump captures every kind.
fn takes(board: &Board, hunter: Kind, prey: Kind) -> bool {
    hunter == Kind::Cannon || board.options().outranks(hunter, prey)
}

fn distance(one: Square, other: Square) -> Score {
    Score::from(one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank()))
}
