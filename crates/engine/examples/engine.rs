//! The engine alone, quick to build: what `chuhe engine` runs.

use std::io::{self, BufReader};

fn main() -> io::Result<()> {
    engine::serve(BufReader::new(io::stdin()), io::stdout())
}
