//! A copy of everything in one file, taken while a server writes; and the way back.

use super::{SqliteOptions, connection::connect, migrations, script::run_script, sealing};
use crate::{
    DataFolder, StoreError,
    keyring::Keyring,
    private,
    replacement::{self, beside, new_database, new_keys},
};
use atomic_file::{Access, create_beside};
use sqlx::{Connection, Row, SqliteConnection};
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
    let copied = match copy(options, &new, carries_keys).await {
        Ok(()) => atomic_file::publish(&new, to).map_err(|error| file_error(to, &error)),
        Err(error) => Err(error),
    };
    if copied.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    copied
}

async fn copy(options: &SqliteOptions, to: &Path, carries_keys: bool) -> Result<(), StoreError> {
    let mut source = connect(options).await?;
    let version = migrations::version(&mut source, options.file()).await?;
    if version != migrations::LATEST {
        let what = "was written by an earlier version of chuhe; start the server once".to_owned();
        return Err(StoreError::File { file: options.file().to_owned(), what });
    }
    let name = to.to_str().ok_or_else(|| file_error(to, &"the name is not UTF-8"))?;
    sqlx::query("VACUUM INTO $1").bind(name).execute(&mut source).await?;
    source.close().await?;
    if carries_keys {
        let keys = Keyring::read(options.keys())?;
        let mut copy = plain_connection(to).await?;
        run_script(&mut copy, CARRIED).await?;
        sqlx::query("INSERT INTO carried_keys (text) VALUES ($1)")
            .bind(keys.text())
            .execute(&mut copy)
            .await?;
        copy.close().await?;
    }
    let synced = std::fs::File::open(to).and_then(|file| file.sync_all());
    synced.map_err(|error| file_error(to, &error))
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
    let database = DataFolder::database(folder.path());
    let key_file = keys.unwrap_or_else(|| DataFolder::keys(folder.path()));
    // Whoever ends a restore that was cut off may run somewhere else.
    let key_file = std::path::absolute(&key_file).map_err(|error| file_error(&key_file, &error))?;
    let new = new_database(&database);
    let new_keys = new_keys(&key_file);
    let restored = async {
        private::create_file(&new).map_err(|error| file_error(&new, &error))?;
        std::fs::copy(from, &new).map_err(|error| file_error(from, &error))?;
        let carried = check(&new, from).await?;
        let options = SqliteOptions::new(&new);
        let options = match &carried {
            Some(text) => {
                Keyring::parse(&new_keys, text)?.save()?;
                options.key_file(new_keys.clone())
            }
            None => options.key_file(key_file.clone()),
        };
        let mut connection = connect(&options).await?;
        sealing::keys(&mut connection, &options).await?;
        connection.close().await?;
        Ok(carried.is_some())
    };
    let restored = restored.await;
    for left in [beside(&new, "-wal"), beside(&new, "-shm")] {
        let _ = std::fs::remove_file(left);
    }
    match restored {
        Ok(has_keys) => replacement::replace(&database, has_keys.then_some(&key_file))
            .map_err(|error| file_error(&database, &error)),
        Err(error) => {
            for left in [&new, &new_keys] {
                let _ = std::fs::remove_file(left);
            }
            Err(error)
        }
    }
}

/// Makes sure that a file is a whole database of ours, and takes out the keys it carries.
async fn check(copy: &Path, from: &Path) -> Result<Option<String>, StoreError> {
    let foreign = || StoreError::Foreign(from.display().to_string());
    let mut connection = match plain_connection(copy).await {
        Err(error) if migrations::is_no_database(&error) => return Err(foreign()),
        connection => connection?,
    };
    if migrations::version(&mut connection, from).await? == 0 {
        return Err(foreign());
    }
    let found: String =
        sqlx::query("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?.get(0);
    if found != "ok" {
        return Err(file_error(from, &format!("is damaged: {found}")));
    }
    let carries = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'carried_keys'";
    let carried = match sqlx::query(carries).fetch_one(&mut connection).await?.get::<i64, _>(0) {
        0 => None,
        _ => {
            let text = sqlx::query("SELECT text FROM carried_keys").fetch_one(&mut connection);
            let text = text.await?.get(0);
            run_script(
                &mut connection,
                "PRAGMA secure_delete = ON; DROP TABLE carried_keys; VACUUM",
            )
            .await?;
            Some(text)
        }
    };
    migrations::run(&mut connection, copy).await?;
    connection.close().await?;
    Ok(carried)
}

/// A connection that leaves nothing beside the file when it is closed.
async fn plain_connection(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    SqliteConnection::connect_with(&options).await
}

fn file_error(file: &Path, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::File { file: file.to_owned(), what: what.to_string() }
}
