use super::job::WriterHandle;
use crate::{StoreError, keyring::Keyring};
use sqlx::SqlitePool;
use std::sync::Arc;

/// A [`Store`](crate::Store) in one SQLite file.
pub struct SqliteStore {
    pub(super) readers: SqlitePool,
    pub(super) writer: WriterHandle,
    pub(super) keys: Arc<Keyring>,
    pub(super) max_bytes: Option<u64>,
}

impl SqliteStore {
    /// Takes what is committed from the log beside the file over into it, so that the file alone is
    /// the whole house: for the end of a server.
    ///
    /// # Errors
    /// [`StoreError::Database`]; everything committed is safe in the log then, as before.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.readers).await?;
        Ok(())
    }
}
