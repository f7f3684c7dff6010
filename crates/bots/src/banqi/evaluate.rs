use super::{
    features::features,
    scale::{Scale, WORTH_ONE, chance},
    weights::NETWORK,
};
use banqi::{Board, Color, Kind, Piece, Square};
use search::Score;

/// How good the board looks for the colour on move, on its [scale](Scale). Where points decide, the
/// logarithm of its odds is moved by its `confidence`.
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

/// What a piece is worth where points decide nothing, and how captures are ordered.
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

/// What the pieces of a colour can still do, those that have not come up included.
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
        // A piece that nothing hunts is worth half as much again.
        sum += own * value(kind) * (20 - hunters.min(10)) / 20;
    }
    sum
}

/// How close the face-up pieces of a colour are to what they may take.
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

/// Whether a piece of one kind takes the other, a cannon by its jump whatever it finds.
fn takes(board: &Board, hunter: Kind, prey: Kind) -> bool {
    hunter == Kind::Cannon || board.options().outranks(hunter, prey)
}

fn distance(one: Square, other: Square) -> Score {
    Score::from(one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank()))
}
