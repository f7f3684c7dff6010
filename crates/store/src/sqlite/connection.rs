use super::{SqliteOptions, migrations, options::distrust_schema, schema, sealing};
use crate::{StoreError, keyring::Keyring, private};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Opens a file that only its owner may read, with its schema up to date, and the keys that decrypt
/// it.
pub(super) fn prepare(options: &SqliteOptions) -> Result<(Connection, Keyring), StoreError> {
    let file = options.file();
    let unusable =
        |error: std::io::Error| StoreError::File { file: file.to_owned(), what: error.to_string() };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(unusable)?;
    }
    // SQLite gives its auxiliary files the mode of the database file.
    if !file.exists() {
        private::create_file(file).map_err(unusable)?;
    }
    for beside in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(beside);
        private::restrict_file(Path::new(&name)).map_err(unusable)?;
    }
    let mut connection = connect(options)?;
    schema::migrate(&mut connection, file)?;
    let keys = sealing::keys(&connection, options)?;
    Ok((connection, keys))
}

/// Opens a file that may belong to another program.
pub(super) fn connect(options: &SqliteOptions) -> Result<Connection, StoreError> {
    options.open().map_err(|error| {
        if migrations::is_no_database(&error) {
            StoreError::Foreign(options.file().display().to_string())
        } else {
            error.into()
        }
    })
}

/// Opens a file without WAL, so that no auxiliary files remain after closing.
pub(super) fn connect_plainly(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    distrust_schema(&connection)?;
    Ok(connection)
}

/// Opens a file read-only; another process may be writing to it.
pub(super) fn connect_to_look(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)
        .map_err(|error| StoreError::File { file: file.to_owned(), what: error.to_string() })?;
    distrust_schema(&connection)?;
    Ok(connection)
}

/// Closes a connection and reports errors of SQLite's final work.
pub(super) fn close(connection: Connection) -> Result<(), StoreError> {
    connection.close().map_err(|(_, error)| error.into())
}
