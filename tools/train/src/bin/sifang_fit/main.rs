//! Trains the evaluation network of solo sifang. `play` writes positions of games of the computer
//! against itself, `fit` trains a network on them, and `versus` compares two evaluations.
//!
//! The same arguments give the same positions and the same network, with any number of threads.

mod fit;
mod judge;
mod model;
mod play;
mod sample;
mod versus;

use clap::Parser;
use std::error::Error;

/// Trains the evaluation network of solo sifang.
#[derive(Parser)]
enum Arguments {
    /// Plays games and writes their positions.
    Play(play::Play),
    /// Trains a network on positions.
    Fit(fit::Fit),
    /// Plays a match between two evaluations of the best player. Each has two of the four sides,
    /// and both have all sides in turn.
    Versus(versus::Versus),
}

fn main() -> Result<(), Box<dyn Error>> {
    match Arguments::parse() {
        Arguments::Play(arguments) => Ok(arguments.run()?),
        Arguments::Fit(arguments) => arguments.run(),
        Arguments::Versus(arguments) => Ok(arguments.run()?),
    }
}
