use super::{SqliteOptions, migrations, sealing};
use crate::{StoreError, keyring::Keyring, private};
use sqlx::{Connection, SqliteConnection};
use std::path::Path;

/// A connection to a file that is private and up to date, and the keys that open all in it.
pub(super) async fn prepare(
    options: &SqliteOptions,
) -> Result<(SqliteConnection, Keyring), StoreError> {
    let file = options.file();
    let unusable =
        |error: std::io::Error| StoreError::File { file: file.to_owned(), what: error.to_string() };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(unusable)?;
    }
    // What SQLite makes beside the file has the file's mode.
    if !file.exists() {
        private::create_file(file).map_err(unusable)?;
    }
    for beside in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(beside);
        private::restrict_file(Path::new(&name)).map_err(unusable)?;
    }
    let mut connection = connect(options).await?;
    migrations::run(&mut connection, file).await?;
    let keys = sealing::keys(&mut connection, options).await?;
    Ok((connection, keys))
}

/// A connection to a file that may be anything.
pub(super) async fn connect(options: &SqliteOptions) -> Result<SqliteConnection, StoreError> {
    SqliteConnection::connect_with(&options.connect()).await.map_err(|error| {
        match migrations::is_no_database(&error) {
            true => StoreError::Foreign(options.file().display().to_string()),
            false => error.into(),
        }
    })
}
