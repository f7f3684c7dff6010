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
    accumulators: [Option<Row>; 2],
}

/// A piece on a point.
type Placed = (Piece, Square);

/// A move of a piece, or a piece that changes sides without moving.
#[derive(Clone, Copy)]
struct Change {
    removed: Placed,
    added: Placed,
    captured: Option<Placed>,
}

impl Evaluator {
    /// Creates an evaluator. Its line starts with the first position that is evaluated.
    pub fn new(network: Arc<Network>) -> Evaluator {
        Evaluator { network, line: vec![Step { change: None, accumulators: [None, None] }] }
    }

    /// Records a move that is about to be made on `position`.
    pub fn make(&mut self, position: &Position, Move { from, to }: Move) {
        let captured = position.piece_at(to).map(|prey| (prey, to));
        let change = position.piece_at(from).map(|piece| Change {
            removed: (piece, from),
            added: (piece, to),
            captured,
        });
        self.line.push(Step { change, accumulators: [None, None] });
    }

    /// Records that the piece on `square` is about to change sides.
    pub fn make_turn(&mut self, position: &Position, square: Square) {
        let change = position.piece_at(square).map(|piece| Change {
            removed: (piece, square),
            added: (Piece { side: !piece.side, ..piece }, square),
            captured: None,
        });
        self.line.push(Step { change, accumulators: [None, None] });
    }

    /// Records a null move.
    pub fn make_null(&mut self) {
        self.line.push(Step { change: None, accumulators: [None, None] });
    }

    /// Undoes the last record. Does nothing at the start of the line.
    pub fn unmake(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
        }
    }

    /// Score of the last position of the line for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let accumulators = Side::BOTH.map(|side| self.accumulator(position, side));
        self.network.output(position, &accumulators)
    }

    /// Accumulators of a side in the last position of the line.
    fn accumulator(&mut self, position: &Position, perspective: Side) -> Row {
        let side = perspective.index();
        let last = self.line.len() - 1;
        let Some((known, mut accumulator)) = self.last_known(perspective) else {
            let accumulator = self.network.accumulator(position, perspective);
            self.line[last].accumulators[side] = Some(accumulator);
            return accumulator;
        };
        let mirrored = is_mirrored(position.general(perspective));
        for step in &mut self.line[known + 1..] {
            if let Some(change) = step.change {
                change.apply(&self.network, perspective, mirrored, &mut accumulator);
            }
            step.accumulators[side] = Some(accumulator);
        }
        accumulator
    }

    /// The last step with known accumulators that can be updated to the current position.
    ///
    /// There is none if too many moves have been made since, or if the side's general has crossed
    /// the middle file, which mirrors the side's inputs.
    fn last_known(&self, perspective: Side) -> Option<(usize, Row)> {
        for (at, step) in self.line.iter().enumerate().rev().take(MAX_UPDATES) {
            if let Some(accumulator) = step.accumulators[perspective.index()] {
                return Some((at, accumulator));
            }
            if step.change.is_some_and(|change| change.mirrors(perspective)) {
                return None;
            }
        }
        None
    }
}

/// Number of steps from which computing the accumulators from scratch is as fast.
const MAX_UPDATES: usize = 10;

impl Change {
    /// Whether this change mirrors the inputs of a side.
    fn mirrors(&self, perspective: Side) -> bool {
        let Change { removed: (piece, from), added: (_, to), .. } = *self;
        let is_own_general = piece.side == perspective && piece.kind == xiangqi::Kind::General;
        is_own_general && is_mirrored(from) != is_mirrored(to)
    }

    #[inline]
    fn apply(&self, network: &Network, perspective: Side, mirrored: bool, accumulator: &mut Row) {
        let row = |(piece, square): Placed| {
            let input = feature(perspective, mirrored, piece, square)?;
            network.features.get(input)
        };
        if let Some(row) = row(self.removed) {
            accumulator.subtract(row);
        }
        if let Some(row) = row(self.added) {
            accumulator.add(row);
        }
        if let Some(row) = self.captured.and_then(row) {
            accumulator.subtract(row);
        }
    }
}
