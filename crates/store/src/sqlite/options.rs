use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// What a page of a file holds, in bytes.
const PAGE_BYTES: u64 = 4096;

/// Where a store keeps what it keeps.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    file: PathBuf,
    keys: PathBuf,
    max_bytes: Option<u64>,
}

impl SqliteOptions {
    /// A file, with its keys beside it in `store.key`, as large as the disk allows.
    pub fn new(file: &Path) -> SqliteOptions {
        let keys = crate::DataFolder::keys(file.parent().unwrap_or(Path::new("")));
        SqliteOptions { file: file.to_owned(), keys, max_bytes: None }
    }

    /// Keeps the keys in another file.
    #[must_use]
    pub fn key_file(self, keys: PathBuf) -> SqliteOptions {
        SqliteOptions { keys, ..self }
    }

    /// Lets the database become so large and no larger, in bytes. Beyond that it takes nothing, as
    /// on a full disk, and does no harm.
    #[must_use]
    pub fn max_bytes(self, bytes: u64) -> SqliteOptions {
        SqliteOptions { max_bytes: Some(bytes), ..self }
    }

    pub(super) const fn max(&self) -> Option<u64> {
        self.max_bytes
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(super) fn keys(&self) -> &Path {
        &self.keys
    }

    /// How SQLite is to open the file.
    pub(super) fn connect(&self) -> SqliteConnectOptions {
        let options = SqliteConnectOptions::new()
            .filename(&self.file)
            .page_size(PAGE_BYTES as u32)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        match self.max_bytes {
            Some(bytes) => {
                options.pragma("max_page_count", (bytes / PAGE_BYTES).max(1).to_string())
            }
            None => options,
        }
    }
}
