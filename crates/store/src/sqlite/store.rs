use super::{job::WriterHandle, readers::Readers};
use crate::{StoreError, keyring::Keyring};
use std::sync::Arc;

/// A [`Store`](crate::Store) in one SQLite file.
pub struct SqliteStore {
    pub(super) options: super::SqliteOptions,
    pub(super) readers: Arc<Readers>,
    pub(super) writer: WriterHandle,
    pub(super) keys: Arc<Keyring>,
}

impl SqliteStore {
    /// Takes what is committed from the log beside the file over into it, so that the file alone is
    /// the whole house: for the end of a server.
    ///
    /// # Errors
    /// [`StoreError::Database`]; everything committed is safe in the log then, as before.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let options = self.options.clone();
        super::in_place(move || {
            Ok(options.open()?.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
        })
        .await
    }
}
