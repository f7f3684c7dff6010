//! The size of the puzzles.

use super::bundle::Bundle;
use anyhow::{Context, Result, bail};
use std::{fs, path::Path};

/// Maximum total compressed size of all games' puzzles, in bytes.
const MAX_BYTES: u64 = 400_000;

/// Prints the size and fails if it exceeds the limit.
pub fn check(folder: &Path, bundle: &Bundle) -> Result<()> {
    let mut sum = 0;
    for file in bundle.paths().filter(|path| path.contains("corpus/")) {
        let path = folder.join(format!("{file}.br"));
        sum += fs::metadata(&path).with_context(|| format!("no {}", path.display()))?.len();
    }
    println!("ui      {sum:>9} bytes of puzzles");
    if sum == 0 || sum > MAX_BYTES {
        bail!("the puzzles have {sum} bytes compressed; expected at most {MAX_BYTES}");
    }
    Ok(())
}
