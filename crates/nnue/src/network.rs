use crate::{
    HIDDEN, MOST, UNIT,
    features::{BUCKETS, INPUTS, bucket, feature, is_mirrored},
    row::Row,
    scalar,
};
use core::fmt;
use xiangqi::{Position, Side};

/// Representation of 1 in the hidden layer and in the input weights.
pub(crate) const ONE_HIDDEN: i32 = 255;

/// Representation of 1 in the output weights.
pub(crate) const ONE_OUTPUT: i32 = 64;

/// Maximum absolute input weight and neuron bias. The sum of 33 inputs and a bias then fits 16
/// bits.
pub(crate) const MOST_HIDDEN: i16 = 900;

/// Maximum absolute output weight. Multiplied by [`ONE_HIDDEN`] it fits 16 bits, and the sum over
/// both sides' neurons fits 31 bits.
pub(crate) const MOST_OUTPUT: i16 = 127;

/// Maximum absolute output bias: 100 times the values that occur.
pub(crate) const MOST_BIAS: i32 = 1 << 24;

const _: () = assert!(34 * MOST_HIDDEN as i32 <= i16::MAX as i32);
const _: () = assert!(MOST_OUTPUT as i32 * ONE_HIDDEN <= i16::MAX as i32);
const _: () = assert!(
    2 * HIDDEN as i64 * MOST_OUTPUT as i64 * (ONE_HIDDEN * ONE_HIDDEN) as i64 <= i32::MAX as i64
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
        let sums = Side::BOTH.map(|side| self.sums(position, side));
        self.output(position, &sums)
    }

    /// The same as [`Network::evaluate`], computed number by number: the reference for all other
    /// implementations.
    pub fn evaluate_scalar(&self, position: &Position) -> i32 {
        scalar::evaluate(self, position)
    }

    /// Accumulators of a side, computed from scratch.
    pub(crate) fn sums(&self, position: &Position, perspective: Side) -> Row {
        let mirrored = is_mirrored(position.general(perspective));
        let mut sums = self.bias;
        for (square, piece) in position.all_pieces() {
            if let Some(input) = feature(perspective, mirrored, piece, square) {
                sums.add(&self.features[input]);
            }
        }
        sums
    }

    /// Score for the side to move, from the accumulators of Red and Black.
    #[inline]
    pub(crate) fn output(&self, position: &Position, sums: &[Row; 2]) -> i32 {
        let mover = position.side_to_move();
        let bucket = bucket(position);
        let [own, other] = &self.output[bucket];
        let top = ONE_HIDDEN as i16;
        let sum = sums[mover.index()].squared_dot(top, own)
            + sums[(!mover).index()].squared_dot(top, other);
        score(sum, self.output_bias[bucket])
    }
}

/// Converts the output sum to a score.
#[inline]
pub(crate) fn score(sum: i32, bias: i32) -> i32 {
    let whole = i64::from(ONE_HIDDEN * ONE_OUTPUT);
    let scaled = i64::from(sum / ONE_HIDDEN + bias) * i64::from(UNIT) / whole;
    scaled.clamp((-MOST).into(), MOST.into()) as i32
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({INPUTS} inputs, {HIDDEN} neurons, {BUCKETS} outputs)")
    }
}
