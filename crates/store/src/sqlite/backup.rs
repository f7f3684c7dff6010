//! A copy of everything in one file, taken while a server writes; and the way back.

use super::{
    SqliteOptions,
    connection::{close, connect, connect_plainly},
    in_place, migrations, sealing,
};
use crate::{
    DataFolder, StoreError,
    keyring::Keyring,
    private,
    replacement::{self, beside, new_database, new_keys},
};
use atomic_file::{Access, create_beside};
use std::path::{Path, PathBuf};

/// Where a backup carries the keys, if it does.
const CARRIED: &str = "CREATE TABLE carried_keys (text TEXT NOT NULL)";

/// Writes everything in a store as it is at one moment into a new file, readable by its owner alone:
/// one that a server may be writing to. With `carries_keys` whoever has the file can read what is
/// secret; without, nobody can who has not the keys.
///
/// # Errors
/// If the file is there already, there is no store, or the disk fails. Nothing is left behind then.
pub async fn backup(
    options: &SqliteOptions,
    to: &Path,
    carries_keys: bool,
) -> Result<(), StoreError> {
    let (options, to) = (options.clone(), to.to_owned());
    in_place(move || write_backup(&options, &to, carries_keys)).await
}

fn write_backup(options: &SqliteOptions, to: &Path, carries_keys: bool) -> Result<(), StoreError> {
    if !options.file().exists() {
        let what = "there is no such database".to_owned();
        return Err(StoreError::File { file: options.file().to_owned(), what });
    }
    if to.exists() {
        return Err(file_error(to, &"is there already"));
    }
    // Beside it, and empty: SQLite would let everybody read what it makes, and half a backup must
    // not have a backup's name.
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
    let version = migrations::version(&source, options.file())?;
    if version != migrations::LATEST {
        let what = "was written by an earlier version of chuhe; start the server once".to_owned();
        return Err(StoreError::File { file: options.file().to_owned(), what });
    }
    let name = to.to_str().ok_or_else(|| file_error(to, &"the name is not UTF-8"))?;
    source.execute("VACUUM INTO ?1", [name])?;
    close(source)?;
    if carries_keys {
        let keys = Keyring::read(options.keys())?;
        let copy = connect_plainly(to)?;
        copy.execute_batch(CARRIED)?;
        copy.execute("INSERT INTO carried_keys (text) VALUES (?1)", [keys.text()])?;
        close(copy)?;
    }
    atomic_file::sync_file(to).map_err(|error| file_error(to, &error))
}

/// Puts a backup into a folder that no server has open, with the keys it carries or those of
/// `keys`. What the folder had goes into a new folder in it, which is returned.
///
/// # Errors
/// If the file is no backup of ours, is damaged, or its secrets could not be read afterwards;
/// nothing is changed then. If the disk fails while files change places, whoever takes the folder
/// next ends that.
pub async fn restore(
    from: &Path,
    folder: &DataFolder,
    keys: Option<PathBuf>,
) -> Result<Option<PathBuf>, StoreError> {
    let (from, database) = (from.to_owned(), DataFolder::database(folder.path()));
    let key_file = keys.unwrap_or_else(|| DataFolder::keys(folder.path()));
    in_place(move || put_back(&from, &database, &key_file)).await
}

fn put_back(from: &Path, database: &Path, key_file: &Path) -> Result<Option<PathBuf>, StoreError> {
    // Whoever ends a restore that was cut off may run somewhere else.
    let key_file = std::path::absolute(key_file).map_err(|error| file_error(key_file, &error))?;
    let new = new_database(database);
    let new_keys = new_keys(&key_file);
    let restored = || {
        private::create_file(&new).map_err(|error| file_error(&new, &error))?;
        std::fs::copy(from, &new).map_err(|error| file_error(from, &error))?;
        let carried = check(&new, from)?;
        let options = SqliteOptions::new(&new);
        let options = match &carried {
            Some(text) => {
                Keyring::parse(&new_keys, text)?.save()?;
                options.key_file(new_keys.clone())
            }
            None => options.key_file(key_file.clone()),
        };
        let connection = connect(&options)?;
        sealing::keys(&connection, &options)?;
        close(connection)?;
        Ok(carried.is_some())
    };
    let restored = restored();
    for left in [beside(&new, "-wal"), beside(&new, "-shm")] {
        let _ = std::fs::remove_file(left);
    }
    match restored {
        Ok(has_keys) => replacement::replace(database, has_keys.then_some(&key_file))
            .map_err(|error| file_error(database, &error)),
        Err(error) => {
            for left in [&new, &new_keys] {
                let _ = std::fs::remove_file(left);
            }
            Err(error)
        }
    }
}

/// Makes sure that a file is a whole database of ours, and takes out the keys it carries.
fn check(copy: &Path, from: &Path) -> Result<Option<String>, StoreError> {
    let mut connection = connect_plainly(copy)?;
    if migrations::version(&connection, from)? == 0 {
        return Err(StoreError::Foreign(from.display().to_string()));
    }
    let text = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
    let found = connection.query_row("PRAGMA integrity_check(1)", [], text)?;
    if found != "ok" {
        return Err(file_error(from, &format!("is damaged: {found}")));
    }
    let carried = match connection.table_exists(None, "carried_keys")? {
        false => None,
        true => {
            let keys = connection.query_row("SELECT text FROM carried_keys", [], text)?;
            let forget = "PRAGMA secure_delete = ON; DROP TABLE carried_keys; VACUUM";
            connection.execute_batch(forget)?;
            Some(keys)
        }
    };
    migrations::run(&mut connection, copy)?;
    close(connection)?;
    Ok(carried)
}

fn file_error(file: &Path, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::File { file: file.to_owned(), what: what.to_string() }
}
