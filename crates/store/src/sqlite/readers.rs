use super::SqliteOptions;
use crate::StoreError;
use rusqlite::Connection;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Number of reading connections beside the writer's.
const READERS: usize = 3;

/// A pool of read-only connections.
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

    /// Runs a query on a blocking thread.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.free.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let readers = self.clone();
        super::on_blocking_thread(move || {
            let connection = readers.take()?;
            let answer = question(&connection)?;
            // A connection on which a query failed is dropped.
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
