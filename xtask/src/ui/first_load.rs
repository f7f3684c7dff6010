//! The size of the files needed before the first move of a first game. All others are loaded on
//! demand.

use super::bundle::{Bundle, PROGRAM};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path};

/// The files: the page with its styles, its scripts, and the first piece of its program. The
/// texts of one language are added. A test in
/// `tests/browser` checks that the page requests no others.
const FILES: [&str; 5] = ["index.end", "start.js", "/web.js", "/pieces.js", "/web_bg.wasm"];

/// Size of the page's head, which the server sends uncompressed, in bytes.
const HEAD_BYTES: u64 = 1_000;

/// Maximum total compressed size in bytes. 400,000 bytes take two seconds at 1.6 Mbit/s; planned moves,
/// drawn marks, the chat, days as clocks, the announcement, ranges of ratings and computers in open
/// seats take 4 % more. The goal is 330,000 bytes.
const MAX_BYTES: u64 = 416_500;

/// Prints the sizes and fails if the total exceeds the limit.
pub fn check(folder: &Path, bundle: &Bundle) -> Result<()> {
    let mut sum = HEAD_BYTES;
    for end in FILES {
        // The end of the page is only in the folder.
        let file = bundle.paths().find(|path| path.ends_with(end)).unwrap_or(end);
        let path = folder.join(format!("{file}.br"));
        let bytes = fs::metadata(&path).with_context(|| format!("no {}", path.display()))?.len();
        println!("ui      {bytes:>9} bytes compressed: {file}");
        sum += bytes;
    }
    // The texts of the reader's language; the largest file counts.
    let mut largest = 0;
    let texts = bundle.paths().filter(|path| path.starts_with(PROGRAM) && path.ends_with(".txt"));
    for file in texts.filter(|path| !path.ends_with(".more.txt")) {
        let path = folder.join(format!("{file}.br"));
        let bytes = fs::metadata(&path).with_context(|| format!("no {}", path.display()))?.len();
        println!("ui      {bytes:>9} bytes compressed: {file}");
        largest = largest.max(bytes);
    }
    sum += largest;
    println!("ui      {sum:>9} bytes before the first move of a first game");
    if sum > MAX_BYTES {
        bail!("the files of a first game have {sum} bytes, more than {MAX_BYTES}");
    }
    Ok(())
}
