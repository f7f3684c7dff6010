//! Everything in one SQLite file: WAL, every commit on the disk before it is acknowledged.

mod accounts;
mod archive;
mod backup;
mod eboards;
mod game_log;
mod migrations;
mod options;
mod sealing;
mod side;
mod writer;

pub use backup::{backup, restore};
pub use options::SqliteOptions;
pub use sealing::rotate_key;
pub(crate) use side::side;

use crate::{StoreError, folder, keyring::Keyring};
use sqlx::{Connection, SqliteConnection, SqlitePool, sqlite::SqlitePoolOptions};
use std::{path::Path, sync::Arc};
use writer::WriterHandle;

/// How many connections read beside the one that writes.
const READERS: u32 = 3;

/// A [`Store`](crate::Store) in one SQLite file.
pub struct SqliteStore {
    readers: SqlitePool,
    writer: WriterHandle,
    keys: Arc<Keyring>,
    max_bytes: Option<u64>,
}

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

/// A connection to a file that is private and up to date, and the keys that open all in it.
async fn prepare(options: &SqliteOptions) -> Result<(SqliteConnection, Keyring), StoreError> {
    let file = options.file();
    let unusable =
        |error: std::io::Error| StoreError::File { file: file.to_owned(), what: error.to_string() };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(unusable)?;
    }
    // What SQLite makes beside the file has the file's mode.
    if !file.exists() {
        folder::private_file(file).map_err(unusable)?;
    }
    for beside in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(beside);
        folder::make_private_file(Path::new(&name)).map_err(unusable)?;
    }
    let mut connection = connect(options).await?;
    migrations::run(&mut connection, file).await?;
    let keys = sealing::keys(&mut connection, options).await?;
    Ok((connection, keys))
}

/// A connection to a file that may be anything.
async fn connect(options: &SqliteOptions) -> Result<SqliteConnection, StoreError> {
    SqliteConnection::connect_with(&options.connect()).await.map_err(|error| {
        match migrations::is_no_database(&error) {
            true => StoreError::Foreign(options.file().display().to_string()),
            false => error.into(),
        }
    })
}

/// Runs SQL text as it is, without counting what is begun: of a transaction only SQLite knows
/// whether it goes on.
async fn run(connection: &mut SqliteConnection, script: &'static str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(script).execute(connection).await.map(|_| ())
}
