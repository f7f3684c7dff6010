//! Files and folders that only their owner may read. On systems other than Unix this relies on the
//! permissions of the user's data folder.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

#[cfg(unix)]
const FOLDER: u32 = 0o700;
#[cfg(unix)]
const FILE: u32 = 0o600;

/// Creates a folder and its missing parents.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.create(folder)
}

/// Opens a file for writing and creates it if it is missing. Existing content is kept, because
/// another process may have created the file a moment ago.
pub(crate) fn create_file(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options.open(file)
}

/// Removes the permissions of other users from a folder.
#[cfg(unix)]
pub(crate) fn restrict_folder(folder: &Path) -> io::Result<()> {
    restrict(folder, FOLDER)
}

/// Removes the permissions of other users from a file. A missing file is not an error: SQLite
/// deletes its auxiliary files with the last connection.
#[cfg(unix)]
pub(crate) fn restrict_file(file: &Path) -> io::Result<()> {
    match restrict(file, FILE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(unix)]
fn restrict(path: &Path, most: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode();
    if mode & 0o777 & !most == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o777 & most))
}

#[cfg(not(unix))]
pub(crate) fn restrict_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn restrict_file(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::{fs, thread};

    /// Regression: opening a store while another one closed failed because a file had disappeared.
    #[test]
    fn a_file_may_go_while_it_is_restricted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chuhe.db-wal");
        thread::scope(|scope| {
            let comes_and_goes = scope.spawn(|| {
                for _ in 0..5_000 {
                    fs::write(&file, "").unwrap();
                    fs::remove_file(&file).unwrap();
                }
            });
            while !comes_and_goes.is_finished() {
                restrict_file(&file).unwrap();
            }
        });
    }
}
