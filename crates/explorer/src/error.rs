/// Why the index cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The database failed.
    #[error("the explorer's database failed: {0}")]
    Database(String),
    /// A stored value cannot be read.
    #[error("the explorer's database is damaged: {0}; rebuild it with `chuhe explorer rebuild`")]
    Damaged(&'static str),
    /// The database was written by a later version.
    #[error("the explorer's database has version {found}, and this program knows {known}")]
    Newer {
        /// Version of the database.
        found: i64,
        /// Version of this program.
        known: i64,
    },
    /// The file is no index.
    #[error("{0} is not a database of the explorer")]
    Foreign(String),
    /// Another follower has added games meanwhile.
    #[error("another server has advanced the explorer")]
    Moved,
    /// The file of the database cannot be used.
    #[error("cannot use {file}: {what}")]
    File {
        /// The file.
        file: String,
        /// Reason of the system.
        what: String,
    },
}

impl From<rusqlite::Error> for IndexError {
    fn from(error: rusqlite::Error) -> IndexError {
        IndexError::Database(error.to_string())
    }
}

impl From<sqlx::Error> for IndexError {
    /// Keeps the database's message, without the statement's values.
    fn from(error: sqlx::Error) -> IndexError {
        IndexError::Database(match error.as_database_error() {
            Some(said) => said.message().to_owned(),
            None => error.to_string(),
        })
    }
}
