//! The SQLite backend: one file in WAL mode; every commit is synced before it is acknowledged.

mod accounts;
mod archive;
mod backup;
mod backup_seal;
mod challenges;
mod connection;
mod copy_endpoint;
mod game_log;
mod inspection;
mod job;
mod kept_seeks;
mod ladders;
mod migrations;
mod moderation;
mod options;
mod puzzles;
mod readers;
mod relations;
mod rotation;
mod rows;
mod schema;
mod sealing;
mod seated_players;
mod smart_boards;
mod store;
mod studies;
mod writer;

pub use accounts::account_in_file;
pub use backup::{Restore, Restored, backup, restore};
pub(crate) use copy_endpoint::copy_endpoint;
pub use inspection::check_sqlite;
pub use moderation::act_in_file;
pub use options::SqliteOptions;
pub use rotation::rotate_key;
pub use store::SqliteStore;

use crate::StoreError;
use connection::prepare;
use readers::Readers;
use std::{path::Path, sync::Arc};

impl SqliteStore {
    /// Opens a file with the default options ([`SqliteOptions::new`]).
    ///
    /// # Errors
    /// As [`SqliteStore::open_with`].
    pub async fn open(file: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(SqliteOptions::new(file)).await
    }

    /// Opens the file and migrates its schema. Creates the file, its folder and its key if they are
    /// missing. Must be called within a Tokio runtime; the writer runs on its own thread.
    ///
    /// # Errors
    /// [`StoreError::Foreign`] or [`StoreError::Newer`] if the file is not a database of this
    /// program, [`StoreError::NoKey`] or [`StoreError::WrongKey`] if its secrets cannot be
    /// decrypted.
    pub async fn open_with(options: SqliteOptions) -> Result<SqliteStore, StoreError> {
        on_blocking_thread(move || {
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

/// Runs blocking SQLite calls on a blocking thread.
async fn on_blocking_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| StoreError::Closed)?
}
