//! Checks whether a server could open a file.

use super::{SqliteOptions, connection::connect_to_look, on_blocking_thread, schema, sealing};
use crate::{
    StoreError,
    inspection::{check_size, try_keys},
    keyring::Keyring,
};

/// First schema version with encrypted data.
const SEALED: i64 = 4;

/// Checks whether a server could open a file, without changing it. A missing file is not an error.
///
/// # Errors
/// As [`SqliteStore::open_with`](super::SqliteStore::open_with).
pub async fn check_sqlite(options: &SqliteOptions) -> Result<(), StoreError> {
    let options = options.clone();
    on_blocking_thread(move || look_at(&options)).await
}

fn look_at(options: &SqliteOptions) -> Result<(), StoreError> {
    let keys = Keyring::read(options.keys())?;
    if !options.file().exists() {
        return Ok(());
    }
    let connection = connect_to_look(options.file())?;
    if let Some(max_bytes) = options.max() {
        let size = std::fs::metadata(options.file()).map_or(0, |file| file.len());
        check_size(size, max_bytes)?;
    }
    if schema::checked_version(&connection, options.file())? < SEALED {
        return Ok(());
    }
    let in_use = sealing::keys_in_use(&connection)?;
    let has_sealed = sealing::has_sealed(&connection)?;
    try_keys(&keys, options.keys(), options.file().display().to_string(), &in_use, has_sealed)
}
