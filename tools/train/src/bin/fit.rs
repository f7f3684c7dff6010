//! Fits the weights of the xiangqi evaluation to games written by `selfplay --weights`, and prints
//! `crates/bots/src/xiangqi/evaluation/weights.rs`.
//!
//! The winning chance is the logistic function of the score. It is fitted to a mix of the game's
//! result and the search score. The same arguments and positions give the same weights.

use bots::xiangqi::evaluation::{Counts, TERMS, WEIGHTS, counts};
use clap::Parser;
use std::{
    error::Error,
    fs,
    io::{self, Write},
    path::PathBuf,
};

/// Fits the xiangqi evaluation to positions and prints its weights.
#[derive(Parser)]
struct Arguments {
    /// Files of positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 400)]
    epochs: u32,
    /// Weight of the game's result against the search score, from 0 to 1
    #[arg(long, default_value_t = 0.25)]
    result: f32,
    /// How strongly a weight is held at its old value where few positions determine it
    #[arg(long, default_value_t = 2e-9)]
    hold: f32,
}

/// A position with its score and result, both for Red.
struct Sample {
    counts: Counts,
    score: f32,
    result: f32,
}

/// Every tenth block of this many positions is held out to check the fit: whole games, except at
/// its ends.
const STRETCH: usize = 2_000;

/// Maximum step of a weight in the first epochs.
const STEP: f32 = 2.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let (samples, kept) = read(&arguments.files)?;
    let unit = fit_unit(&samples);
    eprintln!(
        "{} positions and {} to check; a win is 1 / (1 + e^(-score / {unit}))",
        samples.len(),
        kept.len()
    );
    let targets = |samples: &[Sample]| -> Vec<f32> {
        let blend = |sample: &Sample| {
            let searched = logistic(sample.score / unit);
            arguments.result * sample.result + (1.0 - arguments.result) * searched
        };
        samples.iter().map(blend).collect()
    };
    let (target, kept_target) = (targets(&samples), targets(&kept));
    let first: Vec<[f32; 2]> = WEIGHTS.iter().map(|pair| pair.map(f32::from)).collect();
    let mut fit = Fit::new(first.clone(), unit);
    for epoch in 0..arguments.epochs {
        if epoch % 50 == 0 {
            eprintln!(
                "epoch {epoch}: {:.6} {:.6}",
                fit.loss(&samples, &target),
                fit.loss(&kept, &kept_target)
            );
        }
        let played = epoch as f32 / arguments.epochs as f32;
        let gradient = fit.gradient(&samples, &target);
        fit.step(&gradient, &first, arguments.hold, STEP * (1.0 - played));
    }
    eprintln!("fitted: {:.6} {:.6}", fit.loss(&samples, &target), fit.loss(&kept, &kept_target));
    write(&mut io::stdout().lock(), &fit.weights)?;
    Ok(())
}

