use bots::{
    Seeded,
    sifang::{GROUPS, INPUTS, MAX_BIAS, NEURON_ONE, NEURONS, Network, OUTPUT_ONE, group_of},
};
use game::Dice;

/// The network with floating-point weights. A piece's weight on every square is separate from its
/// weight on a single one, as there are few positions for each square.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) rows: Vec<[f32; NEURONS]>,
    pub(crate) groups: Vec<[f32; NEURONS]>,
    pub(crate) biases: [f32; NEURONS],
    pub(crate) outputs: [f32; NEURONS],
    pub(crate) bias: f32,
}

impl Model {
    pub(crate) fn zero() -> Model {
        Model {
            rows: vec![[0.0; NEURONS]; INPUTS],
            groups: vec![[0.0; NEURONS]; GROUPS],
            biases: [0.0; NEURONS],
            outputs: [0.0; NEURONS],
            bias: 0.0,
        }
    }

    pub(crate) fn drawn(dice: &mut Seeded) -> Model {
        let mut even = |width: f32| width * (dice.roll(20_001) as f32 / 10_000.0 - 1.0);
        let mut model = Model::zero();
        model.rows.as_flattened_mut().iter_mut().for_each(|weight| *weight = even(0.05));
        model.biases.fill(0.3);
        model.outputs.iter_mut().for_each(|weight| *weight = even(0.5));
        model
    }

    /// Adds the separate weights together, and limits all weights to the range of the integers.
    pub(crate) fn joined(&self) -> Model {
        let mut joined = self.clone();
        for (input, row) in joined.rows.iter_mut().enumerate() {
            if let Some(group) = group_of(input) {
                row.iter_mut().zip(&self.groups[group]).for_each(|(to, weight)| *to += weight);
            }
            row.iter_mut().for_each(|weight| *weight = weight.clamp(-1.0, 1.0));
        }
        joined
    }

    /// Sums of the neurons of a joined model.
    pub(crate) fn sums(&self, inputs: &[u16]) -> [f32; NEURONS] {
        let mut sums = self.biases;
        for &input in inputs {
            let row = &self.rows[usize::from(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// Logarithm of the odds.
    pub(crate) fn odds(&self, sums: &[f32; NEURONS]) -> f32 {
        let mut products = [0.0; NEURONS];
        for ((product, sum), output) in products.iter_mut().zip(sums).zip(&self.outputs) {
            let said = sum.clamp(0.0, 1.0);
            *product = said * said * output;
        }
        self.bias + products.iter().sum::<f32>()
    }

    /// All weights, the rows first.
    pub(crate) fn slices(&mut self) -> [&mut [f32]; 5] {
        [
            self.rows.as_flattened_mut(),
            self.groups.as_flattened_mut(),
            &mut self.biases,
            &mut self.outputs,
            core::slice::from_mut(&mut self.bias),
        ]
    }

    /// Integer network of a joined model.
    pub(crate) fn network(&self) -> Network {
        let one = f32::from(NEURON_ONE);
        let short =
            |weight: f32, most: i16| weight.round().clamp(-f32::from(most), f32::from(most)) as i16;
        Network {
            rows: self
                .rows
                .iter()
                .map(|row| row.map(|weight| (weight * one).round() as i8))
                .collect(),
            biases: self.biases.map(|weight| short(weight * one, MAX_BIAS)),
            outputs: self.outputs.map(|weight| short(weight * f32::from(OUTPUT_ONE), i16::MAX)),
            bias: (self.bias * one * one * f32::from(OUTPUT_ONE)).round() as i32,
        }
    }
}
