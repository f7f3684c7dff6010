//! A new database and its keys take the place of those in a folder, whole or not at all.
//!
//! Several files change their names, and the process may be killed between any two of them. So a
//! note is written first; whoever takes the folder next finds it and goes on where that stopped.
//! What the folder had goes into a new folder in it, under its own names: `chuhe.before-restore-1`,
//! or the next number. None is ever written to again.

use crate::private;
use atomic_file::{Access, sync_folder};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The note, in the database's folder: the folder for what was there, then the file of the keys if
/// they change too.
const NOTE: &str = "chuhe.restoring";
const ASIDE: &str = "chuhe.before-restore-";

/// Where the new database waits, beside the one it replaces.
pub(crate) fn new_database(database: &Path) -> PathBuf {
    beside(database, ".new")
}

/// Where the new keys wait.
pub(crate) fn new_keys(keys: &Path) -> PathBuf {
    beside(keys, ".restored")
}

/// A name that goes on from a file's.
pub(crate) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Puts the new database that waits, and the new keys if there are any, in the place of the old
/// ones. The folder in which those are now, if there were any.
///
/// # Errors
/// When a file cannot be renamed. With a note written, [`finish`] goes on with it.
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

/// Ends what a note says was begun; without one nothing happens.
///
/// # Errors
/// When a file cannot be renamed, or the new database is gone; the note stays then.
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
    // While the new one waits, what has the database's name is the old one. Its log goes first:
    // SQLite would play it into the new one.
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

/// Moves a file, if it is there, into a folder beside it.
fn set_aside(file: &Path, name: &str) -> io::Result<()> {
    let (Some(parent), Some(file_name)) = (file.parent(), file.file_name()) else { return Ok(()) };
    if !file.exists() {
        return Ok(());
    }
    let folder = parent.join(name);
    private::create_folder(&folder)?;
    let aside = folder.join(file_name);
    if aside.exists() {
        // Only a hand from outside can have done that; nothing is written over.
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

    /// However many files have changed places when the process is killed, the next one ends it.
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
