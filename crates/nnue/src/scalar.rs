//! Reference implementation of the network, number by number.

use crate::{
    HIDDEN,
    features::{bucket, feature, is_mirrored},
    network::{HIDDEN_SCALE, Network, score},
};
use xiangqi::{Position, Side};

impl Network {
    /// The same as [`Network::evaluate`], computed number by number: the reference for all other
    /// implementations.
    pub fn evaluate_scalar(&self, position: &Position) -> i32 {
        evaluate(self, position)
    }
}

fn evaluate(network: &Network, position: &Position) -> i32 {
    let mover = position.side_to_move();
    let bucket = bucket(position);
    let mut sum = 0;
    for (perspective, weights) in [mover, !mover].into_iter().zip(&network.output[bucket]) {
        let neurons = neurons(network, position, perspective);
        for (neuron, weight) in neurons.into_iter().zip(weights.numbers()) {
            let active = neuron.clamp(0, HIDDEN_SCALE);
            sum += active * active * i32::from(weight);
        }
    }
    score(sum, network.output_bias[bucket])
}

fn neurons(network: &Network, position: &Position, perspective: Side) -> [i32; HIDDEN] {
    let mirrored = is_mirrored(position.general(perspective));
    let mut accumulator = network.bias.numbers().map(i32::from);
    for (square, piece) in position.all_pieces() {
        let Some(input) = feature(perspective, mirrored, piece, square) else { continue };
        for (sum, weight) in accumulator.iter_mut().zip(network.features[input].numbers()) {
            *sum += i32::from(weight);
        }
    }
    accumulator
}
