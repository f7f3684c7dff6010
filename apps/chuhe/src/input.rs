//! Reads files named by the user, with a size limit: a device such as `/dev/zero` has no end.

use anyhow::{Context, Result, bail, ensure};
use broker::Roots;
use std::{
    io::{self, Read},
    path::Path,
};

/// Maximum size of a key, password or certificate file.
const SMALL_BYTES: u64 = 1 << 20;

/// Maximum size of other files, such as a smart board's log. [`crate::convert`] has its own limit.
const BYTES: u64 = 1 << 30;

/// Reads a small text file.
pub fn small_text(path: &Path) -> Result<String> {
    read(path, SMALL_BYTES)
}

/// Reads a small text file if it exists.
pub fn small_text_if_any(path: &Path) -> Result<Option<String>> {
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    match small_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.downcast_ref().is_some_and(is_missing) => Ok(None),
        Err(error) => bail!("cannot read {error:#}"),
    }
}

/// Reads a text file that may be long.
pub fn text(path: &Path) -> Result<String> {
    read(path, BYTES)
}

fn read(path: &Path, most: u64) -> Result<String> {
    let read = || -> Result<String> {
        let mut text = String::new();
        std::fs::File::open(path)?.take(most + 1).read_to_string(&mut text)?;
        ensure!(text.len() as u64 <= most, "expected at most {most} bytes");
        Ok(text)
    };
    read().with_context(|| path.display().to_string())
}

/// Reads the certificates in a PEM file.
pub fn roots(path: &Path) -> Result<Roots> {
    let text = small_text(path)?;
    Roots::from_pem(text.as_bytes()).with_context(|| path.display().to_string())
}
