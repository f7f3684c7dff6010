use crate::{
    HIDDEN,
    features::{BUCKETS, GROUP_OF_INPUT, GROUPS, INPUTS},
    network::{MOST_BIAS, MOST_HIDDEN, MOST_OUTPUT, Network, ONE_HIDDEN, ONE_OUTPUT},
    row::Row,
};
use game::Dice;

/// A fraction for every number of a network, and what they are made up of.
#[derive(Clone)]
pub(super) struct Weights {
    pub(super) features: Box<[[f32; HIDDEN]]>,
    /// What a piece adds wherever it stands: few samples say enough of it, and of its places only
    /// what is particular to them has to be learnt.
    groups: Box<[[f32; HIDDEN]]>,
    pub(super) bias: Box<[[f32; HIDDEN]]>,
    /// By bucket: of the mover's neurons and of the other side's.
    pub(super) output: Box<[[[f32; HIDDEN]; 2]]>,
    pub(super) output_bias: Box<[f32]>,
}

/// How many there are.
pub(super) const COUNT: usize = (INPUTS + GROUPS + 1 + 2 * BUCKETS) * HIDDEN + BUCKETS;

/// What the neurons begin with: in the middle of where they answer to their inputs.
const FIRST_BIAS: f32 = 0.3;

/// The largest of the weights that are drawn: thirty-two of a kind add up to less than one, mostly.
const FIRST_WEIGHT: f32 = 0.1;

/// What holds weights back.
#[derive(Clone, Copy)]
pub(super) struct Hold {
    /// How large they may grow: what whole numbers can say of them.
    pub(super) most: f32,
    /// Whether they are drawn to zero.
    pub(super) decays: bool,
}

const OF_FEATURES: Hold = Hold { most: MOST_HIDDEN as f32 / ONE_HIDDEN as f32, decays: true };
const OF_SUMMANDS: Hold = Hold { decays: false, ..OF_FEATURES };
const OF_OUTPUT: Hold = Hold { most: MOST_OUTPUT as f32 / ONE_OUTPUT as f32, decays: true };
const OF_OUTPUT_BIAS: Hold =
    Hold { most: MOST_BIAS as f32 / (ONE_HIDDEN * ONE_OUTPUT) as f32, decays: false };

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

    pub(super) fn drawn(dice: &mut dyn Dice) -> Weights {
        let mut draw = || {
            let fraction = dice.roll(1 << 16) as f32 / f32::from(1_u16 << 15) - 1.0;
            FIRST_WEIGHT * fraction
        };
        let mut weights = Weights::zero();
        weights.features.as_flattened_mut().fill_with(&mut draw);
        weights.bias[0].fill(FIRST_BIAS);
        weights.output.as_flattened_mut().as_flattened_mut().fill_with(&mut draw);
        weights
    }

    /// The weights of a network: what is common to a group is with every input of it.
    pub(super) fn joined(&self) -> Weights {
        let mut joined = self.clone();
        for (row, &group) in joined.features.iter_mut().zip(&GROUP_OF_INPUT) {
            add(row, &self.groups[usize::from(group)]);
        }
        joined.groups.fill([0.0; HIDDEN]);
        joined
    }

    /// Of slopes: those of the groups are the sums of their inputs'.
    pub(super) fn sum_up_groups(&mut self) {
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

    /// Each with what holds it back.
    pub(super) fn slices_mut(&mut self) -> [(&mut [f32], Hold); 5] {
        [
            (self.features.as_flattened_mut(), OF_FEATURES),
            (self.groups.as_flattened_mut(), OF_SUMMANDS),
            (self.bias.as_flattened_mut(), OF_SUMMANDS),
            (self.output.as_flattened_mut().as_flattened_mut(), OF_OUTPUT),
            (&mut self.output_bias, OF_OUTPUT_BIAS),
        ]
    }

    pub(super) fn clear(&mut self) {
        self.slices_mut().into_iter().for_each(|(slice, _)| slice.fill(0.0));
    }

    /// In whole numbers, of weights that are joined.
    pub(super) fn quantised(&self) -> Network {
        let row = |numbers: &[f32; HIDDEN], one: i32, most: i16| {
            let most = f32::from(most);
            Row::new(&numbers.map(|it| (it * one as f32).round().clamp(-most, most) as i16))
        };
        let hidden = |numbers| row(numbers, ONE_HIDDEN, MOST_HIDDEN);
        let mut output = [[Row::ZERO; 2]; BUCKETS];
        for (rows, numbers) in output.iter_mut().zip(&self.output) {
            *rows = [0, 1].map(|side| row(&numbers[side], ONE_OUTPUT, MOST_OUTPUT));
        }
        let mut output_bias = [0; BUCKETS];
        for (whole, bias) in output_bias.iter_mut().zip(&self.output_bias) {
            *whole = (bias * (ONE_HIDDEN * ONE_OUTPUT) as f32).round() as i32;
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
