//! Trains the evaluation network of banqi for rules with points: plays games of the computer
//! against itself, fits the network to their results, and prints the file
//! `crates/bots/src/banqi/weights.rs`.
//!
//! The same arguments give the same weights on the same machine, with any number of threads.

use arena::in_threads;
use banqi::{Banqi, Options};
use bots::{
    BanqiBot, Bot, Level, Limits, Seeded,
    banqi::{
        FEATURE_ONE, FEATURES, Features, INPUT_ONE, NETWORK, NEURON_MAX, NEURON_ONE, NEURONS,
        OUTPUT_ONE, features,
    },
};
use clap::Parser;
use game::{Dice, Game, Observer, Played, Turn};
use std::{
    convert::Infallible,
    error::Error,
    io::{self, Write},
};

/// Trains the evaluation network of banqi on games of the computer against itself.
#[derive(Parser)]
struct Arguments {
    /// Number of games.
    #[arg(long, default_value_t = 6_000)]
    games: u32,
    /// Seed of the first game; the following games use the next numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of nodes per action.
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Weight of the game's result against the search's evaluation, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    result: f32,
    /// Percentage of random actions.
    #[arg(long, default_value_t = 5)]
    drawn: u32,
    /// Number of passes over all positions.
    #[arg(long, default_value_t = 4)]
    epochs: u32,
    /// Number of games played at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Position, the expected score of the side to move by the search, and its final score.
struct Sample {
    features: Features,
    expected: f32,
    result: f32,
}

/// One of this number of games is used for validation only.
const KEPT: usize = 20;
/// Maximum number of plies; longer games are draws.
const MAX_PLIES: usize = 400;
/// Score difference that multiplies the odds by `e`, in hundredths of a point.
const LEAD: f32 = 900.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let [samples, kept] = lessons(&arguments)?;
    eprintln!("{} positions, {} to check", samples.len(), kept.len());
    eprintln!("the network as it is: {:.5}", loss(&Model::of_network(), &kept, 1.0));
    let model = fit(&samples, &kept, &arguments);
    write_weights(&model, &mut io::stdout().lock())?;
    Ok(())
}

/// Positions for training and for validation.
fn lessons(arguments: &Arguments) -> Result<[Vec<Sample>; 2], String> {
    let (mut samples, mut kept) = (Vec::new(), Vec::new());
    for (number, game) in play_all(arguments).into_iter().enumerate() {
        if number % KEPT == 0 { kept.extend(game) } else { samples.extend(game) }
    }
    if samples.is_empty() {
        Err(format!(
            "--games {}: no positions to learn from; the first game of {KEPT} is kept apart",
            arguments.games
        ))
    } else {
        Ok([samples, kept])
    }
}

fn play_all(arguments: &Arguments) -> Vec<Vec<Sample>> {
    let work = |number: u32| {
        let samples = play(arguments, number);
        if number.is_multiple_of(500) {
            eprintln!("{number} games");
        }
        (number, samples)
    };
    let mut numbered: Vec<(u32, Vec<Sample>)> = Vec::new();
    let Ok(()) = in_threads(arguments.threads, arguments.games, work, |done| {
        numbered.push(done);
        Ok::<(), Infallible>(())
    });
    numbered.sort_by_key(|(number, _)| *number);
    numbered.into_iter().map(|(_, samples)| samples).collect()
}

/// Plays one game and returns its positions from the first flip on.
fn play(arguments: &Arguments, number: u32) -> Vec<Sample> {
    let mut dice = Seeded::new(arguments.seed.wrapping_add(number.into()));
    let deal = Banqi::deal(&Options::SEED, &mut dice);
    let mut game = Banqi::start(Options::SEED, deal);
    let mut bots = [0, 1].map(|_| BanqiBot::new(Level::Top));
    let limits = Limits::of_nodes(arguments.nodes);
    let mut told: Vec<Played<banqi::Action>> = Vec::new();
    let mut seen = Vec::new();
    while let Turn::Seat(seat) = game.turn()
        && told.len() < MAX_PLIES
    {
        let view = game.view(Observer::Seat(seat));
        let Some(choice) = bots[seat.index()].choose(&view, &told, &limits, &mut dice) else {
            break;
        };
        if let Some(color) = view.board().turn() {
            let odds = (choice.score as f32 / LEAD).clamp(-12.0, 12.0);
            seen.push((seat, features(view.board(), color), logistic(odds)));
        }
        let mut action = choice.action;
        let legal = game.legal(seat);
        if dice.roll(100) < arguments.drawn {
            action = legal[dice.roll(legal.len() as u32) as usize];
        }
        match game.play(seat, action) {
            Ok(played) => told.push(played),
            Err(_) => break,
        }
    }
    let winner = game.outcome().and_then(|outcome| outcome.winners.iter().next());
    let sample = |(seat, features, expected)| {
        let result = winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 });
        Sample { features, expected, result }
    };
    seen.into_iter().map(sample).collect()
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The network with floating-point weights.
#[derive(Clone)]
struct Model {
    inputs: Vec<[f32; FEATURES]>,
    biases: [f32; NEURONS],
    outputs: [f32; NEURONS],
    bias: f32,
}

