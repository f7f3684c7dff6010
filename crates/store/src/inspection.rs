//! What a server would find if it opened a store, looked at without changing anything.

use crate::{
    StoreError,
    keyring::{Keyring, PROOF},
};
use std::path::Path;

/// Whether the keys of a file open what is sealed in a database: each key in use is noted there by its
/// number and a proof.
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

/// What whoever would write to a database hears that has become as large as it may.
///
/// # Errors
/// [`StoreError::Full`].
pub(crate) fn check_size(used_bytes: u64, max_bytes: u64) -> Result<(), StoreError> {
    match used_bytes >= max_bytes {
        true => Err(StoreError::Full(format!(
            "it has {} MiB and may have {}",
            used_bytes >> 20,
            max_bytes >> 20
        ))),
        false => Ok(()),
    }
}
