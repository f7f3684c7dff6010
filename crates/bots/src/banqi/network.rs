use super::features::{FEATURE_ONE, FEATURES, Features};

/// Number of hidden neurons.
pub const NEURONS: usize = 32;

/// A network with one hidden layer, computed in integers so that all machines agree.
#[derive(Debug)]
pub struct Network {
    /// Input weights of each neuron; [`INPUT_ONE`] represents 1.
    pub inputs: [[i16; FEATURES]; NEURONS],
    /// Bias of each neuron, in units of feature × weight.
    pub biases: [i32; NEURONS],
    /// Output weight of each neuron; [`OUTPUT_ONE`] represents 1.
    pub outputs: [i16; NEURONS],
    /// Output bias, in units of neuron × weight.
    pub bias: i32,
}

/// Fixed-point one of the input weights.
pub const INPUT_ONE: i32 = 512;
/// Fixed-point one of the output weights.
pub const OUTPUT_ONE: i32 = 1_024;
/// Fixed-point one of a neuron's activation.
pub const NEURON_ONE: i32 = 256;
/// Maximum activation.
pub const NEURON_MAX: i32 = 1_023;
/// Fixed-point one of log odds.
pub(super) const LOGIT_ONE: i32 = 1_024;

/// Divisor of a sum of features × weights.
const INPUT_DIVISOR: i32 = FEATURE_ONE as i32 * INPUT_ONE / NEURON_ONE;
/// Divisor of a sum of neurons × weights.
const OUTPUT_DIVISOR: i32 = NEURON_ONE * OUTPUT_ONE / LOGIT_ONE;

impl Network {
    /// Log odds that the side to move wins.
    pub(super) fn logit(&self, features: &Features) -> i32 {
        let mut sum = self.bias;
        for ((weights, &bias), &output) in self.inputs.iter().zip(&self.biases).zip(&self.outputs) {
            let mut neuron = bias;
            for (&feature, &weight) in features.iter().zip(weights) {
                neuron += i32::from(feature) * i32::from(weight);
            }
            let neuron = (neuron / INPUT_DIVISOR).clamp(0, NEURON_MAX);
            sum += neuron * i32::from(output);
        }
        sum / OUTPUT_DIVISOR
    }
}