/// Maximum output of a neuron.
const MAX_ACTIVATION: f32 = NEURON_MAX as f32 / NEURON_ONE as f32;

impl Model {
    fn zero() -> Model {
        Model {
            inputs: vec![[0.0; FEATURES]; NEURONS],
            biases: [0.0; NEURONS],
            outputs: [0.0; NEURONS],
            bias: 0.0,
        }
    }

    fn drawn(dice: &mut Seeded) -> Model {
        let mut even = |width: f32| width * (dice.roll(20_001) as f32 / 10_000.0 - 1.0);
        let mut model = Model::zero();
        for neuron in 0..NEURONS {
            model.inputs[neuron].iter_mut().for_each(|weight| *weight = even(0.12));
            model.biases[neuron] = 0.2 + even(0.2);
            model.outputs[neuron] = even(0.3);
        }
        model
    }

    fn of_network() -> Model {
        let mut model = Model::zero();
        for neuron in 0..NEURONS {
            let weights = NETWORK.inputs[neuron].iter();
            let ones = weights.map(|&weight| f32::from(weight) / INPUT_ONE as f32);
            model.inputs[neuron].iter_mut().zip(ones).for_each(|(to, weight)| *to = weight);
            model.biases[neuron] = NETWORK.biases[neuron] as f32 / input_unit();
            model.outputs[neuron] = f32::from(NETWORK.outputs[neuron]) / OUTPUT_ONE as f32;
        }
        model.bias = NETWORK.bias as f32 / (NEURON_ONE * OUTPUT_ONE) as f32;
        model
    }

    /// Outputs of the neurons, and the logarithm of the odds.
    fn run(&self, inputs: &[f32; FEATURES]) -> ([f32; NEURONS], f32) {
        let mut said = [0.0; NEURONS];
        let mut odds = self.bias;
        for (neuron, said) in said.iter_mut().enumerate() {
            let mut sums = [0.0f32; 8];
            let weights = self.inputs[neuron].chunks_exact(8);
            for (weights, inputs) in weights.zip(inputs.chunks_exact(8)) {
                for lane in 0..8 {
                    sums[lane] += weights[lane] * inputs[lane];
                }
            }
            let sum: f32 = self.biases[neuron] + sums.iter().sum::<f32>();
            *said = sum.clamp(0.0, MAX_ACTIVATION);
            odds += *said * self.outputs[neuron];
        }
        (said, odds)
    }

    /// All weights as consecutive slices.
    fn slices(&mut self) -> Vec<&mut [f32]> {
        let mut all: Vec<&mut [f32]> = self.inputs.iter_mut().map(|row| &mut row[..]).collect();
        all.push(&mut self.biases);
        all.push(&mut self.outputs);
        all.push(core::slice::from_mut(&mut self.bias));
        all
    }
}

/// Input sum that corresponds to one.
fn input_unit() -> f32 {
    (INPUT_ONE * i32::from(FEATURE_ONE)) as f32
}

fn in_fractions(features: &Features) -> [f32; FEATURES] {
    features.map(|feature| f32::from(feature) / f32::from(FEATURE_ONE))
}

fn target(sample: &Sample, result: f32) -> f32 {
    result * sample.result + (1.0 - result) * sample.expected
}

/// Mean logistic loss.
fn loss(model: &Model, samples: &[Sample], result: f32) -> f64 {
    let lost = |sample: &Sample| {
        let chance = logistic(model.run(&in_fractions(&sample.features)).1).clamp(1e-6, 1.0 - 1e-6);
        let target = target(sample, result);
        f64::from(-target * chance.ln() - (1.0 - target) * (1.0 - chance).ln())
    };
    samples.iter().map(lost).sum::<f64>() / samples.len().max(1) as f64
}

