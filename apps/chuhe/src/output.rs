//! Output to a file or to the standard output.

use crate::terminal::Results;
use anyhow::{Context, Result};
use atomic_file::Access;
use std::{io::Write, path::Path};

/// Writes a file atomically: an existing file is replaced once the new one is complete and synced.
pub fn write(path: &Path, text: &str) -> Result<()> {
    atomic_file::replace(path, text.as_bytes(), Access::Usual)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a key file that only its owner can read.
pub fn write_secret(path: &Path, key: &str) -> Result<()> {
    atomic_file::replace(path, format!("{key}\n").as_bytes(), Access::Owner)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes to the standard output.
pub fn print(text: &str) -> Result<()> {
    let mut results = Results::new();
    results.write_all(text.as_bytes())?;
    Ok(results.finish()?)
}
