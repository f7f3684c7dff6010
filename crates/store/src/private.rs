//! Files and folders that nobody but their owner may read. Elsewhere than on Unix the folder of a
//! user's data lets nobody else in.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

#[cfg(unix)]
const FOLDER: u32 = 0o700;
#[cfg(unix)]
const FILE: u32 = 0o600;

/// Makes a folder, and those above it, if they are missing.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.create(folder)
}

/// Opens a file for writing, empty.
pub(crate) fn create_file(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options.open(file)
}

/// Takes from everybody but its owner what they may do with a folder.
#[cfg(unix)]
pub(crate) fn restrict_folder(folder: &Path) -> io::Result<()> {
    restrict(folder, FOLDER)
}

/// Takes from everybody but its owner what they may do with a file, if it is there.
#[cfg(unix)]
pub(crate) fn restrict_file(file: &Path) -> io::Result<()> {
    if file.exists() { restrict(file, FILE) } else { Ok(()) }
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
