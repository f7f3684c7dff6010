//! The key with which a server signs the logs of its tables: `sign.key` in the data folder, or
//! another file.

use crate::{input, output};
use anyhow::{Context, Result};
use commit_reveal::SigningKey;
use server::{Env, SystemEnv};
use std::path::Path;

/// File name in a server's folder.
pub const FILE: &str = "sign.key";

/// Reads the key, or creates the file with a random key, readable by its owner only.
///
/// An unreadable key is an error. It is not replaced: pages that know the old key would report a
/// different server.
pub fn signing_key(file: &Path) -> Result<SigningKey> {
    if let Some(key) = known_signing_key(file)? {
        return Ok(key);
    }
    let bytes = SystemEnv.random().context("cannot create the signing key")?;
    output::write_secret(file, &base16ct::lower::encode_string(&bytes))?;
    Ok(SigningKey::from_bytes(bytes))
}

/// Reads the key if the file exists.
pub fn known_signing_key(file: &Path) -> Result<Option<SigningKey>> {
    let Some(text) = input::small_text_if_any(file)? else { return Ok(None) };
    let key = SigningKey::from_hex(text.trim());
    Ok(Some(key.with_context(|| format!("{}: not a signing key", file.display()))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_drawn_once_and_for_its_owner() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE);
        assert!(known_signing_key(&file).expect("no fault").is_none());
        let first = signing_key(&file).expect("a key");
        let again = signing_key(&file).expect("the same key");
        assert_eq!(first.public(), again.public());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(&file).expect("a file");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&file, "x\n").expect("written");
        let error = signing_key(&file).expect_err("a damaged key");
        assert!(format!("{error:#}").contains("not a signing key"), "{error:#}");
    }
}
