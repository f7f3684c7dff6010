//! The folder in which a server keeps what it keeps: one server a folder, and nobody else reads it.

use crate::{private, replacement};
use atomic_file::Access;
use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
};

const DATABASE: &str = "chuhe.db";
const KEYS: &str = "store.key";
const LOCK: &str = "chuhe.lock";
const RUNNING: &str = "chuhe.running";
/// With what the names of all begin that a server writes into its folder.
const OURS: [&str; 5] = ["chuhe.", ".chuhe-", "store.key", "sign.key", "arbiter.key"];

/// A folder that is this process's alone, until it is dropped or the process ends.
pub struct DataFolder {
    path: PathBuf,
    /// Held locked: a file in it, and the folder itself, where the system can lock one. The file may be
    /// deleted beneath us, and whoever comes next makes another; not so the folder.
    _locks: (File, Option<File>),
}

/// The server that has the folder, as far as it has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Running {
    /// Its process.
    pub process: u32,
    /// Where it listens, with scheme and port.
    pub address: String,
}

/// Why the folder cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process has it.
    #[error("the folder {} is in use by {}; stop it, or use another folder",
            .path.display(), whose(.running.as_ref()))]
    Taken {
        /// The folder.
        path: PathBuf,
        /// Who that is. It says so as soon as it listens.
        running: Option<Running>,
    },
    /// It cannot be made, read or written.
    #[error("cannot use {}: {error}", .path.display())]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
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
    /// Makes the folder if it is missing, readable by its owner alone, and takes it.
    ///
    /// A restore that was cut off in it is ended.
    ///
    /// # Errors
    /// [`FolderError::Taken`] if another process has it.
    pub fn take(path: &Path) -> Result<DataFolder, FolderError> {
        let unusable = |path: &Path| {
            let path = path.to_owned();
            move |error| FolderError::Unusable { path, error }
        };
        make_private(path).map_err(unusable(path))?;
        let file = path.join(LOCK);
        let lock = private::create_file(&file).map_err(unusable(&file))?;
        let taken = || FolderError::Taken { path: path.to_owned(), running: running(path) };
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(taken()),
            Err(TryLockError::Error(error)) => return Err(unusable(&file)(error)),
        }
        let whole = match locked_folder(path) {
            Ok(whole) => whole,
            Err(Locked) => return Err(taken()),
        };
        let database = path.join(DATABASE);
        replacement::finish(&database).map_err(unusable(&database))?;
        // What a server that was killed has left behind is no longer so.
        let _ = std::fs::remove_file(path.join(RUNNING));
        Ok(DataFolder { path: path.to_owned(), _locks: (lock, whole) })
    }

    /// Notes where this process listens, for whoever comes second.
    ///
    /// # Errors
    /// When the note cannot be written.
    pub fn announce(&self, address: &str) -> io::Result<()> {
        let text = format!("{}\n{address}\n", std::process::id());
        atomic_file::replace(&self.path.join(RUNNING), text.as_bytes(), Access::Owner)
    }

    /// The server that says that it has a folder. One that was killed may still say so.
    pub fn running(path: &Path) -> Option<Running> {
        running(path)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database in a folder.
    pub fn database(path: &Path) -> PathBuf {
        path.join(DATABASE)
    }

    /// The keys in a folder.
    pub fn keys(path: &Path) -> PathBuf {
        path.join(KEYS)
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.path.join(RUNNING));
    }
}

/// Another process has the folder.
struct Locked;

/// The folder itself, locked; `None` where the system locks none: network file systems lock only what
/// can be written, and some systems open no folder.
fn locked_folder(path: &Path) -> Result<Option<File>, Locked> {
    let Ok(folder) = File::open(path) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => Err(Locked),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

fn running(folder: &Path) -> Option<Running> {
    let text = std::fs::read_to_string(folder.join(RUNNING)).ok()?;
    let (process, address) = text.split_once('\n')?;
    Some(Running { process: process.parse().ok()?, address: address.trim().to_owned() })
}

/// Makes a folder that its owner alone may enter. One that is there stays as it is, unless all in it
/// is a server's: it may be anybody's.
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
