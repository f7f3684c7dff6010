//! `chuhe engine`: the computer players for other programs' boards; `chuhe bench`.

use anyhow::{Context, Result};
use std::{
    io::{self, BufReader, Write},
    time::Instant,
};

/// Speaks UCI, or UCCI, on standard input and output.
pub fn run() -> Result<()> {
    engine::serve(BufReader::new(io::stdin()), io::stdout()).context("standard output")
}

/// Searches some positions of xiangqi. The count of nodes is the same everywhere: it tells whether
/// two builds search alike.
pub fn bench() -> Result<()> {
    let began = Instant::now();
    let nodes = bots::xiangqi::bench();
    let seconds = began.elapsed().as_secs_f64().max(1e-6);
    writeln!(io::stdout(), "{nodes} nodes {:.0} nps", nodes as f64 / seconds)?;
    Ok(())
}
