//! The key that registers smart boards: `arbiter.key` in the data folder, or another file.

use crate::{input, output};
use anyhow::{Context, Result, ensure};
use server::{ARBITER_KEY_CHARS, Env, SystemEnv};
use std::path::Path;

/// File name in a server's folder.
pub const FILE: &str = "arbiter.key";

/// Reads the key, or creates the file with a random key, readable by its owner only.
pub fn arbiter_key(file: &Path) -> Result<String> {
    if let Some(key) = known_arbiter_key(file)? {
        return Ok(key);
    }
    let bytes = SystemEnv.random().context("cannot create the arbiter's key")?;
    let key = base16ct::lower::encode_string(&bytes[..16]);
    output::write_secret(file, &key)?;
    Ok(key)
}

/// Reads the key if the file exists.
pub fn known_arbiter_key(file: &Path) -> Result<Option<String>> {
    let Some(text) = input::small_text_if_any(file)? else { return Ok(None) };
    let (key, file) = (text.trim(), file.display());
    let length = key.chars().count();
    ensure!(
        length == 0 || length >= ARBITER_KEY_CHARS,
        "{file}: the arbiter's key has {length} characters and could be guessed; expected at least \
         {ARBITER_KEY_CHARS} (if the file is deleted, a new key is created)"
    );
    Ok((length > 0).then(|| key.to_owned()))
}
