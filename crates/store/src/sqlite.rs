//! Everything in one SQLite file: WAL, every commit on the disk before it is acknowledged.

mod accounts;
mod archive;
mod backup;
mod connection;
mod eboards;
mod game_log;
mod inspection;
mod job;
mod ladders;
mod migrations;
mod options;
mod readers;
mod rotation;
mod rows;
mod sealing;
mod side;
mod store;
mod writer;

pub use backup::{backup, restore};
pub use inspection::check_sqlite;
pub use options::SqliteOptions;
pub use rotation::rotate_key;
pub(crate) use side::side;
pub use store::SqliteStore;

use crate::StoreError;
use connection::prepare;
use readers::Readers;
use std::{path::Path, sync::Arc};

impl SqliteStore {
    /// Opens a file with what [`SqliteOptions::new`] says of it.
    ///
    /// # Errors
    /// As [`SqliteStore::open_with`].
    pub async fn open(file: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(SqliteOptions::new(file)).await
    }

    /// Opens the file, making it, its folder and its key if they are missing, and brings its tables
    /// up to date. Must be called within a tokio runtime; the writer has a thread of its own.
    ///
    /// # Errors
    /// [`StoreError::Foreign`] or [`StoreError::Newer`] if the file is not ours to read,
    /// [`StoreError::NoKey`] or [`StoreError::WrongKey`] if what is sealed in it cannot be read.
    pub async fn open_with(options: SqliteOptions) -> Result<SqliteStore, StoreError> {
        in_place(move || {
            let (mut connection, keys) = prepare(&options)?;
            sealing::seal_what_is_plain(&mut connection, &keys)?;
            let keys = Arc::new(keys);
            let writer = writer::start(options.clone(), connection, keys.clone())
                .map_err(|error| StoreError::Database(error.to_string()))?;
            let readers = Arc::new(Readers::new(options.clone()));
            Ok(SqliteStore { options, readers, writer, keys })
        })
        .await
    }
}

/// Does what calls SQLite in place on a thread where that holds nobody up.
async fn in_place<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| StoreError::Closed)?
}
