use rusqlite::{Connection, OpenFlags};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// How long a connection waits for another one that writes.
const BUSY: Duration = Duration::from_secs(5);
/// Page size in bytes.
const PAGE_BYTES: u32 = 4096;
/// Prepared-statement cache size; large enough for every statement.
const STATEMENTS: usize = 64;

/// Location and limits of a SQLite store.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    file: PathBuf,
    keys: PathBuf,
    max_bytes: Option<u64>,
}

/// Lets no expression in a schema call a function that has effects.
pub(super) fn distrust_schema(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "trusted_schema", false)
}

impl SqliteOptions {
    /// A database file with its keys in `store.key` beside it and no size limit.
    pub fn new(file: &Path) -> SqliteOptions {
        let keys = crate::DataFolder::keys(file.parent().unwrap_or(Path::new("")));
        SqliteOptions { file: file.to_owned(), keys, max_bytes: None }
    }

    /// Uses another key file.
    #[must_use]
    pub fn key_file(self, keys: PathBuf) -> SqliteOptions {
        SqliteOptions { keys, ..self }
    }

    /// Limits the size of the database in bytes. At the limit, writes fail as on a full disk.
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

    /// Opens the existing file. Queries run on the calling thread.
    pub(super) fn open(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.busy_timeout(BUSY)?;
        distrust_schema(&connection)?;
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        if let Some(pages) = self.max_pages() {
            connection.pragma_update(None, "max_page_count", pages)?;
        }
        Ok(connection)
    }

    fn max_pages(&self) -> Option<i64> {
        self.max_bytes.map(|bytes| (bytes / u64::from(PAGE_BYTES)).clamp(1, u32::MAX.into()) as i64)
    }
}
