use super::{SqliteOptions, migrations, sealing};
use crate::{StoreError, keyring::Keyring, private};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// A connection to a file that is private and up to date, and the keys that open all in it.
pub(super) fn prepare(options: &SqliteOptions) -> Result<(Connection, Keyring), StoreError> {
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
    let mut connection = connect(options)?;
    migrations::run(&mut connection, file)?;
    let keys = sealing::keys(&connection, options)?;
    Ok((connection, keys))
}

/// A connection to a file that may be anything.
pub(super) fn connect(options: &SqliteOptions) -> Result<Connection, StoreError> {
    options.open().map_err(|error| match migrations::is_no_database(&error) {
        true => StoreError::Foreign(options.file().display().to_string()),
        false => error.into(),
    })
}

/// A connection that leaves nothing beside the file when it is closed.
pub(super) fn connect_plainly(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(file, flags)
}

/// A connection to a file that somebody may be writing to, which changes nothing in it.
pub(super) fn connect_to_look(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(file, flags)
        .map_err(|error| StoreError::File { file: file.to_owned(), what: error.to_string() })
}

/// Closes a connection; what SQLite still has to do then may fail.
pub(super) fn close(connection: Connection) -> Result<(), StoreError> {
    connection.close().map_err(|(_, error)| error.into())
}
