//! Trains a network for xiangqi on games written by `selfplay`. The output file is for the engine
//! option `EvalFile`, or ships as `crates/bots/src/xiangqi/xiangqi.nn`.
//!
//! Every twentieth game is held out. The same arguments and samples give the same network, also
//! after an interruption.

use atomic_file::{Access, replace};
use bots::{
    Seeded,
    xiangqi::{
        evaluation::{Counts, WEIGHTS, counts},
        shipped_network,
    },
};
use clap::Parser;
use game::Dice;
use nnue::{
    Sample, UNIT,
    training::{Recipe, Trainer, mean_loss},
};
use std::{
    collections::HashSet,
    error::Error,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};
use xiangqi::Side;

/// Trains a network on positions and writes it.
#[derive(Parser)]
struct Arguments {
    /// Files of samples, packed or text
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long)]
    out: PathBuf,
    /// Number of passes over all samples
    #[arg(long, default_value_t = 20)]
    epochs: u64,
    /// Number of samples per step
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Initial learning rate
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// Weight decay per step, as a share of the learning rate
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Weight of the game's result against the search score, from 0 to 1
    #[arg(long, default_value_t = 0.3)]
    result: f32,
    /// Seed of the sample order and of the initial weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File for the state after every epoch; if it exists, training continues from it
    #[arg(long)]
    checkpoint: Option<PathBuf>,
}

/// Games with a number divisible by this are held out.
const HELD_OUT: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let (samples, held_out) = read(&arguments.files)?;
    eprintln!("seed {}: {} samples, {} held out", arguments.seed, samples.len(), held_out.len());
    let fitted = mean_loss(&held_out, arguments.result, by_weights);
    eprintln!("the weights of docs/engine-design.md: held out {fitted:.6}");
    if let Some(shipped) = shipped_network() {
        let loss = shipped.loss(&held_out, arguments.result);
        eprintln!("the network that ships: held out {loss:.6}");
    }
    let steps = samples.len().div_ceil(arguments.batch.max(1)).max(1) as u64;
    let settings = arguments.settings(samples.len());
    let mut trainer = match &arguments.checkpoint {
        Some(path) if path.exists() => resume(path, &settings)?,
        _ => Trainer::new(&mut Seeded::new(arguments.seed)),
    };
    for epoch in trainer.steps() / steps..arguments.epochs {
        let began = Instant::now();
        let loss = arguments.epoch(&mut trainer, &samples, epoch, steps);
        eprintln!(
            "epoch {}: loss {loss:.6}, held out {:.6}, {:.0} s",
            epoch + 1,
            trainer.loss(&held_out, arguments.result),
            began.elapsed().as_secs_f32(),
        );
        if let Some(path) = &arguments.checkpoint {
            let kept = [settings.as_bytes(), &trainer.to_bytes()].concat();
            replace(path, &kept, Access::Usual)?;
        }
    }
    let network = trainer.network();
    eprintln!("in whole numbers: held out {:.6}", network.loss(&held_out, arguments.result));
    replace(&arguments.out, &network.to_bytes(), Access::Usual)?;
    Ok(())
}

impl Arguments {
    /// The settings that a checkpoint is valid for, as its first line.
    fn settings(&self, samples: usize) -> String {
        let Arguments { epochs, batch, rate, decay, result, seed, .. } = self;
        format!(
            "training: epochs {epochs}, batch {batch}, rate {rate}, decay {decay}, \
             result {result}, seed {seed}, samples {samples}\n"
        )
    }

    /// Trains on every sample once, in a random order. Returns the mean loss.
    fn epoch(&self, trainer: &mut Trainer, samples: &[Sample], epoch: u64, steps: u64) -> f64 {
        let mut dice = Seeded::new(self.seed.wrapping_add(epoch + 1) << 32);
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        (&mut dice as &mut dyn Dice).shuffle(&mut order);
        let recipe = Recipe { rate: self.rate, decay: self.decay, result_share: self.result };
        let mut loss = 0.0;
        for batch in order.chunks(self.batch.max(1)) {
            let batch: Vec<Sample> = batch.iter().map(|&at| samples[at as usize]).collect();
            let recipe = recipe.cosine(trainer.steps(), self.epochs * steps);
            loss += trainer.step(&batch, &recipe, &mut dice) * batch.len() as f64;
        }
        loss / samples.len().max(1) as f64
    }
}

/// The weights' evaluation of a sample for the side to move.
fn by_weights(sample: &Sample) -> f32 {
    let counts = sample.position().map(|position| counts(&position));
    let Ok(Counts { terms, middle }) = counts else { return 0.0 };
    let score = terms.into_iter().map(|(term, count)| {
        let [in_middle, at_end] = WEIGHTS[usize::from(term)].map(f32::from);
        (in_middle * middle + at_end * (1.0 - middle)) * f32::from(count)
    });
    let score = score.sum::<f32>() / UNIT as f32;
    if sample.turn() == Side::Red { score } else { -score }
}

/// Returns the training samples and the held-out ones, without duplicate positions.
fn read(files: &[PathBuf]) -> Result<(Vec<Sample>, Vec<Sample>), Box<dyn Error>> {
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for file in files {
        let fault = |error: &dyn Error| format!("{}: {error}", file.display());
        let bytes = fs::read(file).map_err(|error| fault(&error))?;
        for sample in Sample::read_all(&bytes).map_err(|error| fault(&error))? {
            if seen.insert(sample.position()?.key()) {
                let is_held_out = sample.game.is_multiple_of(HELD_OUT);
                if is_held_out { &mut held_out } else { &mut samples }.push(sample);
            }
        }
    }
    if samples.is_empty() {
        let held_out = held_out.len();
        return Err(format!("no samples to learn from, and {held_out} held out").into());
    }
    Ok((samples, held_out))
}

fn resume(path: &Path, settings: &str) -> Result<Trainer, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let Some(bytes) = bytes.strip_prefix(settings.as_bytes()) else {
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let found =
            String::from_utf8_lossy(&first[..first.len().min(200)]).escape_debug().to_string();
        let expected = settings.trim_end();
        return Err(format!("{}: expected `{expected}`, found `{found}`", path.display()).into());
    };
    Ok(Trainer::from_bytes(bytes).map_err(|error| format!("{}: {error}", path.display()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: an untrained network was written as if it had been trained.
    #[test]
    fn nothing_is_learnt_from_nothing() {
        let file = tempfile::NamedTempFile::new().unwrap();
        // Game 0 is held out.
        for (text, expected) in [
            ("", "no samples to learn from, and 0 held out"),
            (
                "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 60;840;1",
                "no samples to learn from, and 1 held out",
            ),
        ] {
            fs::write(file.path(), text).unwrap();
            let problem = read(&[file.path().to_owned()]).map(|_| ()).unwrap_err();
            assert_eq!(problem.to_string(), expected);
        }
    }
}
