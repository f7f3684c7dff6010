//! What a browser fetches before the first move of a first game. Everything else arrives on demand.

use super::bundle::Bundle;
use anyhow::{Context, Result, bail};
use std::{fs, path::Path};

/// The files: the page with its styles, its scripts, and the first piece of its program. That it
/// asks for no others is a test in `tests/browser`.
const FILES: [&str; 5] = ["index.html", "start.js", "/web.js", "/pieces.js", "/web_bg.wasm"];

/// So many bytes at most, compressed: two seconds at 1.6 Mbit/s.
const MOST_BYTES: u64 = 400_000;

/// Prints how big they are, and fails if they are too big.
pub fn check(folder: &Path, bundle: &Bundle) -> Result<()> {
    let mut sum = 0;
    for end in FILES {
        let file = bundle.paths().find(|path| path.ends_with(end));
        let file = file.with_context(|| format!("no {end} among the pages"))?;
        let path = folder.join(format!("{file}.br"));
        let bytes = fs::metadata(&path).with_context(|| format!("no {}", path.display()))?.len();
        println!("ui      {bytes:>9} bytes compressed: {file}");
        sum += bytes;
    }
    println!("ui      {sum:>9} bytes before the first move of a first game");
    if sum > MOST_BYTES {
        bail!("what a first game needs takes {sum} bytes, and {MOST_BYTES} are allowed");
    }
    Ok(())
}
