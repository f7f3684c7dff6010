//! Training of networks with floating-point weights, and their conversion to integers.
//!
//! The network learns the probability of a win, the logistic function of the score. The target lies
//! between the score by a search and the result of the game. The same dice and samples give the
//! same network.

mod backprop;
mod weights;

use crate::{Network, Sample, UNIT};
use backprop::{Example, Neurons};
use game::Dice;
use weights::Weights;

/// Settings of a training step.
///
/// ```
/// use nnue::training::Recipe;
///
/// let recipe = Recipe { rate: 2e-3, ..Recipe::default() };
/// assert_eq!(recipe.cosine(0, 100), recipe);
/// assert!(recipe.cosine(100, 100).rate < 3e-5);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// Learning rate.
    pub rate: f32,
    /// Weight decay of a step, as a share of the rate.
    pub decay: f32,
    /// Weight of the game result in the target, from 0 (only the score) to 1 (only the result).
    pub result_share: f32,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { rate: 1e-3, decay: 0.01, result_share: 0.3 }
    }
}

impl Recipe {
    /// The recipe after `done` of `all` steps, with cosine annealing of the rate down to a
    /// hundredth.
    pub fn cosine(self, done: u64, all: u64) -> Recipe {
        let share = done as f32 / all.max(1) as f32;
        let falling = 0.5 * (1.0 + (core::f32::consts::PI * share.min(1.0)).cos());
        Recipe { rate: self.rate * (0.01 + 0.99 * falling), ..self }
    }
}

/// Decay rates of Adam for the mean gradient and the mean squared gradient.
const BETAS: [f32; 2] = [0.9, 0.999];

/// Training state of a network, with the AdamW optimiser.
#[derive(Clone)]
pub struct Trainer {
    weights: Weights,
    /// Means of the gradient and of its square.
    moments: [Weights; 2],
    gradient: Weights,
    steps: u64,
}

impl Trainer {
    /// Creates an untrained network with random weights.
    pub fn new(dice: &mut dyn Dice) -> Trainer {
        Trainer {
            weights: Weights::random(dice),
            moments: [Weights::zero(), Weights::zero()],
            gradient: Weights::zero(),
            steps: 0,
        }
    }

    /// Number of completed steps.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Makes one training step on a batch. Each sample is mirrored at random. Returns the mean loss
    /// before the step.
    pub fn step(&mut self, samples: &[Sample], recipe: &Recipe, dice: &mut dyn Dice) -> f64 {
        self.gradient.clear();
        let weights = self.weights.merged();
        let mut loss = 0.0;
        for sample in samples {
            let example = Example::new(sample, dice.roll(2) == 1);
            let neurons = Neurons::of(&weights, &example);
            let chance = logistic(neurons.forward(&weights));
            let target = target(sample, recipe.result_share);
            loss += entropy(chance, target);
            neurons.backward(&weights, chance - target, &mut self.gradient);
        }
        self.gradient.sum_groups();
        self.adam_step(1.0 / samples.len().max(1) as f32, recipe);
        loss / samples.len().max(1) as f64
    }

    /// Mean loss over samples.
    pub fn loss(&self, samples: &[Sample], result_share: f32) -> f64 {
        let weights = self.weights.merged();
        mean_loss(samples, result_share, |sample| {
            Neurons::of(&weights, &Example::new(sample, false)).forward(&weights)
        })
    }

    /// Converts the weights to a network with integers.
    pub fn network(&self) -> Network {
        self.weights.merged().quantised()
    }

    fn adam_step(&mut self, share: f32, recipe: &Recipe) {
        self.steps += 1;
        let corrections = BETAS.map(|beta| 1.0 - beta.powi(self.steps.min(100_000) as i32));
        let [means, squares] = &mut self.moments;
        let slices = self.weights.slices_mut().into_iter().zip(self.gradient.slices());
        let moments = means.slices_mut().into_iter().zip(squares.slices_mut());
        for (((weights, limit), slopes), ((means, _), (squares, _))) in slices.zip(moments) {
            let moments = means.iter_mut().zip(squares);
            let kept = if limit.decays { 1.0 - recipe.rate * recipe.decay } else { 1.0 };
            for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(moments) {
                let slope = slope * share;
                *mean += (1.0 - BETAS[0]) * (slope - *mean);
                *square += (1.0 - BETAS[1]) * (slope * slope - *square);
                let step = *mean / corrections[0] / ((*square / corrections[1]).sqrt() + 1e-8);
                *weight = (*weight * kept - recipe.rate * step).clamp(-limit.max, limit.max);
            }
        }
    }

    /// Serialises the complete training state, for [`Trainer::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.steps.to_le_bytes().to_vec();
        for weights in [&self.weights, &self.moments[0], &self.moments[1]] {
            let numbers = weights.slices().into_iter().flatten();
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Restores a training state, so that training continues as if it had not been interrupted.
    ///
    /// # Errors
    /// Names what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trainer, String> {
        let expected = 8 + 3 * 4 * weights::COUNT;
        let (head, numbers) = bytes
            .split_first_chunk::<8>()
            .filter(|_| bytes.len() == expected)
            .ok_or_else(|| format!("expected {expected} bytes, found {}", bytes.len()))?;
        let (numbers, _) = numbers.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut read = || {
            let mut weights = Weights::zero();
            for (slice, _) in weights.slices_mut() {
                slice.iter_mut().zip(&mut numbers).for_each(|(weight, number)| *weight = number);
            }
            weights
        };
        let trainer = Trainer {
            weights: read(),
            moments: [read(), read()],
            gradient: Weights::zero(),
            steps: u64::from_le_bytes(*head),
        };
        let is_finite = |all: &Weights| all.slices().into_iter().flatten().all(|it| it.is_finite());
        let is_sound = is_finite(&trainer.weights) && trainer.moments.iter().all(is_finite);
        is_sound.then_some(trainer).ok_or_else(|| "a weight is no number".to_owned())
    }
}

impl Network {
    /// Mean loss over samples, defined as for [`Trainer::loss`].
    pub fn loss(&self, samples: &[Sample], result_share: f32) -> f64 {
        mean_loss(samples, result_share, |sample| {
            let score = sample.position().map_or(0, |position| self.evaluate(&position));
            score as f32 / UNIT as f32
        })
    }
}

/// Mean loss of any evaluation function. `score` returns the score for the side to move in units of
/// [`UNIT`] hundredths of a pawn.
pub fn mean_loss(
    samples: &[Sample],
    result_share: f32,
    mut score: impl FnMut(&Sample) -> f32,
) -> f64 {
    let loss = |sample| entropy(logistic(score(sample)), target(sample, result_share));
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

/// Target probability of a sample, for the side to move.
fn target(sample: &Sample, result_share: f32) -> f32 {
    let (score, points) = sample.for_mover();
    result_share * points + (1.0 - result_share) * logistic(score / UNIT as f32)
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn entropy(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}
