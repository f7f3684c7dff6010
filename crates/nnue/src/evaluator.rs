use crate::{
    features::{feature, is_mirrored},
    network::Network,
    row::Row,
};
use std::sync::Arc;
use xiangqi::{Move, Piece, Position, Side, Square};

/// Judges position after position of a line, each from what was summed up for the one before.
///
/// Nothing is summed up before it is asked for, and then by the way that adds the fewest inputs.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    /// One for every move, turn and null move of the line, and one for its beginning.
    line: Vec<Step>,
}

/// A position of the line.
#[derive(Clone)]
struct Step {
    /// What changed on the way here, if anything.
    change: Option<Change>,
    /// Of Red's neurons and of Black's, if they have been summed up.
    sums: [Option<Row>; 2],
}

/// A piece on its point.
type Placed = (Piece, Square);

/// A move of a piece, or a piece that changes sides where it stands.
#[derive(Clone, Copy)]
struct Change {
    gone: Placed,
    come: Placed,
    captured: Option<Placed>,
}

impl Evaluator {
    /// One that looks at any position: the line begins with the first that is asked for.
    pub fn new(network: Arc<Network>) -> Evaluator {
        Evaluator { network, line: vec![Step { change: None, sums: [None, None] }] }
    }

    /// A move is about to be made.
    pub fn make(&mut self, position: &Position, Move { from, to }: Move) {
        let captured = position.piece_at(to).map(|prey| (prey, to));
        let change = position.piece_at(from).map(|piece| Change {
            gone: (piece, from),
            come: (piece, to),
            captured,
        });
        self.line.push(Step { change, sums: [None, None] });
    }

    /// The piece on a point is about to change sides.
    pub fn make_turn(&mut self, position: &Position, square: Square) {
        let change = position.piece_at(square).map(|piece| Change {
            gone: (piece, square),
            come: (Piece { side: !piece.side, ..piece }, square),
            captured: None,
        });
        self.line.push(Step { change, sums: [None, None] });
    }

    /// The turn is about to be passed on.
    pub fn make_null(&mut self) {
        self.line.push(Step { change: None, sums: [None, None] });
    }

    /// The last move, turn or null move is taken back. At the line's beginning there is none.
    pub fn unmake(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
        }
    }

    /// How good the line's last position looks for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let sums = Side::BOTH.map(|side| self.sums(position, side));
        self.network.output(position, &sums)
    }

    /// What a side's neurons sum up to in the line's last position.
    fn sums(&mut self, position: &Position, perspective: Side) -> Row {
        let side = perspective.index();
        let last = self.line.len() - 1;
        let Some((known, mut sums)) = self.nearest(perspective) else {
            let sums = self.network.sums(position, perspective);
            self.line[last].sums[side] = Some(sums);
            return sums;
        };
        let mirrored = is_mirrored(position.general(perspective));
        for step in &mut self.line[known + 1..] {
            if let Some(change) = step.change {
                change.apply(&self.network, perspective, mirrored, &mut sums);
            }
            step.sums[side] = Some(sums);
        }
        sums
    }

    /// The last step whose sums of a side are known, and serve: fewer inputs have changed since than
    /// there are, and the side sees left and right as it did.
    fn nearest(&self, perspective: Side) -> Option<(usize, Row)> {
        for (at, step) in self.line.iter().enumerate().rev().take(FARTHEST) {
            if let Some(sums) = step.sums[perspective.index()] {
                return Some((at, sums));
            }
            if step.change.is_some_and(|change| change.turns_round(perspective)) {
                return None;
            }
        }
        None
    }
}

/// From so many moves on, summing up from nothing is as quick.
const FARTHEST: usize = 10;

impl Change {
    /// Whether a side sees left and right exchanged after it.
    fn turns_round(&self, perspective: Side) -> bool {
        let Change { gone: (piece, from), come: (_, to), .. } = *self;
        let is_own_general = piece.side == perspective && piece.kind == xiangqi::Kind::General;
        is_own_general && is_mirrored(from) != is_mirrored(to)
    }

    #[inline]
    fn apply(&self, network: &Network, perspective: Side, mirrored: bool, sums: &mut Row) {
        let row = |(piece, square): Placed| {
            let input = feature(perspective, mirrored, piece, square)?;
            network.features.get(input)
        };
        if let Some(row) = row(self.gone) {
            sums.subtract(row);
        }
        if let Some(row) = row(self.come) {
            sums.add(row);
        }
        if let Some(row) = self.captured.and_then(row) {
            sums.subtract(row);
        }
    }
}
