use super::features::{FEATURE_ONE, FEATURES, Features};

/// How many neurons lie between the numbers told and the answer.
pub const NEURONS: usize = 32;

/// A network with one layer between what it is told and its answer. All of it is whole numbers, so
/// that it says the same on every machine.
#[derive(Debug)]
pub struct Network {
    /// The weights into each neuron; [`INPUT_ONE`] is one.
    pub inputs: [[i16; FEATURES]; NEURONS],
    /// What is added to each neuron, in products of features and weights.
    pub biases: [i32; NEURONS],
    /// The weight of each neuron; [`OUTPUT_ONE`] is one.
    pub outputs: [i16; NEURONS],
    /// What is added to the answer, in products of neurons and weights.
    pub bias: i32,
}

/// One, of the weights into neurons.
pub const INPUT_ONE: i32 = 512;
/// One, of the weights of neurons.
pub const OUTPUT_ONE: i32 = 1_024;
/// One, of what a neuron says.
pub const NEURON_ONE: i32 = 256;
/// No neuron says more.
pub const NEURON_MOST: i32 = 1_023;
/// One, of the logarithms of the odds.
pub(super) const LOGIT_ONE: i32 = 1_024;

/// What is divided out of a sum of features times weights.
const INPUT_DIVISOR: i32 = FEATURE_ONE as i32 * INPUT_ONE / NEURON_ONE;
/// What is divided out of a sum of neurons times weights.
const OUTPUT_DIVISOR: i32 = NEURON_ONE * OUTPUT_ONE / LOGIT_ONE;

impl Network {
    /// The logarithm of the odds that the side on move wins.
    pub(super) fn logit(&self, features: &Features) -> i32 {
        let mut sum = self.bias;
        for ((weights, &bias), &output) in self.inputs.iter().zip(&self.biases).zip(&self.outputs) {
            let mut neuron = bias;
            for (&feature, &weight) in features.iter().zip(weights) {
                neuron += i32::from(feature) * i32::from(weight);
            }
            let neuron = (neuron / INPUT_DIVISOR).clamp(0, NEURON_MOST);
            sum += neuron * i32::from(output);
        }
        sum / OUTPUT_DIVISOR
    }
}
