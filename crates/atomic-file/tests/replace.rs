//! Replacing a file.

use atomic_file::{Access, create_beside, replace, try_out};
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a name").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn readers_never_see_a_partial_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let texts = [vec![b'a'; 100_000], vec![b'b'; 70_000]];
    replace(&path, &texts[0], Access::Usual).expect("written");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let seen = fs::read(&path).expect("it is always there");
                assert!(texts.contains(&seen), "{} bytes", seen.len());
            }
        });
        for round in 1..50 {
            replace(&path, &texts[round % 2], Access::Usual).expect("written");
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(names(folder.path()), ["file"], "nothing is left beside it");
}

#[test]
fn a_leftover_file_is_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let (left, _) = create_beside(&path, Access::Usual).expect("made");
    let next = |name: &str| {
        let (front, number) = name.rsplit_once('-').expect("a number");
        let number: u64 = number.strip_suffix(".tmp").expect("an ending").parse().expect("digits");
        format!("{front}-{}.tmp", number + 1)
    };
    let name = left.file_name().expect("a name").to_string_lossy().into_owned();
    fs::write(folder.path().join(next(&name)), "old").expect("written");
    replace(&path, b"new", Access::Usual).expect("written");
    assert_eq!(fs::read(&path).expect("there"), b"new");
}

#[test]
fn trying_out_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "old").expect("written");
    fs::create_dir(at("folder")).expect("made");
    let table = [
        ("file", true),
        ("new", true),
        ("folder/new", true),
        ("folder", false),
        ("none/new", false),
        ("file/new", false),
    ];
    for (name, is_possible) in table {
        assert_eq!(try_out(&at(name)).is_ok(), is_possible, "{name}");
        assert_eq!(replace(&at(name), b"old", Access::Usual).is_ok(), is_possible, "{name}");
        if is_possible && name != "file" {
            fs::remove_file(at(name)).expect("it was written");
        }
    }
    try_out(&at("new")).expect("it can be written");
    assert_eq!(names(folder.path()), ["file", "folder"], "nothing is left");
    assert!(names(&at("folder")).is_empty());
    assert_eq!(fs::read(at("file")).expect("there"), b"old");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("there").permissions().mode() & 0o777
    }

    #[test]
    fn permissions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        for (access, expected) in [(Access::Usual, 0o640), (Access::Owner, 0o600)] {
            replace(&path, b"new", access).expect("written");
            assert_eq!(mode(&path), expected, "{access:?}");
        }
        let secret = folder.path().join("secret");
        replace(&secret, b"new", Access::Owner).expect("written");
        assert_eq!(mode(&secret), 0o600);
    }

    #[test]
    fn links_and_devices() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&path, "old").expect("written");
        symlink(&path, &link).expect("a link");
        replace(&link, b"new", Access::Usual).expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).expect("there"), b"new");
        // A device must stay a device, even for a user who may write to its folder.
        let null = folder.path().join("null");
        symlink("/dev/null", &null).expect("a link");
        replace(&null, b"new", Access::Usual).expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
        assert!(replace(folder.path(), b"new", Access::Usual).is_err(), "a folder is no file");
    }

    /// A full disk, simulated by `/dev/full`, is an error; so is a missing folder, and no file is
    /// left behind.
    #[test]
    fn no_room() {
        let full = Path::new("/dev/full");
        if full.exists() {
            assert!(replace(full, b"new", Access::Usual).is_err());
        }
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing/file");
        assert!(replace(&missing, b"new", Access::Usual).is_err());
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
