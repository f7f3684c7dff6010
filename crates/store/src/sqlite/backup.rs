//! Backup of a database into one file while a server writes to it, and its restore.

use super::{
    SqliteOptions, accounts, backup_seal,
    connection::{close, connect, connect_plainly},
    copy_endpoint, migrations, on_blocking_thread,
    rows::all,
    schema, sealing,
};
use crate::{
    DataFolder, StoreError,
    keyring::Keyring,
    password_cost, private,
    replacement::{self, beside, new_database, new_keys},
};
use atomic_file::{Access, create_beside};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Table with the keys in a backup that carries them.
const CARRIED: &str = "CREATE TABLE carried_keys (text TEXT NOT NULL)";

/// Copies a database, as of one moment, into a new file that only its owner can read. A server may
/// be writing to the database. With `carries_keys` every reader of the file can decrypt its
/// secrets; without it the keys are needed.
///
/// # Errors
/// If the file exists, the database does not, or the disk fails. No file is left behind then.
pub async fn backup(
    options: &SqliteOptions,
    to: &Path,
    carries_keys: bool,
) -> Result<(), StoreError> {
    let (options, to) = (options.clone(), to.to_owned());
    on_blocking_thread(move || write_backup(&options, &to, carries_keys)).await
}

fn write_backup(options: &SqliteOptions, to: &Path, carries_keys: bool) -> Result<(), StoreError> {
    if !options.file().exists() {
        let what = "there is no such database".to_owned();
        return Err(StoreError::File { file: options.file().to_owned(), what });
    }
    if to.exists() {
        return Err(file_error(to, &"is there already"));
    }
    // An empty file beside the target: SQLite would create one that all users can read, and an
    // incomplete backup must not have the backup's name.
    let (new, _) = create_beside(to, Access::Owner).map_err(|error| file_error(to, &error))?;
    let copied = match copy(options, &new, carries_keys) {
        Ok(()) => atomic_file::publish(&new, to).map_err(|error| file_error(to, &error)),
        Err(error) => Err(error),
    };
    if copied.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    copied
}

fn copy(options: &SqliteOptions, to: &Path, carries_keys: bool) -> Result<(), StoreError> {
    let source = connect(options)?;
    let version = schema::checked_version(&source, options.file())?;
    if version != migrations::LATEST {
        let what = "was written by an earlier version of chuhe; start the server once".to_owned();
        return Err(StoreError::File { file: options.file().to_owned(), what });
    }
    let name = to.to_str().ok_or_else(|| file_error(to, &"the name is not UTF-8"))?;
    source.execute("VACUUM INTO ?1", [name])?;
    close(source)?;
    let keys = Keyring::read(options.keys())?;
    let copy = connect_plainly(to)?;
    backup_seal::put(&copy, &keys)?;
    if carries_keys {
        copy.execute_batch(CARRIED)?;
        copy.execute("INSERT INTO carried_keys (text) VALUES (?1)", [keys.text()])?;
    }
    close(copy)?;
    atomic_file::sync_file(to).map_err(|error| file_error(to, &error))
}

/// How a backup is restored.
#[derive(Clone, Default, Debug)]
pub struct Restore {
    /// The key file: the keys that decrypt the backup, or where the keys in the backup are written.
    /// `None` is `store.key` in the folder.
    pub keys: Option<PathBuf>,
    /// Restores a backup whose content cannot be verified.
    pub accepts_unverified: bool,
}

/// What a restore has done.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restored {
    /// The folder that contains the replaced files, if there were any.
    pub aside: Option<PathBuf>,
    /// Why the content could not be verified, if it could not.
    pub unverified: Option<String>,
}

/// Restores a backup into a folder that no server has open. The folder's files are moved into a new
/// folder in it.
///
/// The schema is compared with that of the backup's version. The content is verified by the chain
/// of each game, the backup's seal and the cost of each password hash. If renaming files fails, the
/// next process that opens the folder finishes.
///
/// # Errors
/// [`StoreError::Foreign`], [`StoreError::Newer`], [`StoreError::Unfit`] or [`StoreError::File`] for
/// an invalid file. [`StoreError::NoKey`] or [`StoreError::WrongKey`] without its key.
/// [`StoreError::Unverified`] for doubtful content. Nothing is changed.
pub async fn restore(
    from: &Path,
    folder: &DataFolder,
    how: Restore,
) -> Result<Restored, StoreError> {
    let (from, database) = (from.to_owned(), DataFolder::database(folder.path()));
    let key_file = how.keys.unwrap_or_else(|| DataFolder::keys(folder.path()));
    on_blocking_thread(move || put_back(&from, &database, &key_file, how.accepts_unverified)).await
}

