use protocol::{AccountId, BoardId, GameId, StudyId};
use std::path::PathBuf;

/// Why a store operation failed. Never contains an event's text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The game does not exist.
    #[error("there is no game `{0}`")]
    NoGame(GameId),
    /// The game has begun and is therefore never deleted.
    #[error("game `{0}` has started and cannot be deleted")]
    Begun(GameId),
    /// Another writer has appended in the meantime.
    #[error("game `{game}` has {found} events, expected {expected}")]
    Stale {
        /// The game's id.
        game: GameId,
        /// Length of the log that the writer expected.
        expected: u64,
        /// Actual length of the log.
        found: u64,
    },
    /// Another server has advanced the ladders in the meantime.
    #[error("the ladders are at step {found}, expected {expected}")]
    FoldMoved {
        /// Step that the writer expected.
        expected: u64,
        /// Actual step.
        found: u64,
    },
    /// A later version of the program computed the ladders.
    #[error(
        "the ladders were computed by a later version of chuhe (version {found} of the computation, \
             this program knows {known})"
    )]
    NewerLadders {
        /// Stored rating version.
        found: u32,
        /// Latest rating version this program knows.
        known: u32,
    },
    /// The log is not what was written.
    #[error("the log of game `{game}` is damaged at event {seq}")]
    Damaged {
        /// The game's id.
        game: GameId,
        /// First event that differs; the number of events if the end is missing.
        seq: u64,
    },
    /// The seat tokens of a game are not what was written.
    #[error("the seat tokens of game `{0}` are damaged")]
    DamagedTokens(GameId),
    /// A board's key cannot be decrypted.
    #[error("the key of board `{0}` is damaged")]
    DamagedBoard(BoardId),
    /// Another player has this name.
    #[error("this name is taken")]
    NameTaken,
    /// The verified password is not, or no longer, the stored one.
    #[error("the password was changed in the meantime")]
    PasswordChanged,
    /// The challenger has too many open challenges.
    #[error("there are too many open challenges")]
    TooManyChallenges,
    /// The account follows and blocks too many others.
    #[error("there are too many followed and blocked accounts")]
    TooManyRelations,
    /// The seat of a finished game is another account's, or the game has no such seat.
    #[error("the seat of this game is another account's")]
    SeatClaimed,
    /// The account has reported too much, or the same account already.
    #[error("there are too many reports")]
    TooManyReports,
    /// The account does not exist.
    #[error("there is no account `{0}`")]
    NoAccount(AccountId),
    /// The study does not exist, or no longer.
    #[error("there is no study `{0}`")]
    NoStudy(StudyId),
    /// Another writer has changed the study in the meantime.
    #[error("study `{study}` is at version {found}, expected {expected}")]
    StaleStudy {
        /// The study's id.
        study: StudyId,
        /// Version that the writer expected.
        expected: u64,
        /// Actual version.
        found: u64,
    },
    /// The account owns too many studies.
    #[error("there are too many studies")]
    TooManyStudies,
    /// The account's progress in puzzles, or a puzzle's rating, has changed in the meantime.
    #[error("the puzzle progress of account `{0}` was changed in the meantime")]
    StaleSolver(AccountId),
    /// The challenge does not exist, or is no longer open.
    #[error("there is no such challenge")]
    NoChallenge,
    /// The database failed. The append most likely did not happen; callers that must know read the
    /// log again.
    #[error("the database failed: {0}")]
    Database(String),
    /// The database file is damaged.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// No space: the disk or the configured limit is full.
    #[error("the database is full: {0}")]
    Full(String),
    /// The database is read-only at the moment: its disk is full or an administrator closed it.
    #[error("the database can only be read: {0}")]
    ReadOnly(String),
    /// The database belongs to another program, or the file is no database.
    #[error("{0} is not a database of chuhe")]
    Foreign(String),
    /// The database was written by a later version.
    #[error(
        "{database} was written by a later version of chuhe (tables of version {found}, this \
             program knows {known})"
    )]
    Newer {
        /// A file, or an address without its password.
        database: String,
        /// Schema version found.
        found: i64,
        /// Latest schema version this program knows.
        known: i64,
    },
    /// Data is encrypted with a key that is missing.
    #[error("secrets in {database} are encrypted with key {id}, which is not in {}: \
             restore the key file, or name it with --key-file", .keys.display())]
    NoKey {
        /// The database.
        database: String,
        /// File in which the key was looked for.
        keys: PathBuf,
        /// The key's number.
        id: u8,
    },
    /// The key with this number does not decrypt the database.
    #[error("key {id} in {} does not decrypt the secrets in {database}", .keys.display())]
    WrongKey {
        /// The database.
        database: String,
        /// The key file.
        keys: PathBuf,
        /// The key's number.
        id: u8,
    },
    /// The key file cannot be read or written, or is malformed.
    #[error("key file {}: {what}", .file.display())]
    KeyFile {
        /// The key file.
        file: PathBuf,
        /// The reason.
        what: String,
    },
    /// The content of a backup cannot be verified.
    #[error("{}: {what}; use `--unverified` to restore it nevertheless", .file.display())]
    Unverified {
        /// The backup.
        file: PathBuf,
        /// What speaks against it.
        what: String,
    },
    /// A file of the store cannot be read or written.
    #[error("{}: {what}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        what: String,
    },
    /// The database address is invalid. Never contains the address.
    #[error("the store's address cannot be used: {0}")]
    Address(String),
    /// The database cannot be reached, or rejects the connection.
    #[error("{database} cannot be opened: {what}")]
    Unreachable {
        /// The database.
        database: String,
        /// The reason.
        what: String,
    },
    /// The database lacks a property that durability requires.
    #[error("{database} cannot be used: {what}")]
    Unfit {
        /// The database.
        database: String,
        /// The reason.
        what: String,
    },
    /// Another process uses the database exclusively.
    #[error("{0} is in use by another chuhe, which does not share it")]
    InUse(String),
    /// The servers on the database use another version of the rules.
    #[error(
        "{database} has games under version {found} of the rules, and this program plays under \
             version {known}: all servers on one database must be of one version"
    )]
    OtherRules {
        /// The database.
        database: String,
        /// Version stored in the database.
        found: u32,
        /// This program's version.
        known: u32,
    },
    /// The servers on the database sign with another key.
    #[error("the servers on {0} sign with another key: give all of them the same `sign.key`")]
    OtherSigner(String),
    /// The servers on the database use another arbiter's key.
    #[error(
        "the servers on {0} have another arbiter's key: give all of them the same `arbiter.key`"
    )]
    OtherArbiter(String),
    /// A key is missing that the servers on the database have used before. A new one is not
    /// generated.
    #[error("the servers on {database} have had a `{key}`, which is missing here: restore it")]
    LostKey {
        /// The database.
        database: String,
        /// Name of the key file.
        key: &'static str,
    },
    /// The store is shutting down, or its queue has been full for too long.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether the operation may succeed later: the database is away, full, read-only, in use or
    /// closed, or its servers differ from this one.
    pub const fn may_pass(&self) -> bool {
        matches!(
            self,
            StoreError::Database(_)
                | StoreError::Corrupt(_)
                | StoreError::Full(_)
                | StoreError::ReadOnly(_)
                | StoreError::Unreachable { .. }
                | StoreError::InUse(_)
                | StoreError::Closed
        ) || self.is_unlike()
    }

    /// The error for another append of the same failed group. Errors that belong to one append
    /// become [`StoreError::Database`].
    pub(crate) fn for_another_append(&self) -> StoreError {
        match self {
            StoreError::Database(what) => StoreError::Database(what.clone()),
            StoreError::Corrupt(what) => StoreError::Corrupt(what.clone()),
            StoreError::Full(what) => StoreError::Full(what.clone()),
            StoreError::ReadOnly(what) => StoreError::ReadOnly(what.clone()),
            other => StoreError::Database(other.to_string()),
        }
    }

    /// Whether the database works but its servers differ from this one.
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
    /// Keeps the database's message, without statement parameters.
    fn from(error: &rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full(error.to_string()),
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Corrupt(error.to_string()),
            _ => StoreError::Database(error.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    /// Keeps the database's message, without statement parameters.
    fn from(error: sqlx::Error) -> StoreError {
        let kind = match error.as_database_error().and_then(|said| said.code()).as_deref() {
            Some(READ_ONLY) => StoreError::ReadOnly,
            Some(DISK_FULL) => StoreError::Full,
            _ => StoreError::Database,
        };
        kind(words(&error))
    }
}

/// SQLSTATE `read_only_sql_transaction`.
const READ_ONLY: &str = "25006";
/// SQLSTATE `disk_full`.
const DISK_FULL: &str = "53100";

/// PostgreSQL's message with its SQLSTATE code, without positions in its source code.
pub(crate) fn words(error: &sqlx::Error) -> String {
    match error.as_database_error() {
        Some(said) => {
            let code = said.code().unwrap_or_default();
            format!("{} (SQLSTATE {code})", said.message())
        }
        None => error.to_string(),
    }
}
