use crate::{
    model::Model,
    sample::{Lessons, logistic},
};
use atomic_file::{Access, replace};
use bots::{
    Seeded,
    sifang::{INPUTS, NEURONS, group_of},
};
use clap::Args;
use game::Dice;
use nnue::training::Recipe;
use std::{error::Error, path::PathBuf};

#[derive(Args)]
pub(crate) struct Fit {
    /// Files with positions.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file of the network.
    #[arg(long)]
    out: PathBuf,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 4)]
    epochs: u32,
    /// Weight of the final points against the search's evaluation, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    result: f32,
    /// Number of positions per step.
    #[arg(long, default_value_t = 4_096)]
    batch: usize,
    /// Initial learning rate.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Weight decay per step, as a share of the learning rate.
    #[arg(long, default_value_t = 1.0)]
    decay: f32,
    /// Seed for the order of the positions and the initial weights.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Games with a number divisible by this are used for validation only.
const KEPT: u32 = 20;

impl Fit {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let [lessons, kept] = Lessons::read(&self.files, KEPT)?;
        eprintln!("{} lessons, {} kept apart", lessons.len(), kept.len());
        if lessons.len() == 0 {
            return Err("no positions to learn from".into());
        }
        let model = self.fit(&lessons, &kept).joined();
        replace(&self.out, &model.network().to_bytes(), Access::Usual)
            .map_err(|error| format!("{}: {error}", self.out.display()))?;
        Ok(())
    }

    /// Trains with Adam; the learning rate falls to a hundredth along half a cosine.
    fn fit(&self, lessons: &Lessons, kept: &Lessons) -> Model {
        let mut dice = Seeded::new(!self.seed);
        let mut model = Model::drawn(&mut dice);
        let (mut means, mut squares) = (Model::zero(), Model::zero());
        let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
        let batch = self.batch.max(1);
        let steps = (lessons.len().div_ceil(batch) as u32 * self.epochs).max(1);
        let recipe = Recipe { rate: self.rate, ..Recipe::default() };
        let mut step = 0;
        for epoch in 1..=self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, dice.roll(at as u32 + 1) as usize);
            }
            for batch in order.chunks(batch) {
                step += 1;
                let Recipe { rate, .. } = recipe.cosine(step as u64, steps as u64);
                let mut slope = self.slope(&model.joined(), lessons, batch);
                let grown = [1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step)];
                let all = model.slices().into_iter().zip(slope.slices()).enumerate();
                let moments = means.slices().into_iter().zip(squares.slices());
                for ((nth, (weights, slopes)), (means, squares)) in all.zip(moments) {
                    // Weight decay applies only to the weights of single squares.
                    let shrunk = if nth == 0 { 1.0 - rate * self.decay } else { 1.0 };
                    for at in 0..weights.len() {
                        means[at] += 0.1 * (slopes[at] - means[at]);
                        squares[at] += 0.001 * (slopes[at] * slopes[at] - squares[at]);
                        let size = (squares[at] / grown[1]).sqrt() + 1e-8;
                        weights[at] = weights[at] * shrunk - rate * means[at] / grown[0] / size;
                    }
                }
            }
            let joined = model.joined();
            let odds = |inputs: &[u16]| joined.odds(&joined.sums(inputs));
            eprintln!(
                "epoch {epoch}: {:.5} of results, {:.5} of what is fitted, {:.5} where it learnt",
                kept.loss(1.0, odds),
                kept.loss(self.result, odds),
                lessons.loss(self.result, odds),
            );
        }
        model
    }

    /// Gradient of a batch's mean loss, for a joined model.
    fn slope(&self, model: &Model, lessons: &Lessons, batch: &[u32]) -> Model {
        let mut slope = Model::zero();
        for at in batch.iter().map(|&at| at as usize) {
            let inputs = lessons.inputs(at);
            let sums = model.sums(inputs);
            let error = logistic(model.odds(&sums)) - lessons.target(at, self.result);
            let error = error / batch.len() as f32;
            slope.bias += error;
            let mut back = [0.0; NEURONS];
            for (neuron, sum) in sums.into_iter().enumerate() {
                let said = sum.clamp(0.0, 1.0);
                slope.outputs[neuron] += error * said * said;
                if sum > 0.0 && sum < 1.0 {
                    back[neuron] = error * model.outputs[neuron] * 2.0 * said;
                }
            }
            slope.biases.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            for &input in inputs {
                let row = &mut slope.rows[usize::from(input)];
                row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            }
        }
        for input in 0..INPUTS {
            if let Some(group) = group_of(input) {
                let row = slope.rows[input];
                slope.groups[group].iter_mut().zip(row).for_each(|(to, from)| *to += from);
            }
        }
        slope
    }
}
