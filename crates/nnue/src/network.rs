use crate::{
    HIDDEN, MAX_VALUE, UNIT,
    features::{BUCKETS, INPUTS, bucket, feature, is_mirrored},
    row::Row,
};
use core::fmt;
use xiangqi::{Position, Side};

/// Representation of 1 in the hidden layer and in the input weights.
pub(crate) const HIDDEN_SCALE: i32 = 255;

/// Representation of 1 in the output weights.
pub(crate) const OUTPUT_SCALE: i32 = 64;

/// Maximum absolute input weight and neuron bias. The sum of 33 inputs and a bias then fits 16
/// bits.
pub(crate) const MAX_HIDDEN: i16 = 900;

/// Maximum absolute output weight. Multiplied by [`HIDDEN_SCALE`] it fits 16 bits, and the sum over
/// both sides' neurons fits 31 bits.
pub(crate) const MAX_OUTPUT: i16 = 127;

/// Maximum absolute output bias: 100 times the values that occur.
pub(crate) const MAX_BIAS: i32 = 1 << 24;

const _: () = assert!(34 * MAX_HIDDEN as i32 <= i16::MAX as i32);
const _: () = assert!(MAX_OUTPUT as i32 * HIDDEN_SCALE <= i16::MAX as i32);
const _: () = assert!(
    2 * HIDDEN as i64 * MAX_OUTPUT as i64 * (HIDDEN_SCALE * HIDDEN_SCALE) as i64 <= i32::MAX as i64
);

/// Weights of a network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// Input weights: the contribution of each input to the neurons.
    pub(crate) features: Box<[Row]>,
    /// Biases of the neurons.
    pub(crate) bias: Row,
    /// By bucket: output weights for the mover's neurons and for the opponent's.
    pub(crate) output: [[Row; 2]; BUCKETS],
    pub(crate) output_bias: [i32; BUCKETS],
}

impl Network {
    /// Score of a position for the side to move, in hundredths of a pawn, computed from scratch.
    /// [`Evaluator`](crate::Evaluator) is faster for consecutive positions.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let accumulators = Side::BOTH.map(|side| self.accumulator(position, side));
        self.output(position, &accumulators)
    }

    /// Accumulators of a side, computed from scratch.
    pub(crate) fn accumulator(&self, position: &Position, perspective: Side) -> Row {
        let mirrored = is_mirrored(position.general(perspective));
        let mut accumulator = self.bias;
        for (square, piece) in position.all_pieces() {
            if let Some(input) = feature(perspective, mirrored, piece, square) {
                accumulator.add(&self.features[input]);
            }
        }
        accumulator
    }

    /// Score for the side to move, from the accumulators of Red and Black.
    #[inline]
    pub(crate) fn output(&self, position: &Position, accumulators: &[Row; 2]) -> i32 {
        let mover = position.side_to_move();
        let bucket = bucket(position);
        let [own, other] = &self.output[bucket];
        let top = HIDDEN_SCALE as i16;
        let sum = accumulators[mover.index()].squared_dot(top, own)
            + accumulators[(!mover).index()].squared_dot(top, other);
        score(sum, self.output_bias[bucket])
    }
}

/// Converts the output sum to a score.
#[inline]
pub(crate) fn score(sum: i32, bias: i32) -> i32 {
    let whole = i64::from(HIDDEN_SCALE * OUTPUT_SCALE);
    let scaled = i64::from(sum / HIDDEN_SCALE + bias) * i64::from(UNIT) / whole;
    scaled.clamp((-MAX_VALUE).into(), MAX_VALUE.into()) as i32
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({INPUTS} inputs, {HIDDEN} neurons, {BUCKETS} outputs)")
    }
}
