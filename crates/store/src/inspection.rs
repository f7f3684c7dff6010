//! Read-only checks of what a server would find in a store.

use crate::{
    StoreError,
    keyring::{Keyring, PROOF},
};
use std::path::Path;

/// Whether the keys of a file can decrypt a database. For each key in use the database
/// stores its number and a value encrypted with it.
///
/// # Errors
/// [`StoreError::NoKey`] or [`StoreError::WrongKey`].
pub(crate) fn try_keys(
    keys: &Keyring,
    file: &Path,
    database: String,
    in_use: &[(u8, Vec<u8>)],
    has_sealed: bool,
) -> Result<(), StoreError> {
    for (id, proof) in in_use {
        let (id, keys_file) = (*id, file.to_owned());
        if keys.has(id) && keys.unseal(PROOF, proof).is_none() {
            return Err(StoreError::WrongKey { database, keys: keys_file, id });
        }
        if !keys.has(id) && has_sealed {
            return Err(StoreError::NoKey { database, keys: keys_file, id });
        }
    }
    Ok(())
}

/// Checks the size of a database against its limit.
///
/// # Errors
/// [`StoreError::Full`].
pub(crate) fn check_size(used_bytes: u64, max_bytes: u64) -> Result<(), StoreError> {
    if used_bytes >= max_bytes {
        Err(StoreError::Full(format!(
            "it has {} MiB and may have {}",
            used_bytes >> 20,
            max_bytes >> 20
        )))
    } else {
        Ok(())
    }
}
