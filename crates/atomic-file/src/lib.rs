//! Replaces a file atomically.
//!
//! [`replace`] writes a new file beside the old one, syncs it and renames it to the old name.
//!
//! # Invariants
//!
//! * A full disk, a killed process or a power cut leaves either the old file or the new one.
//!   (`tests/replace.rs`: `readers_never_see_a_partial_file`, `no_room`.)
//! * A device or a pipe is written to and never replaced by a file. (`tests/replace.rs`:
//!   `links_and_devices`.)

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// Permissions of a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The permissions of the old file, or the system's default.
    Usual,
    /// Readable and writable only by its owner, whatever the old file allowed.
    Owner,
}

/// Replaces the content of a file atomically, or creates the file. Once this returns, the new
/// content survives a power cut.
///
/// The permissions stay, unless `access` is [`Access::Owner`]. A symbolic link is followed; other
/// hard links keep the old content. A pipe or a device is written to directly.
///
/// # Errors
/// If the folder is not writable or the disk is full; the old file is then unchanged. A killed
/// process may leave a file `.chuhe-….tmp`.
pub fn replace(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    // A broken link is itself replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = match fs::metadata(&path) {
        Ok(old) if !old.is_file() => {
            return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
        }
        old => old.ok(),
    };
    let (new, mut file) = create_beside(&path, access)?;
    let written = (|| {
        if let Some(old) = old.filter(|_| access == Access::Usual) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        publish(&new, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Checks whether [`replace`] can write a file, as far as that is known beforehand. Changes
/// nothing.
///
/// # Errors
/// If the folder is not writable, or the path is a folder.
pub fn try_out(path: &Path) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&path) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // Opening a pipe could block.
        Ok(old) if !old.is_file() => Ok(()),
        _ => {
            let (new, file) = create_beside(&path, Access::Usual)?;
            drop(file);
            fs::remove_file(new)
        }
    }
}

/// Renames a file to its final name and syncs the folder. The caller has written and synced the
/// file.
///
/// # Errors
/// If the folder is not writable.
pub fn publish(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path)?;
    sync_folder(path)
}

/// Syncs a file that another part of the program has written.
///
/// # Errors
/// If the file cannot be opened or the disk fails.
pub fn sync_file(path: &Path) -> io::Result<()> {
    // Windows cannot sync a file that was opened only for reading.
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Syncs the folder of a file, so that a new name survives a power cut.
///
/// # Errors
/// If the disk fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder(path))?.sync_all()?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Creates an empty file with a unique name in the same folder.
///
/// # Errors
/// If the folder is not writable.
pub fn create_beside(path: &Path, access: Access) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if access == Access::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let new = folder(path).join(format!(".chuhe-{}-{number}.tmp", std::process::id()));
        match options.open(&new) {
            // Left by a process that had the same id.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            file => return file.map(|file| (new, file)),
        }
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
