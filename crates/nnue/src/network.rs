use crate::{
    HIDDEN, MOST, UNIT,
    features::{BUCKETS, INPUTS, bucket, feature, is_mirrored},
    row::Row,
    scalar,
};
use core::fmt;
use xiangqi::{Position, Side};

/// What 1 is in the hidden layer, and with it in the first layer's weights.
pub(crate) const ONE_HIDDEN: i32 = 255;

/// What 1 is in the second layer's weights.
pub(crate) const ONE_OUTPUT: i32 = 64;

/// The largest of the first layer's weights, and of their biases: thirty-three inputs and a bias
/// fit 16 bits.
pub(crate) const MOST_HIDDEN: i16 = 900;

/// The largest of the second layer's weights: times [`ONE_HIDDEN`] they fit 16 bits, and the sum of
/// both sides' neurons fits 31.
pub(crate) const MOST_OUTPUT: i16 = 127;

/// The largest of the second layer's biases: a hundred times what is ever needed.
pub(crate) const MOST_BIAS: i32 = 1 << 24;

const _: () = assert!(34 * MOST_HIDDEN as i32 <= i16::MAX as i32);
const _: () = assert!(MOST_OUTPUT as i32 * ONE_HIDDEN <= i16::MAX as i32);
const _: () = assert!(
    2 * HIDDEN as i64 * MOST_OUTPUT as i64 * (ONE_HIDDEN * ONE_HIDDEN) as i64 <= i32::MAX as i64
);

/// A network, ready to judge positions.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// What each input adds to the neurons.
    pub(crate) features: Box<[Row]>,
    /// What the neurons begin with.
    pub(crate) bias: Row,
    /// By bucket: the weights of the mover's neurons and of the other side's.
    pub(crate) output: [[Row; 2]; BUCKETS],
    pub(crate) output_bias: [i32; BUCKETS],
}

impl Network {
    /// How good a position looks for the side to move, in hundredths of a pawn; computed from
    /// nothing. [`Evaluator`](crate::Evaluator) is faster from move to move.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let sums = Side::BOTH.map(|side| self.sums(position, side));
        self.output(position, &sums)
    }

    /// As [`Network::evaluate`], number by number: what every other way of computing it is held
    /// against.
    pub fn evaluate_scalar(&self, position: &Position) -> i32 {
        scalar::evaluate(self, position)
    }

    /// What a side's neurons sum up to.
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

    /// The score for the side to move from what Red's and Black's neurons sum up to.
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

/// The score that a sum of products of the second layer says.
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
