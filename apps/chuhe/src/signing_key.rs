//! The key with which a server signs what it tells of its tables: `sign.key` beside the games.

use crate::output;
use anyhow::{Context, Result};
use commit_reveal::SigningKey;
use server::{Source, SystemSource};
use std::{io::ErrorKind, path::Path};

const FILE: &str = "sign.key";

/// The key in a folder, drawn at the first start, readable by the owner alone. One that cannot be
/// read is no reason to draw another: pages would take it for another house's.
pub fn signing_key(folder: &Path) -> Result<SigningKey> {
    let file = folder.join(FILE);
    match std::fs::read_to_string(&file) {
        Ok(text) => {
            let key = SigningKey::from_hex(text.trim());
            return key.with_context(|| format!("{}: it is no key", file.display()));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
    let bytes = SystemSource.random().context("cannot draw the signing key")?;
    output::write_secret(&file, &base16ct::lower::encode_string(&bytes))?;
    Ok(SigningKey::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_drawn_once_and_for_its_owner() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = signing_key(folder.path()).expect("a key");
        let again = signing_key(folder.path()).expect("the same key");
        assert_eq!(first.public(), again.public());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(folder.path().join(FILE)).expect("a file");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(folder.path().join(FILE), "x\n").expect("written");
        let error = signing_key(folder.path()).expect_err("a damaged key");
        assert!(format!("{error:#}").contains("it is no key"), "{error:#}");
    }
}