/// Returns the positions for fitting and the held-out ones.
fn read(files: &[PathBuf]) -> Result<(Vec<Sample>, Vec<Sample>), Box<dyn Error>> {
    let (mut samples, mut kept) = (Vec::new(), Vec::new());
    for file in files {
        let fault = |error: &dyn Error| format!("{}: {error}", file.display());
        let bytes = fs::read(file).map_err(|error| fault(&error))?;
        let read = nnue::Sample::read_all(&bytes).map_err(|error| fault(&error))?;
        for (at, sample) in read.iter().enumerate() {
            let list = if at / STRETCH % 10 == 9 { &mut kept } else { &mut samples };
            list.push(Sample {
                counts: counts(&sample.position()?),
                score: sample.score.into(),
                result: sample.result.points(),
            });
        }
    }
    if samples.is_empty() {
        let kept = kept.len();
        return Err(format!("no positions to learn from, and {kept} to check").into());
    }
    Ok((samples, kept))
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Fits the score difference that multiplies the odds by *e*, from search scores and results.
fn fit_unit(samples: &[Sample]) -> f32 {
    let loss = |unit: f32| -> f64 {
        samples.iter().map(|one| entropy(logistic(one.score / unit), one.result)).sum()
    };
    let units = (10..=100).map(|tens| 10.0 * tens as f32);
    units.min_by(|&one, &other| loss(one).total_cmp(&loss(other))).unwrap_or(200.0)
}

fn entropy(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Weights being optimised with Adam.
struct Fit {
    weights: Vec<[f32; 2]>,
    unit: f32,
    /// Moving averages of the gradients and of their squares.
    moments: Vec<[[f32; 2]; 2]>,
    steps: i32,
}

impl Fit {
    fn new(weights: Vec<[f32; 2]>, unit: f32) -> Fit {
        let moments = vec![[[0.0; 2]; 2]; weights.len()];
        Fit { weights, unit, moments, steps: 0 }
    }

    fn chance(&self, counts: &Counts) -> f32 {
        let mut sums = [0.0; 2];
        for &(term, count) in &counts.terms {
            let [middle, end] = self.weights[usize::from(term)];
            sums[0] += middle * f32::from(count);
            sums[1] += end * f32::from(count);
        }
        logistic((sums[0] * counts.middle + sums[1] * (1.0 - counts.middle)) / self.unit)
    }

    fn loss(&self, samples: &[Sample], targets: &[f32]) -> f64 {
        let each = samples.iter().zip(targets);
        let sum: f64 = each.map(|(one, &target)| entropy(self.chance(&one.counts), target)).sum();
        sum / samples.len().max(1) as f64
    }

    /// Gradient of the loss by every weight.
    fn gradient(&self, samples: &[Sample], targets: &[f32]) -> Vec<[f32; 2]> {
        let mut gradient = vec![[0.0; 2]; self.weights.len()];
        let share = 1.0 / (self.unit * samples.len() as f32);
        for (one, &target) in samples.iter().zip(targets) {
            let error = (self.chance(&one.counts) - target) * share;
            let by_phase = [error * one.counts.middle, error * (1.0 - one.counts.middle)];
            for &(term, count) in &one.counts.terms {
                let slope = &mut gradient[usize::from(term)];
                slope[0] += by_phase[0] * f32::from(count);
                slope[1] += by_phase[1] * f32::from(count);
            }
        }
        gradient
    }

    fn step(&mut self, gradient: &[[f32; 2]], first: &[[f32; 2]], hold: f32, step: f32) {
        const FADES: [f32; 2] = [0.9, 0.99];
        self.steps += 1;
        let grown = FADES.map(|fade| 1.0 - fade.powi(self.steps));
        for (at, weights) in self.weights.iter_mut().enumerate() {
            for (phase, weight) in weights.iter_mut().enumerate() {
                let slope = gradient[at][phase] + hold * (*weight - first[at][phase]);
                let [mean, square] = &mut self.moments[at];
                mean[phase] += (1.0 - FADES[0]) * (slope - mean[phase]);
                square[phase] += (1.0 - FADES[1]) * (slope * slope - square[phase]);
                let size = (square[phase] / grown[1]).sqrt();
                if size > 0.0 {
                    *weight -= step * mean[phase] / grown[0] / size;
                }
            }
        }
    }
}

/// Number of weights per line.
const PER_LINE: usize = 10;

/// Writes the weights as the evaluation's source file.
fn write(out: &mut impl Write, weights: &[[f32; 2]]) -> io::Result<()> {
    let whole = |weight: f32| weight.round() as i16;
    writeln!(out, "//! Generated by `fit`; see docs/engine-design.md.\n")?;
    writeln!(out, "use super::terms::COUNT;\n")?;
    writeln!(out, "/// The weights of all terms, for the middle of the game and for its end.")?;
    writeln!(out, "#[rustfmt::skip]\npub static WEIGHTS: [[i16; 2]; COUNT] = [")?;
    for term in TERMS {
        writeln!(out, "    // {}", term.name)?;
        for line in weights[term.start..term.start + term.len].chunks(PER_LINE) {
            let pair = |&[middle, end]: &[f32; 2]| format!("[{}, {}],", whole(middle), whole(end));
            writeln!(out, "    {}", line.iter().map(pair).collect::<Vec<_>>().join(" "))?;
        }
    }
    writeln!(out, "];")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: weights fitted to nothing were written as if they had been fitted.
    #[test]
    fn nothing_is_learnt_from_nothing() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for files in [vec![], vec![file.path().to_owned()]] {
            let problem = read(&files).map(|_| ()).unwrap_err().to_string();
            assert!(problem.starts_with("no positions to learn from"), "{files:?}: {problem}");
        }
    }
}
