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
    /// Moves committed data from the write-ahead log into the file, so that the file alone is
    /// complete. Called when a server stops.
    ///
    /// # Errors
    /// [`StoreError::Database`]; committed data then remains safe in the write-ahead log.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let options = self.options.clone();
        super::on_blocking_thread(move || {
            Ok(options.open()?.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
        })
        .await
    }
}