/// Number of positions per step.
const BATCH: usize = 512;

/// Trains with Adam and a learning rate that falls to zero.
fn fit(samples: &[Sample], kept: &[Sample], arguments: &Arguments) -> Model {
    let mut dice = Seeded::new(!arguments.seed);
    let mut model = Model::drawn(&mut dice);
    let (mut means, mut squares) = (Model::zero(), Model::zero());
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = (samples.len().div_ceil(BATCH) as u32 * arguments.epochs).max(1);
    let mut step = 0;
    for epoch in 0..arguments.epochs {
        for at in (1..order.len()).rev() {
            order.swap(at, dice.roll(at as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            step += 1;
            let rate = 0.002 * (1.0 - step as f32 / steps as f32).max(0.02);
            let mut slope = slope(&model, samples, batch, arguments.result);
            let corrections = [1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step)];
            let all = model.slices().into_iter().zip(slope.slices());
            for ((weights, slopes), (means, squares)) in
                all.zip(means.slices().into_iter().zip(squares.slices()))
            {
                for at in 0..weights.len() {
                    means[at] += 0.1 * (slopes[at] - means[at]);
                    squares[at] += 0.001 * (slopes[at] * slopes[at] - squares[at]);
                    let size = (squares[at] / corrections[1]).sqrt() + 1e-8;
                    weights[at] -= rate * (means[at] / corrections[0] / size + 0.005 * weights[at]);
                }
            }
        }
        eprintln!(
            "epoch {}: {:.5} of results, {:.5} of what is fitted",
            epoch + 1,
            loss(&model, kept, 1.0),
            loss(&model, kept, arguments.result)
        );
    }
    model
}

/// Gradient of a batch's mean loss.
fn slope(model: &Model, samples: &[Sample], batch: &[u32], result: f32) -> Model {
    let mut slope = Model::zero();
    for &at in batch {
        let sample = &samples[at as usize];
        let inputs = in_fractions(&sample.features);
        let (said, odds) = model.run(&inputs);
        let error = (logistic(odds) - target(sample, result)) / batch.len() as f32;
        slope.bias += error;
        for (neuron, said) in said.into_iter().enumerate() {
            slope.outputs[neuron] += error * said;
            if said > 0.0 && said < MAX_ACTIVATION {
                let error = error * model.outputs[neuron];
                slope.biases[neuron] += error;
                for (slope, input) in slope.inputs[neuron].iter_mut().zip(&inputs) {
                    *slope += error * input;
                }
            }
        }
    }
    slope
}

fn write_weights(model: &Model, out: &mut impl Write) -> io::Result<()> {
    let short = |weight: f32, one: i32| {
        (weight * one as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    };
    writeln!(out, "//! Generated by `banqi_fit`; see `docs/engine-design.md`.\n")?;
    writeln!(out, "use super::network::Network;\n")?;
    writeln!(out, "/// What judges banqi where points decide.")?;
    writeln!(out, "#[rustfmt::skip]\npub static NETWORK: Network = Network {{\n    inputs: [")?;
    for row in &model.inputs {
        let row: Vec<String> = row.iter().map(|&w| short(w, INPUT_ONE).to_string()).collect();
        writeln!(out, "        [{}],", row.join(", "))?;
    }
    let biases: Vec<String> = model
        .biases
        .iter()
        .map(|bias| ((bias * input_unit()).round() as i32).to_string())
        .collect();
    writeln!(out, "    ],\n    biases: [{}],", biases.join(", "))?;
    let outputs: Vec<String> =
        model.outputs.iter().map(|&weight| short(weight, OUTPUT_ONE).to_string()).collect();
    writeln!(out, "    outputs: [{}],", outputs.join(", "))?;
    writeln!(out, "    bias: {},", (model.bias * (NEURON_ONE * OUTPUT_ONE) as f32).round() as i32)?;
    writeln!(out, "}};")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: an untrained network was written as if it had been trained.
    #[test]
    fn nothing_is_learnt_from_nothing() {
        for (games, is_enough) in [("0", false), ("1", false), ("2", true)] {
            let arguments = Arguments::parse_from(["banqi_fit", "--nodes", "20", "--games", games]);
            let lessons = lessons(&arguments);
            assert_eq!(lessons.is_ok(), is_enough, "{games} games");
            if let Err(problem) = lessons {
                assert!(problem.contains("no positions to learn from"), "{problem}");
            }
        }
    }
}