fn put_back(
    from: &Path,
    database: &Path,
    key_file: &Path,
    accepts_unverified: bool,
) -> Result<Restored, StoreError> {
    // An interrupted restore may be completed from another working directory.
    let key_file = std::path::absolute(key_file).map_err(|error| file_error(key_file, &error))?;
    let new = new_database(database);
    let new_keys = new_keys(&key_file);
    let prepared = || {
        private::create_file(&new).map_err(|error| file_error(&new, &error))?;
        std::fs::copy(from, &new).map_err(|error| file_error(from, &error))?;
        let backup = take_apart(&new, from)?;
        let options = SqliteOptions::new(&new);
        let options = match &backup.carried {
            Some(text) => {
                Keyring::parse(&new_keys, text)?.save()?;
                options.key_file(new_keys.clone())
            }
            None => options.key_file(key_file.clone()),
        };
        let connection = connect(&options)?;
        let keys = sealing::keys(&connection, &options)?;
        let (connection, doubts) = doubts(connection, &backup, &keys)?;
        let unverified = (!doubts.is_empty()).then(|| doubts.join("; "));
        if let Some(what) = &unverified {
            if !accepts_unverified {
                return Err(StoreError::Unverified { file: from.to_owned(), what: what.clone() });
            }
            // The ladders are computed again from the results.
            connection.execute_batch("UPDATE ladder_fold SET version = 0")?;
        }
        close(connection)?;
        let is_old = backup.version < backup_seal::FIRST_VERSION;
        let old = || {
            "an earlier version made the backup, without a seal; only the chains of the games were \
             verified"
                .to_owned()
        };
        Ok((backup.carried.is_some(), unverified.or_else(|| is_old.then(old))))
    };
    let prepared = prepared();
    for left in [beside(&new, "-wal"), beside(&new, "-shm")] {
        let _ = std::fs::remove_file(left);
    }
    match prepared {
        Ok((has_keys, unverified)) => replacement::replace(database, has_keys.then_some(&key_file))
            .map(|aside| Restored { aside, unverified })
            .map_err(|error| file_error(database, &error)),
        Err(error) => {
            for left in [&new, &new_keys] {
                let _ = std::fs::remove_file(left);
            }
            Err(of_backup(error, from, &new_keys))
        }
    }
}

/// An error about the copy of a backup, or about the key file made from it, as an error about the
/// backup.
fn of_backup(error: StoreError, from: &Path, new_keys: &Path) -> StoreError {
    let database = from.display().to_string();
    let of_keys = |keys: PathBuf| if keys == new_keys { from.to_owned() } else { keys };
    match error {
        StoreError::Corrupt(what) => file_error(from, &format!("is damaged: {what}")),
        StoreError::Foreign(_) => StoreError::Foreign(database),
        StoreError::NoKey { keys, id, .. } => {
            StoreError::NoKey { database, keys: of_keys(keys), id }
        }
        StoreError::WrongKey { keys, id, .. } => {
            StoreError::WrongKey { database, keys: of_keys(keys), id }
        }
        StoreError::KeyFile { file, what } if file == new_keys => {
            file_error(from, &format!("its keys: {what}"))
        }
        error => error,
    }
}

/// Content of a backup that is not part of the database.
struct Backup {
    /// Schema version of the backup.
    version: i64,
    /// Keys in the backup.
    carried: Option<String>,
    seal: Option<Vec<u8>>,
    /// Expected text of the seal.
    digests: String,
}

/// Verifies that a file is an intact database, and migrates it to this version.
fn take_apart(copy: &Path, from: &Path) -> Result<Backup, StoreError> {
    let mut connection = connect_plainly(copy)?;
    let version = migrations::version(&connection, from)?;
    if version == 0 {
        return Err(StoreError::Foreign(from.display().to_string()));
    }
    schema::check(&connection, version, from, &[CARRIED, backup_seal::TABLE])?;
    let text = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
    // SQLite fills an incomplete last page with zeros.
    let number = |pragma| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let expected = number("PRAGMA page_count")? * number("PRAGMA page_size")?;
    let bytes = std::fs::metadata(copy).map_err(|error| file_error(copy, &error))?.len();
    if bytes < expected.unsigned_abs() {
        let what = format!("is damaged: {expected} bytes expected, {bytes} found");
        return Err(file_error(from, &what));
    }
    let found = connection.query_row("PRAGMA integrity_check(1)", [], text)?;
    if found != "ok" {
        return Err(file_error(from, &format!("is damaged: {found}")));
    }
    let carries = connection.table_exists(None, "carried_keys")?;
    let is_sealed = connection.table_exists(None, "backup_seal")?;
    let carried = if carries {
        all(&connection, "SELECT text FROM carried_keys", [], text)?.pop()
    } else {
        None
    };
    let seal = if is_sealed { backup_seal::read(&connection)? } else { None };
    let digests = backup_seal::digests(&connection)?;
    if carries || is_sealed {
        let forget = "PRAGMA secure_delete = ON; DROP TABLE IF EXISTS carried_keys; \
                      DROP TABLE IF EXISTS backup_seal; VACUUM";
        connection.execute_batch(forget)?;
    }
    schema::migrate(&mut connection, copy)?;
    close(connection)?;
    Ok(Backup { version, carried, seal, digests })
}

/// All reasons against the content of a backup.
fn doubts(
    connection: Connection,
    backup: &Backup,
    keys: &Keyring,
) -> Result<(Connection, Vec<String>), StoreError> {
    let mut doubts = Vec::new();
    match &backup.seal {
        Some(seal) => doubts.extend(backup_seal::verify(seal, &backup.digests, keys).err()),
        None if backup.version < backup_seal::FIRST_VERSION => {}
        None => {
            doubts.push("it has no seal, which `chuhe backup` puts into each backup".to_owned())
        }
    }
    let (connection, damaged) = copy_endpoint::damaged_games(connection, keys)?;
    if let Some((count, error)) = damaged {
        let others = match count - 1 {
            0 => String::new(),
            others => format!(" ({others} other games are damaged too)"),
        };
        doubts.push(format!("{error}{others}"));
    }
    let players = all(&connection, accounts::ALL, [], accounts::player)?;
    doubts.extend(password_cost::check(&players).err());
    Ok((connection, doubts))
}

fn file_error(file: &Path, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::File { file: file.to_owned(), what: what.to_string() }
}
