use std::path::PathBuf;

/// Why the store could not do it. Never holds an event's text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such game.
    #[error("there is no game `{0}`")]
    NoGame(String),
    /// The game has begun, and what has begun is never deleted.
    #[error("game `{0}` has begun and stays")]
    Begun(String),
    /// Somebody else has appended meanwhile.
    #[error("game `{game}` stands at event {found}, not {expected}")]
    Stale {
        /// The game.
        game: String,
        /// What the writer expected.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// Somebody else has advanced the ladders meanwhile.
    #[error("the ladders stand at step {found}, not {expected}")]
    FoldMoved {
        /// What whoever would advance them expected.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// The ladders were reckoned by a later version.
    #[error(
        "the ladders were reckoned by a later version of chuhe (version {found} of the reckoning, \
             this program knows {known})"
    )]
    NewerLadders {
        /// The version that stands there.
        found: u32,
        /// The latest this program knows.
        known: u32,
    },
    /// The log does not hold what was written.
    #[error("the log of game `{game}` is damaged at event {seq}")]
    Damaged {
        /// The game.
        game: String,
        /// The first event that is not what was written; the number of events if the end is gone.
        seq: u64,
    },
    /// The tokens of a game are not those that were written.
    #[error("the seat tokens of game `{0}` are damaged")]
    DamagedTokens(String),
    /// What is sealed of a board cannot be opened.
    #[error("the key of board `{0}` is damaged")]
    DamagedBoard(String),
    /// Another player has this name.
    #[error("this name is taken")]
    NameTaken,
    /// The password that was proven is not the player's, or no longer.
    #[error("the password has changed meanwhile")]
    PasswordChanged,
    /// The database failed. What was to be appended is most likely not there; whoever must know
    /// reads it again.
    #[error("the database failed: {0}")]
    Database(String),
    /// There is no room for more: on the disk, or by the limit that was set.
    #[error("the database is full: {0}")]
    Full(String),
    /// The database can only be read, for now: its disk is full, or whoever looks after it has closed it.
    #[error("the database can only be read: {0}")]
    ReadOnly(String),
    /// The database is of something else, or the file none at all.
    #[error("{0} is not a database of chuhe")]
    Foreign(String),
    /// The database was written by a later version.
    #[error(
        "{database} was written by a later version of chuhe (tables of version {found}, this \
             program knows {known})"
    )]
    Newer {
        /// The database: a file, or an address without its password.
        database: String,
        /// The version of its tables.
        found: i64,
        /// The latest this program knows.
        known: i64,
    },
    /// Something is sealed with a key that is not there.
    #[error("what is secret in {database} is sealed with key {id}, which is not in {}: \
             put the key file back, or name it with --key-file", .keys.display())]
    NoKey {
        /// The database.
        database: String,
        /// Where the key was looked for.
        keys: PathBuf,
        /// Its number.
        id: u8,
    },
    /// The key of this number is another house's.
    #[error("key {id} in {} is not the one with which {database} was sealed", .keys.display())]
    WrongKey {
        /// The database.
        database: String,
        /// The file of the key.
        keys: PathBuf,
        /// Its number.
        id: u8,
    },
    /// The file of the keys cannot be read or written, or has something else in it.
    #[error("key file {}: {what}", .file.display())]
    KeyFile {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file of the store cannot be read or written.
    #[error("{}: {what}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// What should be the address of a database is none. Never holds the address.
    #[error("the store's address cannot be used: {0}")]
    Address(String),
    /// The database cannot be reached, or lets us not in.
    #[error("{database} cannot be opened: {what}")]
    Unreachable {
        /// The database.
        database: String,
        /// What is wrong.
        what: String,
    },
    /// The database is not fit to keep what a server promises to keep.
    #[error("{database} cannot be used: {what}")]
    Unfit {
        /// The database.
        database: String,
        /// What is wrong.
        what: String,
    },
    /// Others have the database who do not share it.
    #[error("{0} is in use by another chuhe, which does not share it with this one")]
    InUse(String),
    /// The servers that have the database begin games under other rules.
    #[error(
        "{database} has games under version {found} of the rules, and this program plays under \
             version {known}: all servers on one database must be of one version"
    )]
    OtherRules {
        /// The database.
        database: String,
        /// The version of the rules that stands there.
        found: u32,
        /// This program's.
        known: u32,
    },
    /// The servers that have the database sign with another key.
    #[error("the servers on {0} sign with another key: give all of them the same `sign.key`")]
    OtherSigner(String),
    /// The servers that have the database let another arbiter decide.
    #[error(
        "the servers on {0} have another arbiter's key: give all of them the same `arbiter.key`"
    )]
    OtherArbiter(String),
    /// A key is not here that the servers on the database have had: another would be another house's.
    #[error("the servers on {database} have had a `{key}`, which is not here: put it back")]
    LostKey {
        /// The database.
        database: String,
        /// The file's name.
        key: &'static str,
    },
    /// The store is shutting down, or its queue is full for too long.
    #[error("the store takes no more work")]
    Closed,
}

impl StoreError {
    /// Whether it may work again by itself: the database is away, or full, or another's for now.
    pub const fn may_pass(&self) -> bool {
        matches!(
            self,
            StoreError::Database(_)
                | StoreError::Full(_)
                | StoreError::ReadOnly(_)
                | StoreError::Unreachable { .. }
                | StoreError::InUse(_)
                | StoreError::Closed
        ) || self.is_unlike()
    }

    /// The same, for one more of those who have failed together.
    pub(crate) fn copy(&self) -> StoreError {
        match self {
            StoreError::Database(what) => StoreError::Database(what.clone()),
            StoreError::Full(what) => StoreError::Full(what.clone()),
            StoreError::ReadOnly(what) => StoreError::ReadOnly(what.clone()),
            other => StoreError::Database(other.to_string()),
        }
    }

    /// Whether the database is there, but with servers of which this one may not be one.
    pub(crate) const fn is_unlike(&self) -> bool {
        matches!(
            self,
            StoreError::OtherRules { .. }
                | StoreError::OtherSigner(_)
                | StoreError::OtherArbiter(_)
        )
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::from(&error)
    }
}

impl From<&rusqlite::Error> for StoreError {
    /// The database's words, without the statement's values.
    fn from(error: &rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full(error.to_string()),
            _ => StoreError::Database(error.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    /// The database's words, without the statement's values.
    fn from(error: sqlx::Error) -> StoreError {
        let kind = match error.as_database_error().and_then(|said| said.code()).as_deref() {
            Some(READ_ONLY) => StoreError::ReadOnly,
            Some(DISK_FULL) => StoreError::Full,
            _ => StoreError::Database,
        };
        kind(words(&error))
    }
}

/// `read_only_sql_transaction` among PostgreSQL's codes.
const READ_ONLY: &str = "25006";
/// And `disk_full`.
const DISK_FULL: &str = "53100";

/// What PostgreSQL says, with the code by which its manual tells what it means; not where in its own
/// source it says so.
pub(crate) fn words(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(said) => {
            let code = said.code().unwrap_or_default();
            format!("{} (SQLSTATE {code})", said.message())
        }
        None => error.to_string(),
    }
}
