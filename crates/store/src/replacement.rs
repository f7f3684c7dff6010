//! Replaces a database and its keys in a folder, completely or not at all.
//!
//! Several files are renamed, and the process may be killed between any two of them. A note is
//! therefore written first; the next process that locks the folder completes the replacement. The
//! old files are moved into a new folder inside, `chuhe.before-restore-1` or the next free number.
//! Existing ones are never changed.

use crate::private;
use atomic_file::{Access, sync_folder};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The note, in the database's folder: the name of the folder for the old files, then the key file
/// if it changes too.
const NOTE: &str = "chuhe.restoring";
const ASIDE: &str = "chuhe.before-restore-";

/// Path of the new database before it replaces the old one.
pub(crate) fn new_database(database: &Path) -> PathBuf {
    beside(database, ".new")
}

/// Path of the new key file before it replaces the old one.
pub(crate) fn new_keys(keys: &Path) -> PathBuf {
    beside(keys, ".restored")
}

/// Appends `end` to a file's name.
pub(crate) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Replaces the database, and the key file if `keys` is given, by the prepared new ones. Returns
/// the folder that contains the old files, if there were any.
///
/// # Errors
/// If a file cannot be renamed. Once the note is written, [`finish`] continues.
pub(crate) fn replace(database: &Path, keys: Option<&Path>) -> io::Result<Option<PathBuf>> {
    let folder = database.parent().unwrap_or(Path::new("."));
    atomic_file::sync_file(&new_database(database))?;
    let is_free = |name: &String| {
        let parents = [Some(folder), keys.and_then(Path::parent)];
        parents.iter().flatten().all(|parent| !parent.join(name).exists())
    };
    let mut names = (1..).map(|number: u32| format!("{ASIDE}{number}"));
    let aside = names.find(is_free).unwrap_or_default();
    let keys = match keys.map(|keys| keys.to_str().ok_or(keys)) {
        None => "",
        Some(Ok(keys)) => keys,
        Some(Err(keys)) => {
            let what = format!("{}: the name is not UTF-8", keys.display());
            return Err(io::Error::other(what));
        }
    };
    let note = format!("{aside}\n{keys}\n");
    atomic_file::replace(&folder.join(NOTE), note.as_bytes(), Access::Owner)?;
    finish(database)?;
    let aside = folder.join(aside);
    Ok(aside.exists().then_some(aside))
}

/// Completes the replacement described by the note. Does nothing without a note.
///
/// # Errors
/// If a file cannot be renamed or the new database is missing. The note is kept.
pub(crate) fn finish(database: &Path) -> io::Result<()> {
    let note = database.parent().unwrap_or(Path::new(".")).join(NOTE);
    let text = match fs::read_to_string(&note) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        text => text?,
    };
    let mut lines = text.lines();
    let aside = lines.next().filter(|aside| aside.starts_with(ASIDE));
    let aside = aside.ok_or_else(|| io::Error::other("this is no note of a restore"))?;
    let keys = lines.next().filter(|keys| !keys.is_empty()).map(Path::new);
    let new = new_database(database);
    // While the new database exists, the file with the final name is the old one. Its WAL is moved
    // first, because SQLite would replay it into the new database.
    if new.exists() {
        for old in [beside(database, "-wal"), beside(database, "-shm"), database.to_owned()] {
            set_aside(&old, aside)?;
        }
    } else if !database.exists() {
        let what = format!("a restore was cut off and {} is gone", new.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, what));
    }
    if let Some(keys) = keys
        && new_keys(keys).exists()
    {
        set_aside(keys, aside)?;
        atomic_file::publish(&new_keys(keys), keys)?;
    }
    if new.exists() {
        atomic_file::publish(&new, database)?;
    }
    fs::remove_file(&note)?;
    sync_folder(&note)
}

/// Moves an existing file into a folder beside it.
fn set_aside(file: &Path, name: &str) -> io::Result<()> {
    let (Some(parent), Some(file_name)) = (file.parent(), file.file_name()) else { return Ok(()) };
    if !file.exists() {
        return Ok(());
    }
    let folder = parent.join(name);
    private::create_folder(&folder)?;
    let aside = folder.join(file_name);
    if aside.exists() {
        // Only another program can have created it; never overwrite it.
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, aside.display().to_string()));
    }
    fs::rename(file, &aside)?;
    sync_folder(&aside)?;
    sync_folder(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataFolder;

    /// An interruption after any number of renames is completed by the next process.
    #[test]
    fn what_is_cut_off_is_ended() {
        let aside = "chuhe.before-restore-1";
        let steps = [
            ("chuhe.db-wal", &*format!("{aside}/chuhe.db-wal")),
            ("chuhe.db-shm", &*format!("{aside}/chuhe.db-shm")),
            ("chuhe.db", &*format!("{aside}/chuhe.db")),
            ("store.key", &*format!("{aside}/store.key")),
            ("store.key.restored", "store.key"),
            ("chuhe.db.new", "chuhe.db"),
        ];
        for done in 0..=steps.len() {
            let temporary = tempfile::tempdir().unwrap();
            let folder = temporary.path();
            let at = |name: &str| folder.join(name);
            for (name, _) in steps {
                fs::write(at(name), name).unwrap();
            }
            let note = format!("{aside}\n{}\n", at("store.key").display());
            fs::write(at(NOTE), note).unwrap();
            fs::create_dir(at(aside)).unwrap();
            for (from, to) in &steps[..done] {
                fs::rename(at(from), at(to)).unwrap();
            }
            drop(DataFolder::take(folder).unwrap());
            for (from, to) in steps {
                assert_eq!(fs::read_to_string(at(to)).unwrap(), from, "{done} done: {to}");
            }
            for gone in ["chuhe.db.new", "store.key.restored", "chuhe.db-wal", NOTE] {
                assert!(!at(gone).exists(), "{done} done: {gone}");
            }
        }
    }

    #[test]
    fn a_new_database_that_is_gone_is_missed() {
        let temporary = tempfile::tempdir().unwrap();
        fs::write(temporary.path().join(NOTE), "chuhe.before-restore-1\n\n").unwrap();
        let refused = DataFolder::take(temporary.path()).err().expect("an error").to_string();
        assert!(refused.contains("chuhe.db.new is gone"), "{refused}");
    }
}
