//! The data folder of a server: used by one process at a time, and readable by its owner only.

use crate::{private, replacement};
use atomic_file::Access;
use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
};

const DATABASE: &str = "chuhe.db";
const EXPLORER: &str = "explorer.db";
const KEYS: &str = "store.key";
const LOCK: &str = "chuhe.lock";
const RUNNING: &str = "chuhe.running";
/// Prefixes of the names of all files that a server writes into its folder.
const OURS: [&str; 6] =
    ["chuhe.", ".chuhe-", "explorer.db", "store.key", "sign.key", "arbiter.key"];

/// A data folder that this process has locked, until the value is dropped or the process ends.
pub struct DataFolder {
    path: PathBuf,
    /// The locked lock file, and the locked folder itself where the system supports it. The file
    /// may be deleted and recreated by others; the folder's lock protects against that.
    _locks: (Lock, Option<Lock>),
}

/// The server that uses a folder, as it announced itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Running {
    /// Process id.
    pub process: u32,
    /// Address it listens on, with scheme and port.
    pub address: String,
}

/// Why the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process uses the folder.
    #[error("the folder {} is in use by {}; stop it, or use another folder",
            .path.display(), whose(.running.as_ref()))]
    Taken {
        /// The folder.
        path: PathBuf,
        /// The process that uses it, if it has announced itself.
        running: Option<Running>,
    },
    /// The folder cannot be created, read or written.
    #[error("cannot use {}: {error}", .path.display())]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

fn whose(running: Option<&Running>) -> String {
    match running {
        Some(running) => format!("chuhe at {} (process {})", running.address, running.process),
        None => "another chuhe that does not listen yet".to_owned(),
    }
}

impl DataFolder {
    /// Creates the folder if it is missing, readable by its owner only, and locks it.
    ///
    /// Completes an interrupted restore.
    ///
    /// # Errors
    /// [`FolderError::Taken`] if another process uses the folder.
    pub fn take(path: &Path) -> Result<DataFolder, FolderError> {
        let unusable = |path: &Path| {
            let path = path.to_owned();
            move |error| FolderError::Unusable { path, error }
        };
        make_private(path).map_err(unusable(path))?;
        let file = path.join(LOCK);
        let opened = private::create_file(&file).map_err(unusable(&file))?;
        let taken = || FolderError::Taken { path: path.to_owned(), running: running(path) };
        let lock = match Lock::of(opened) {
            Ok(lock) => lock,
            Err(TryLockError::WouldBlock) => return Err(taken()),
            Err(TryLockError::Error(error)) => return Err(unusable(&file)(error)),
        };
        let whole = match locked_folder(path) {
            Ok(whole) => whole,
            Err(Locked) => return Err(taken()),
        };
        let database = path.join(DATABASE);
        replacement::finish(&database).map_err(unusable(&database))?;
        // Left behind by a server that was killed.
        let _ = std::fs::remove_file(path.join(RUNNING));
        Ok(DataFolder { path: path.to_owned(), _locks: (lock, whole) })
    }

    /// Records the address that this process listens on, for a process that finds the folder
    /// locked.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn announce(&self, address: &str) -> io::Result<()> {
        let text = format!("{}\n{address}\n", std::process::id());
        atomic_file::replace(&self.path.join(RUNNING), text.as_bytes(), Access::Owner)
    }

    /// Returns the announced server of a folder. A killed server may still be announced.
    pub fn running(path: &Path) -> Option<Running> {
        running(path)
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Path of the database in a folder.
    pub fn database(path: &Path) -> PathBuf {
        path.join(DATABASE)
    }

    /// Path of the explorer's database in a folder.
    pub fn explorer(path: &Path) -> PathBuf {
        path.join(EXPLORER)
    }

    /// Path of the key file in a folder.
    pub fn keys(path: &Path) -> PathBuf {
        path.join(KEYS)
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.path.join(RUNNING));
    }
}

/// A file or folder that this process has locked, until the value is dropped.
struct Lock(File);

impl Lock {
    fn of(file: File) -> Result<Lock, TryLockError> {
        file.try_lock()?;
        Ok(Lock(file))
    }
}

impl Drop for Lock {
    /// Unlocks the file. Closing it is not enough: a child process that another thread is starting
    /// holds a copy of the descriptor until it executes its program.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Another process has locked the folder.
struct Locked;

/// Locks the folder itself. `None` if the system cannot lock it: network file systems lock only
/// writable files, and some systems cannot open a folder.
fn locked_folder(path: &Path) -> Result<Option<Lock>, Locked> {
    let Ok(folder) = File::open(path) else { return Ok(None) };
    match Lock::of(folder) {
        Ok(lock) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Err(Locked),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

fn running(folder: &Path) -> Option<Running> {
    let text = std::fs::read_to_string(folder.join(RUNNING)).ok()?;
    let (process, address) = text.split_once('\n')?;
    Some(Running { process: process.parse().ok()?, address: address.trim().to_owned() })
}

/// Creates a folder that only its owner may enter. An existing folder keeps its permissions unless
/// it contains only files of a server, because it may be used by other programs.
fn make_private(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        if let Some(parent) = folder.parent() {
            std::fs::create_dir_all(parent)?;
        }
        return private::create_folder(folder);
    }
    let is_ours = |name: &str| OURS.iter().any(|ours| name.starts_with(ours));
    let mut has_database = false;
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        has_database |= name == DATABASE;
        if !is_ours(&name) {
            return Ok(());
        }
    }
    if has_database { private::restrict_folder(folder) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that is being started holds copies of all descriptors for a moment.
    #[test]
    fn a_dropped_folder_is_free_although_a_copy_of_its_locks_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let taken = DataFolder::take(folder.path()).expect("free");
        let (lock, whole) = &taken._locks;
        let copies = (lock.0.try_clone(), whole.as_ref().map(|whole| whole.0.try_clone()));
        let again = DataFolder::take(folder.path());
        assert!(matches!(again, Err(FolderError::Taken { .. })));
        drop(taken);
        DataFolder::take(folder.path()).expect("free again");
        drop(copies);
    }
}
