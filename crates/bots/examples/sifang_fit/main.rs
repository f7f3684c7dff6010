//! Makes the network that judges sifang where everybody is alone: `play` writes positions of games of the
//! computer against itself, `fit` makes a network of them, and `versus` lets two judges meet.
//!
//! The same arguments give the same positions and the same network, with however many threads.

mod fit;
mod judge;
mod model;
mod play;
mod sample;
mod versus;

use clap::Parser;
use std::error::Error;

/// Makes the network that judges sifang where everybody is alone.
#[derive(Parser)]
enum Arguments {
    /// Plays games and writes their positions.
    Play(play::Play),
    /// Fits a network to positions.
    Fit(fit::Fit),
    /// Lets the best player meet itself with another judge: each has two sides of the four, and both all
    /// of them in turn.
    Versus(versus::Versus),
}

fn main() -> Result<(), Box<dyn Error>> {
    match Arguments::parse() {
        Arguments::Play(arguments) => Ok(arguments.run()?),
        Arguments::Fit(arguments) => arguments.run(),
        Arguments::Versus(arguments) => Ok(arguments.run()?),
    }
}
