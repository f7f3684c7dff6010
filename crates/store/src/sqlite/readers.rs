use super::SqliteOptions;
use crate::StoreError;
use rusqlite::Connection;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// How many connections read beside the one that writes.
const READERS: usize = 3;

/// Connections that only read.
pub(super) struct Readers {
    options: SqliteOptions,
    idle: Mutex<Vec<Connection>>,
    free: Arc<Semaphore>,
}

impl Readers {
    pub(super) fn new(options: SqliteOptions) -> Readers {
        let free = Arc::new(Semaphore::new(READERS));
        Readers { options, idle: Mutex::default(), free }
    }

    /// Asks on a thread where waiting for the disk holds nobody up.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.free.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let readers = self.clone();
        super::in_place(move || {
            let connection = readers.take()?;
            let answer = question(&connection)?;
            // One on which something failed is not used again.
            readers.lock().push(connection);
            drop(permit);
            Ok(answer)
        })
        .await
    }

    fn take(&self) -> rusqlite::Result<Connection> {
        if let Some(connection) = self.lock().pop() {
            return Ok(connection);
        }
        let connection = self.options.open()?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
