//! The size of the files that the start page needs until its lists can be used. All others are loaded
//! later.

use super::{
    bundle::{Bundle, PROGRAM},
    packs::{FilesOfParts, START},
};
use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, fs, path::Path};

/// The first files: the page with its styles, its scripts, and the first piece of its program. The
/// texts of one language are added, and the files of [`START`]. A test in `tests/browser` checks that
/// the page requests no others.
const FILES: [&str; 6] =
    ["index.end", "start.js", "/web.js", "/pieces.js", "/web_bg.wasm", "fonts/serif-latin.woff2"];

/// The part that is loaded when the start page is complete.
const NEXT_PART: &str = "first_game";

/// Size of the page's head, which the server sends uncompressed, in bytes.
const HEAD_BYTES: u64 = 1_000;

/// Maximum total compressed size in bytes.
const MAX_BYTES: u64 = 330_000;

/// Prints the sizes and fails if the total exceeds the limit.
pub fn check(folder: &Path, bundle: &Bundle, files_of: &FilesOfParts) -> Result<()> {
    let size_of = |end: &str| -> Result<u64> {
        // The end of the page is only in the folder.
        let file = bundle.paths().find(|path| path.ends_with(end)).unwrap_or(end);
        let path = folder.join(format!("{file}.br"));
        Ok(fs::metadata(&path).with_context(|| format!("no {}", path.display()))?.len())
    };
    let mut sum = HEAD_BYTES;
    let of_parts: BTreeSet<&String> = START.iter().flat_map(|part| &files_of[*part]).collect();
    for end in FILES.into_iter().chain(of_parts.iter().map(|file| file.as_str())) {
        let bytes = size_of(end)?;
        println!("ui      {bytes:>9} bytes compressed: {end}");
        sum += bytes;
    }
    // The texts of the reader's language; the largest file counts.
    let mut largest = 0;
    let texts = bundle.paths().filter(|path| path.starts_with(PROGRAM) && path.ends_with(".txt"));
    for file in texts.filter(|path| !path.ends_with(".more.txt")) {
        let bytes = size_of(file)?;
        println!("ui      {bytes:>9} bytes compressed: {file}");
        largest = largest.max(bytes);
    }
    sum += largest;
    println!("ui      {sum:>9} bytes until the start page is complete");
    let mut game = 0;
    for file in files_of[NEXT_PART].iter().filter(|file| !of_parts.contains(file)) {
        game += size_of(file)?;
    }
    println!("ui      {game:>9} bytes more until the first game");
    if sum > MAX_BYTES {
        bail!("the files of the start page have {sum} bytes, more than {MAX_BYTES}");
    }
    Ok(())
}
