//! What is read from files that people name: never more of it than there may be, because a device
//! has no end.

use anyhow::{Context, Result, bail, ensure};
use broker::Roots;
use std::{
    io::{self, Read},
    path::Path,
};

/// The largest key, password or list of certificates, in bytes.
const SMALL_BYTES: u64 = 1 << 20;

/// The largest file that is not one of [`crate::convert`]'s, in bytes: what a smart board has seen.
const BYTES: u64 = 1 << 30;

/// A file of a few lines.
pub fn small_text(path: &Path) -> Result<String> {
    read(path, SMALL_BYTES)
}

/// A file of a few lines, if there is one.
pub fn small_text_if_any(path: &Path) -> Result<Option<String>> {
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    match small_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.downcast_ref().is_some_and(is_missing) => Ok(None),
        Err(error) => bail!("cannot read {error:#}"),
    }
}

/// A file that may be long.
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

/// The certificates in a PEM file.
pub fn roots(path: &Path) -> Result<Roots> {
    let text = small_text(path)?;
    Roots::from_pem(text.as_bytes()).with_context(|| path.display().to_string())
}
