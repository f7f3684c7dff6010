use crate::{
    features::{feature, is_mirrored},
    network::Network,
    row::Row,
};
use std::sync::Arc;
use xiangqi::{Move, Piece, Position, Side, Square};

/// Evaluates the positions of a line incrementally.
///
/// Accumulators are updated lazily, only when a score is requested, and in the way that changes the
/// fewest inputs.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    /// One step for the start of the line, and one for each move, turned piece and null move.
    line: Vec<Step>,
}

/// One position of the line.
#[derive(Clone)]
struct Step {
    /// The change that led to this position; `None` for the start and for a null move.
    change: Option<Change>,
    /// Accumulators of Red and of Black, if computed.
    sums: [Option<Row>; 2],
}

/// A piece on a point.
type Placed = (Piece, Square);

/// A move of a piece, or a piece that changes sides without moving.
#[derive(Clone, Copy)]
struct Change {
    gone: Placed,
    come: Placed,
    captured: Option<Placed>,
}

impl Evaluator {
    /// Creates an evaluator. Its line starts with the first position that is evaluated.
    pub fn new(network: Arc<Network>) -> Evaluator {
        Evaluator { network, line: vec![Step { change: None, sums: [None, None] }] }
    }

    /// Records a move that is about to be made on `position`.
    pub fn make(&mut self, position: &Position, Move { from, to }: Move) {
        let captured = position.piece_at(to).map(|prey| (prey, to));
        let change = position.piece_at(from).map(|piece| Change {
            gone: (piece, from),
            come: (piece, to),
            captured,
        });
        self.line.push(Step { change, sums: [None, None] });
    }

    /// Records that the piece on `square` is about to change sides.
    pub fn make_turn(&mut self, position: &Position, square: Square) {
        let change = position.piece_at(square).map(|piece| Change {
            gone: (piece, square),
            come: (Piece { side: !piece.side, ..piece }, square),
            captured: None,
        });
        self.line.push(Step { change, sums: [None, None] });
    }

    /// Records a null move.
    pub fn make_null(&mut self) {
        self.line.push(Step { change: None, sums: [None, None] });
    }

    /// Undoes the last record. Does nothing at the start of the line.
    pub fn unmake(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
        }
    }

    /// Score of the last position of the line for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let sums = Side::BOTH.map(|side| self.sums(position, side));
        self.network.output(position, &sums)
    }

    /// Accumulators of a side in the last position of the line.
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

    /// The last step with known accumulators that can be updated to the current position.
    ///
    /// There is none if too many moves have been made since, or if the side's general has crossed
    /// the middle file, which mirrors the side's inputs.
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

/// Number of steps from which computing the accumulators from scratch is as fast.
const FARTHEST: usize = 10;

impl Change {
    /// Whether this change mirrors the inputs of a side.
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
