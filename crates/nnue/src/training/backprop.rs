use super::weights::{Weights, add};
use crate::{
    HIDDEN, Sample,
    features::{bucket_of, feature, is_mirrored},
};
use xiangqi::{Kind, Side, Square};

/// Maximum number of pieces.
const MAX_PIECES: usize = 32;

/// A sample as inputs of the network.
pub(super) struct Example {
    /// Active inputs, for the mover and for the opponent.
    inputs: [[u16; MAX_PIECES]; 2],
    counts: [usize; 2],
    bucket: usize,
}

impl Example {
    /// Converts a sample; left and right are exchanged if `mirror`.
    pub(super) fn new(sample: &Sample, mirror: bool) -> Example {
        let place = |square: Square| {
            let file = if mirror { 8 - square.file() } else { square.file() };
            Square::new(file, square.rank()).unwrap_or(square)
        };
        let mut mirrored = [false; 2];
        let mut attackers = 0;
        for (square, piece) in sample.pieces() {
            match piece.kind {
                Kind::General => mirrored[piece.side.index()] = is_mirrored(place(square)),
                Kind::Chariot => attackers += 2,
                Kind::Horse | Kind::Cannon => attackers += 1,
                Kind::Advisor | Kind::Elephant | Kind::Pawn => {}
            }
        }
        let mut example =
            Example { inputs: [[0; MAX_PIECES]; 2], counts: [0; 2], bucket: bucket_of(attackers) };
        for (square, piece) in sample.pieces() {
            for perspective in Side::BOTH {
                let mirrored = mirrored[perspective.index()];
                let input = feature(perspective, mirrored, piece, place(square));
                let seat = usize::from(perspective != sample.turn());
                if let Some(input) = input {
                    example.inputs[seat][example.counts[seat]] = input as u16;
                    example.counts[seat] += 1;
                }
            }
        }
        example
    }

    fn inputs(&self, seat: usize) -> impl Iterator<Item = usize> {
        self.inputs[seat][..self.counts[seat]].iter().map(|&input| usize::from(input))
    }
}

/// Accumulators of both sides for an example.
pub(super) struct Neurons<'a> {
    example: &'a Example,
    accumulators: [[f32; HIDDEN]; 2],
}

impl<'a> Neurons<'a> {
    pub(super) fn of(weights: &Weights, example: &'a Example) -> Neurons<'a> {
        let accumulators = [0, 1].map(|seat| {
            let mut accumulator = weights.bias[0];
            for input in example.inputs(seat) {
                add(&mut accumulator, &weights.features[input]);
            }
            accumulator
        });
        Neurons { example, accumulators }
    }

    /// Output of the network, in units of score.
    pub(super) fn forward(&self, weights: &Weights) -> f32 {
        let bucket = self.example.bucket;
        let mut sum = weights.output_bias[bucket];
        for (accumulator, weights) in self.accumulators.iter().zip(&weights.output[bucket]) {
            let mut products = [0.0; HIDDEN];
            for ((product, value), weight) in products.iter_mut().zip(accumulator).zip(weights) {
                let active = value.clamp(0.0, 1.0);
                *product = active * active * weight;
            }
            sum += products.iter().sum::<f32>();
        }
        sum
    }

    /// Adds the gradient of every weight for an error of the output (backpropagation).
    pub(super) fn backward(&self, weights: &Weights, error: f32, gradient: &mut Weights) {
        let bucket = self.example.bucket;
        gradient.output_bias[bucket] += error;
        for seat in [0, 1] {
            let mut slopes = [0.0; HIDDEN];
            let outputs = weights.output[bucket][seat].iter();
            let output_slopes = gradient.output[bucket][seat].iter_mut();
            for (((slope, value), weight), output_slope) in
                slopes.iter_mut().zip(&self.accumulators[seat]).zip(outputs).zip(output_slopes)
            {
                let active = value.clamp(0.0, 1.0);
                *output_slope += error * active * active;
                let is_inside = if *value > 0.0 && *value < 1.0 { 1.0 } else { 0.0 };
                *slope = is_inside * error * weight * 2.0 * active;
            }
            add(&mut gradient.bias[0], &slopes);
            for input in self.example.inputs(seat) {
                add(&mut gradient.features[input], &slopes);
            }
        }
    }
}
