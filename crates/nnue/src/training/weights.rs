use crate::{
    HIDDEN,
    features::{BUCKETS, GROUP_OF_INPUT, GROUPS, INPUTS},
    network::{HIDDEN_SCALE, MAX_BIAS, MAX_HIDDEN, MAX_OUTPUT, Network, OUTPUT_SCALE},
    row::Row,
};
use game::Dice;

/// Floating-point weights of a network, including the factors shared by groups of inputs.
#[derive(Clone)]
pub(super) struct Weights {
    pub(super) features: Box<[[f32; HIDDEN]]>,
    /// Contribution of a piece on any point. Few samples are enough to learn it, so that each point
    /// only has to learn its difference.
    groups: Box<[[f32; HIDDEN]]>,
    pub(super) bias: Box<[[f32; HIDDEN]]>,
    /// By bucket: output weights for the mover's neurons and for the opponent's.
    pub(super) output: Box<[[[f32; HIDDEN]; 2]]>,
    pub(super) output_bias: Box<[f32]>,
}

/// Number of weights.
pub(super) const COUNT: usize = (INPUTS + GROUPS + 1 + 2 * BUCKETS) * HIDDEN + BUCKETS;

/// Initial bias: the middle of the range in which neurons respond to their inputs.
const INITIAL_BIAS: f32 = 0.3;

/// Maximum initial weight: 32 inputs usually add up to less than one.
const MAX_INITIAL_WEIGHT: f32 = 0.1;

/// Limits of a weight.
#[derive(Clone, Copy)]
pub(super) struct WeightLimit {
    /// Maximum absolute value that the integers can represent.
    pub(super) max: f32,
    /// Whether weight decay applies.
    pub(super) decays: bool,
}

const FEATURE_LIMIT: WeightLimit =
    WeightLimit { max: MAX_HIDDEN as f32 / HIDDEN_SCALE as f32, decays: true };
const SUMMAND_LIMIT: WeightLimit = WeightLimit { decays: false, ..FEATURE_LIMIT };
const OUTPUT_LIMIT: WeightLimit =
    WeightLimit { max: MAX_OUTPUT as f32 / OUTPUT_SCALE as f32, decays: true };
const OUTPUT_BIAS_LIMIT: WeightLimit =
    WeightLimit { max: MAX_BIAS as f32 / (HIDDEN_SCALE * OUTPUT_SCALE) as f32, decays: false };

impl Weights {
    pub(super) fn zero() -> Weights {
        Weights {
            features: vec![[0.0; HIDDEN]; INPUTS].into(),
            groups: vec![[0.0; HIDDEN]; GROUPS].into(),
            bias: vec![[0.0; HIDDEN]].into(),
            output: vec![[[0.0; HIDDEN]; 2]; BUCKETS].into(),
            output_bias: vec![0.0; BUCKETS].into(),
        }
    }

    pub(super) fn random(dice: &mut dyn Dice) -> Weights {
        let mut draw = || {
            let fraction = dice.roll(1 << 16) as f32 / f32::from(1_u16 << 15) - 1.0;
            MAX_INITIAL_WEIGHT * fraction
        };
        let mut weights = Weights::zero();
        weights.features.as_flattened_mut().fill_with(&mut draw);
        weights.bias[0].fill(INITIAL_BIAS);
        weights.output.as_flattened_mut().as_flattened_mut().fill_with(&mut draw);
        weights
    }

    /// Adds the weights of each group to its inputs: the weights of the network.
    pub(super) fn merged(&self) -> Weights {
        let mut merged = self.clone();
        for (row, &group) in merged.features.iter_mut().zip(&GROUP_OF_INPUT) {
            add(row, &self.groups[usize::from(group)]);
        }
        merged.groups.fill([0.0; HIDDEN]);
        merged
    }

    /// For gradients: adds the gradients of each group's inputs.
    pub(super) fn sum_groups(&mut self) {
        for (row, &group) in self.features.iter().zip(&GROUP_OF_INPUT) {
            add(&mut self.groups[usize::from(group)], row);
        }
    }

    pub(super) fn slices(&self) -> [&[f32]; 5] {
        [
            self.features.as_flattened(),
            self.groups.as_flattened(),
            self.bias.as_flattened(),
            self.output.as_flattened().as_flattened(),
            &self.output_bias,
        ]
    }

    /// All weights, with their limits.
    pub(super) fn slices_mut(&mut self) -> [(&mut [f32], WeightLimit); 5] {
        [
            (self.features.as_flattened_mut(), FEATURE_LIMIT),
            (self.groups.as_flattened_mut(), SUMMAND_LIMIT),
            (self.bias.as_flattened_mut(), SUMMAND_LIMIT),
            (self.output.as_flattened_mut().as_flattened_mut(), OUTPUT_LIMIT),
            (&mut self.output_bias, OUTPUT_BIAS_LIMIT),
        ]
    }

    pub(super) fn clear(&mut self) {
        self.slices_mut().into_iter().for_each(|(slice, _)| slice.fill(0.0));
    }

    /// Converts joined weights to integers.
    pub(super) fn quantised(&self) -> Network {
        let row = |numbers: &[f32; HIDDEN], one: i32, most: i16| {
            let most = f32::from(most);
            Row::new(&numbers.map(|it| (it * one as f32).round().clamp(-most, most) as i16))
        };
        let hidden = |numbers| row(numbers, HIDDEN_SCALE, MAX_HIDDEN);
        let mut output = [[Row::ZERO; 2]; BUCKETS];
        for (rows, numbers) in output.iter_mut().zip(&self.output) {
            *rows = [0, 1].map(|side| row(&numbers[side], OUTPUT_SCALE, MAX_OUTPUT));
        }
        let mut output_bias = [0; BUCKETS];
        for (whole, bias) in output_bias.iter_mut().zip(&self.output_bias) {
            *whole = (bias * (HIDDEN_SCALE * OUTPUT_SCALE) as f32).round() as i32;
        }
        Network {
            features: self.features.iter().map(hidden).collect(),
            bias: hidden(&self.bias[0]),
            output,
            output_bias,
        }
    }
}

#[inline]
pub(super) fn add(sums: &mut [f32; HIDDEN], others: &[f32; HIDDEN]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}
