//! Backups of a store that is in use, and restoring them.

use protocol::UnixMs;
use std::{path::Path, sync::Arc};
use store::{
    Append, Board, DataFolder, GameLog, NewEvent, Restore, SmartBoards, SqliteOptions, SqliteStore,
    StoreError, backup, restore,
};

fn append(expected: u64) -> Append {
    let event = NewEvent {
        kind: "acted",
        seat: None,
        command: None,
        public: format!("event {expected}"),
        secret: format!("secret {expected}"),
        at_ms: UnixMs(7),
    };
    Append {
        game: "g".into(),
        expected,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

async fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(&DataFolder::database(folder)).await
}

async fn written(folder: &Path, count: u64) -> SqliteStore {
    let store = open(folder).await.unwrap();
    store.create(1, append(0)).await.unwrap();
    for seq in 1..count {
        store.append(append(seq)).await.unwrap();
    }
    store.put_board(Board { id: "b".into(), name: "B".into(), key: [7; 32] }).await.unwrap();
    store
}

#[tokio::test]
async fn a_running_store_is_copied_whole_at_one_moment() {
    let [original, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let store = Arc::new(written(original.path(), 5).await);
    let options = SqliteOptions::new(&DataFolder::database(original.path()));
    let file = other.path().join("backup");
    // Appends continue during the backup.
    let writer = store.clone();
    let writing = tokio::spawn(async move {
        for seq in 5..60 {
            writer.append(append(seq)).await.unwrap();
        }
    });
    backup(&options, &file, true).await.unwrap();
    writing.await.unwrap();
    assert!(backup(&options, &file, true).await.is_err(), "written over");

    let restored = DataFolder::take(&other.path().join("folder")).unwrap();
    restore(&file, &restored, Restore::default()).await.unwrap();
    let copy = open(restored.path()).await.unwrap();
    let log = copy.load(&"g".into()).await.unwrap();
    assert!((5..=60).contains(&log.len()), "{}", log.len());
    assert!(log.iter().all(|event| event.secret == format!("secret {}", event.seq)));
    assert!(copy.boards().await.unwrap()[0].key == [7; 32]);
    copy.append(append(log.len() as u64)).await.unwrap();
    // The keys are in the key file only, and no longer in the database.
    let database = std::fs::read(DataFolder::database(restored.path())).unwrap();
    assert!(!database.windows(10).any(|window| window == b"# The keys"));
    assert_eq!(
        std::fs::read(DataFolder::keys(restored.path())).unwrap(),
        std::fs::read(DataFolder::keys(original.path())).unwrap()
    );
}

#[tokio::test]
async fn a_backup_without_keys_is_of_no_use_without_them() {
    let [original, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    drop(written(original.path(), 3).await);
    let options = SqliteOptions::new(&DataFolder::database(original.path()));
    let file = other.path().join("backup");
    backup(&options, &file, false).await.unwrap();
    let restored = DataFolder::take(&other.path().join("folder")).unwrap();
    let refused = restore(&file, &restored, Restore::default()).await.err();
    assert!(matches!(refused, Some(StoreError::NoKey { .. })), "{refused:?}");
    let said = refused.map(|error| error.to_string()).unwrap_or_default();
    let named = format!("secrets in {} are encrypted", file.display());
    assert!(said.contains(&named) && !said.contains(".new"), "{said}");
    assert!(!DataFolder::database(restored.path()).exists());
    assert!(!DataFolder::keys(restored.path()).exists(), "another key was drawn");
    std::fs::copy(DataFolder::keys(original.path()), DataFolder::keys(restored.path())).unwrap();
    restore(&file, &restored, Restore::default()).await.unwrap();
    assert_eq!(open(restored.path()).await.unwrap().load(&"g".into()).await.unwrap().len(), 3);
}

/// A failed restore changes nothing, and a successful one keeps the old files.
#[tokio::test]
async fn a_database_is_replaced_by_a_whole_backup_or_not_at_all() {
    let [original, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    drop(written(other.path(), 9).await);
    let file = other.path().join("backup");
    let options = SqliteOptions::new(&DataFolder::database(other.path()));
    backup(&options, &file, true).await.unwrap();
    let folder = DataFolder::take(original.path()).unwrap();
    drop(written(original.path(), 3).await);
    let bytes = std::fs::read(&file).unwrap();
    let mut torn = bytes.clone();
    torn[4096 * 3..4096 * 4].fill(0x5a);
    for (what, bytes, why) in [
        ("nothing", Vec::new(), "is not a database of chuhe"),
        ("a page", bytes[..4096].to_vec(), "is damaged"),
        ("half of it", bytes[..bytes.len() / 2].to_vec(), "is damaged"),
        ("almost all of it", bytes[..bytes.len() - 100].to_vec(), "is damaged"),
        ("torn", torn, "is damaged"),
        ("a letter", b"this is a letter".repeat(500), "is not a database of chuhe"),
    ] {
        let bad = other.path().join("bad");
        std::fs::write(&bad, bytes).unwrap();
        let refused = restore(&bad, &folder, Restore::default()).await.expect_err(what);
        let said = refused.to_string();
        let is_named = said.starts_with(&bad.display().to_string());
        assert!(is_named && said.contains(why) && !said.contains(".new"), "{what}: {said}");
        let names: Vec<_> = std::fs::read_dir(original.path())
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        assert!(names.len() <= 5, "{what} left something: {names:?}");
        assert_eq!(
            open(original.path()).await.unwrap().load(&"g".into()).await.unwrap().len(),
            3,
            "{what}"
        );
    }
    let first = restore(&file, &folder, Restore::default())
        .await
        .unwrap()
        .aside
        .expect("something was there");
    assert_eq!(open(original.path()).await.unwrap().load(&"g".into()).await.unwrap().len(), 9);
    // The replaced files are a complete store, and the next restore does not change them.
    let second = restore(&file, &folder, Restore::default())
        .await
        .unwrap()
        .aside
        .expect("something was there");
    for (aside, events) in [(first, 3), (second, 9)] {
        let found = open(&aside).await.unwrap().load(&"g".into()).await.unwrap().len();
        assert_eq!(found, events, "{}", aside.display());
    }
}
