//! `chuhe engine`: the computer players for other programs' boards.

use anyhow::{Context, Result};
use std::io::{self, BufReader};

/// Speaks UCI, or UCCI, on standard input and output.
pub fn run() -> Result<()> {
    engine::serve(BufReader::new(io::stdin()), io::stdout()).context("standard output")
}
