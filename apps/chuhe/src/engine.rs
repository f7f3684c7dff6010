//! `chuhe engine`: the computer players as an engine for other programs; `chuhe bench`.

use crate::terminal;
use anyhow::{Context, Result};
use std::{
    io::{self, BufReader},
    time::{Duration, Instant},
};

/// Arguments of `chuhe engine`.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Play banqi over the line protocol of Taiwanese tournaments (`flip`, `move`, `genmove`)
    #[arg(long)]
    tournament: bool,
    /// Time per move in milliseconds, if the referee sends none
    #[arg(long, default_value_t = 2_000, requires = "tournament")]
    ms: u64,
}

/// Runs the engine protocol on standard input and output.
pub fn run(args: &EngineArgs) -> Result<()> {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    if args.tournament {
        engine::serve_tournament(input, output, Duration::from_millis(args.ms))
    } else {
        engine::serve(input, output)
    }
    .context("cannot use standard input and output")
}

/// Searches a fixed set of xiangqi positions. The node count is the same on every machine: a
/// different count means that the search has changed.
pub fn bench() -> Result<()> {
    let began = Instant::now();
    let nodes = bots::xiangqi::bench();
    let seconds = began.elapsed().as_secs_f64().max(1e-6);
    Ok(terminal::print(format_args!("{nodes} nodes {:.0} nps", nodes as f64 / seconds))?)
}
