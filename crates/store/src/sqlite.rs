//! Everything in one SQLite file: WAL, every commit on the disk before it is acknowledged.

mod accounts;
mod archive;
mod backup;
mod connection;
mod eboards;
mod game_log;
mod job;
mod migrations;
mod options;
mod rotation;
mod script;
mod sealing;
mod side;
mod store;
mod writer;

pub use backup::{backup, restore};
pub use options::SqliteOptions;
pub use rotation::rotate_key;
pub(crate) use side::side;
pub use store::SqliteStore;

use crate::StoreError;
use connection::prepare;
use sqlx::sqlite::SqlitePoolOptions;
use std::{path::Path, sync::Arc};

/// How many connections read beside the one that writes.
const READERS: u32 = 3;

impl SqliteStore {
    /// Opens a file with what [`SqliteOptions::new`] says of it.
    ///
    /// # Errors
    /// As [`SqliteStore::open_with`].
    pub async fn open(file: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(SqliteOptions::new(file)).await
    }

    /// Opens the file, making it, its folder and its key if they are missing, and brings its tables
    /// up to date. Must be called within a tokio runtime, in which the writer then runs.
    ///
    /// # Errors
    /// [`StoreError::Foreign`] or [`StoreError::Newer`] if the file is not ours to read,
    /// [`StoreError::NoKey`] or [`StoreError::WrongKey`] if what is sealed in it cannot be read.
    pub async fn open_with(options: SqliteOptions) -> Result<SqliteStore, StoreError> {
        let (mut connection, keys) = prepare(&options).await?;
        sealing::seal_what_is_plain(&mut connection, &keys).await?;
        let keys = Arc::new(keys);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.connect())
            .await?;
        let (writer, actor) = writer::channel(options.connect(), connection, keys.clone());
        tokio::spawn(actor);
        Ok(SqliteStore { readers, writer, keys, max_bytes: options.max() })
    }
}
