//! The engine alone, quick to build; the same as `chuhe engine`.

use std::io::{self, BufReader};

fn main() -> io::Result<()> {
    engine::serve(BufReader::new(io::stdin()), io::stdout())
}
