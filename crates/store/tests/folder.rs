//! A data folder is used by one server and readable by its owner only.

use store::{DataFolder, FolderError, Running};

#[test]
fn of_two_servers_one_gets_the_folder() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("deep/er");
    let first = DataFolder::take(&path).unwrap();
    let running = |taken: Result<DataFolder, FolderError>| match taken {
        Err(error @ FolderError::Taken { .. }) => {
            let said = error.to_string();
            let FolderError::Taken { running, .. } = error else { unreachable!() };
            (running, said)
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("taken twice"),
    };
    let (nobody_yet, said) = running(DataFolder::take(&path));
    assert_eq!(nobody_yet, None);
    assert!(said.contains("does not listen yet"), "{said}");
    first.announce("http://127.0.0.1:8686/").unwrap();
    let (holder, said) = running(DataFolder::take(&path));
    let here = Running { process: std::process::id(), address: "http://127.0.0.1:8686/".into() };
    assert_eq!(holder, Some(here));
    for part in
        ["http://127.0.0.1:8686/", &std::process::id().to_string(), "deep/er", "another folder"]
    {
        assert!(said.contains(part), "{said}");
    }
    drop(first);
    let second = DataFolder::take(&path).unwrap();
    assert_eq!(second.path(), path);
    // The first server's announcement was removed.
    assert_eq!(running(DataFolder::take(&path)).0, None);
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_enter() {
    use std::os::unix::fs::PermissionsExt;
    let base = tempfile::tempdir().unwrap();
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let world_readable = || std::fs::Permissions::from_mode(0o755);
    let new = base.path().join("new");
    drop(DataFolder::take(&new).unwrap());
    assert_eq!(mode(&new), 0o700);
    // A folder with only our files is restricted; one with other files may be shared on purpose.
    for (name, beside, expected) in [("old", "arbiter.key", 0o700), ("shared", "letter", 0o755)] {
        let path = base.path().join(name);
        std::fs::create_dir(&path).unwrap();
        std::fs::set_permissions(&path, world_readable()).unwrap();
        std::fs::write(path.join("chuhe.db"), "").unwrap();
        std::fs::write(path.join(beside), "").unwrap();
        drop(DataFolder::take(&path).unwrap());
        assert_eq!(mode(&path), expected, "{name}");
    }
}

/// Deleting the lock file does not admit a second server.
#[cfg(unix)]
#[test]
fn a_deleted_lock_still_locks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let first = DataFolder::take(&path).unwrap();
    for _ in 0..2 {
        std::fs::remove_file(path.join("chuhe.lock")).unwrap();
        assert!(matches!(DataFolder::take(&path), Err(FolderError::Taken { .. })));
    }
    drop(first);
    drop(DataFolder::take(&path).unwrap());
}
