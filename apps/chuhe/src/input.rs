//! What is read from files that people name.

use anyhow::{Context, Result, ensure};
use broker::Roots;
use std::{io::Read, path::Path};

/// The largest key, password or list of certificates, in bytes: a device that has no end is no file.
const SMALL_BYTES: u64 = 1 << 20;

/// A file of a few lines.
pub fn small_text(path: &Path) -> Result<String> {
    let read = || -> Result<String> {
        let mut text = String::new();
        std::fs::File::open(path)?.take(SMALL_BYTES + 1).read_to_string(&mut text)?;
        ensure!(text.len() as u64 <= SMALL_BYTES, "expected at most {SMALL_BYTES} bytes");
        Ok(text)
    };
    read().with_context(|| path.display().to_string())
}

/// The certificates in a PEM file.
pub fn roots(path: &Path) -> Result<Roots> {
    let text = small_text(path)?;
    Roots::from_pem(text.as_bytes()).with_context(|| path.display().to_string())
}
