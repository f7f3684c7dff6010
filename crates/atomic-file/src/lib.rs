//! Puts a file in another's place, whole or not at all.
//!
//! What is written goes into a new file beside the old one, is brought to the disk, and only then
//! takes the old one's name. A full disk, a killed process or a power cut leave the old file as it
//! was; nobody who reads sees half of either. What grows bit by bit is a [`LineLog`].

mod line_log;

pub use line_log::{LineLog, LineLogError};

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// Who may read a file that was not there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Whom the system lets read new files.
    Usual,
    /// Its owner alone, whatever the old file allowed.
    Owner,
}

/// Writes a file, in the place of the one that is there. That one's permissions stay, and a link to
/// it goes on leading to it; its other names (hard links) keep the old text. What is no file but a
/// pipe or a device is written to as it is.
///
/// When it returns, the file outlives a power cut.
///
/// # Errors
/// When the folder cannot be written, or the disk is full: the old file is then as it was. A process
/// that is killed may leave a `.chuhe-….tmp` behind.
pub fn replace(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    // A link to nothing is itself replaced.
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

/// Whether [`replace`] can write a file, as far as it can be told beforehand: nothing is changed.
///
/// # Errors
/// When the folder cannot be written, or a folder stands in the file's place.
pub fn try_out(path: &Path) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&path) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // A pipe may have to be waited for.
        Ok(old) if !old.is_file() => Ok(()),
        _ => {
            let (new, file) = create_beside(&path, Access::Usual)?;
            drop(file);
            fs::remove_file(new)
        }
    }
}

/// Gives a file that was written and synced beside another that one's name, for good.
///
/// # Errors
/// When the folder cannot be written.
pub fn publish(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path)?;
    sync_folder(path)
}

/// Brings a file to the disk that somebody else has written.
///
/// # Errors
/// When it cannot be opened, or the disk fails.
pub fn sync_file(path: &Path) -> io::Result<()> {
    // Windows syncs nothing that was opened for reading alone.
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Brings the names in a file's folder to the disk.
///
/// # Errors
/// When the disk fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder(path))?.sync_all()?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Makes an empty file with a name of its own in the same folder.
///
/// # Errors
/// When the folder cannot be written.
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
            // Somebody of the same number died here.
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
