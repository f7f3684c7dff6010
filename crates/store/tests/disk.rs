//! A full disk: appends fail while it is full and work again as soon as there is space.

use protocol::UnixMs;
use rusqlite::Connection;
use std::{io::Write, path::Path, process::Command};
use store::{Append, GameLog, NewEvent, SqliteOptions, SqliteStore, StoreError};

/// One more event with a text of this length.
fn append(expected: u64, bytes: usize) -> Append {
    let event = NewEvent {
        kind: "acted",
        seat: None,
        command: None,
        public: "x".repeat(bytes),
        secret: String::new(),
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

/// Appends until nothing fits, first large and then small events. Returns the number of events.
async fn fill(store: &SqliteStore) -> u64 {
    let mut count = 1;
    for bytes in [20_000, 1] {
        loop {
            match store.append(append(count, bytes)).await {
                Ok(()) => count += 1,
                Err(StoreError::Full(_)) => break,
                Err(error) => panic!("{error}"),
            }
            assert!(count < 1_000, "the disk is never full");
        }
    }
    count
}

/// Every append and health check fails with `Full`, repeatedly and concurrently.
async fn is_full(store: &SqliteStore, count: u64) {
    for _ in 0..5 {
        let one = store.append(append(count, 20_000));
        let other = store.append(append(count, 20_000));
        let (one, other, health) = tokio::join!(one, other, store.health());
        for failed in [one, other, health] {
            assert!(matches!(failed, Err(StoreError::Full(_))), "{failed:?}");
        }
        // A single request fails as well; the concurrent ones may have been processed alone.
        let alone = store.health().await;
        assert!(matches!(alone, Err(StoreError::Full(_))), "{alone:?}");
        assert_eq!(store.load(&"g".into()).await.unwrap().len() as u64, count);
    }
}

/// Appends work again without reopening the store.
async fn goes_on(store: &SqliteStore, count: u64) {
    store.health().await.unwrap();
    for more in 0..3 {
        store.append(append(count + more, 20_000)).await.unwrap();
    }
    assert_eq!(store.load(&"g".into()).await.unwrap().len() as u64, count + 3);
}

#[tokio::test]
async fn a_file_that_may_not_grow_stores_again_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chuhe.db");
    let options = SqliteOptions::new(&file).max_bytes(1 << 20);
    let store = SqliteStore::open_with(options).await.unwrap();
    let other = Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE ballast (room BLOB)").unwrap();
    other.execute_batch("INSERT INTO ballast VALUES (zeroblob(400000))").unwrap();
    store.create(1, append(0, 1)).await.unwrap();
    let count = fill(&store).await;
    assert!(count > 5, "{count}");
    is_full(&store, count).await;
    other.execute_batch("DELETE FROM ballast").unwrap();
    goes_on(&store, count).await;
}

/// Set in the child process that runs in its own mount namespace.
const NAMESPACE: &str = "CHUHE_DISK_NAMESPACE";

/// A user who may not mount may do so in a separate namespace on most systems.
#[tokio::test]
async fn a_full_disk_stores_again_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let _disk = match SmallDisk::mount(folder.path()) {
        Ok(disk) => disk,
        Err(why) if std::env::var_os(NAMESPACE).is_some() => panic!("no small disk: {why}"),
        Err(why) => return again_in_a_namespace(&why),
    };
    let ballast = folder.path().join("ballast");
    std::fs::write(&ballast, vec![1; 600_000]).unwrap();
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
    store.create(1, append(0, 1)).await.unwrap();
    let count = fill(&store).await;
    is_full(&store, count).await;
    std::fs::remove_file(ballast).unwrap();
    goes_on(&store, count).await;
}

fn again_in_a_namespace(why: &str) {
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "a_full_disk_stores_again_when_there_is_room"])
        .env(NAMESPACE, "1")
        .output();
    let nor = match output {
        Ok(output) if output.status.success() => return,
        Ok(output) => [output.stdout, output.stderr].concat(),
        Err(error) => error.to_string().into_bytes(),
    };
    let nor = String::from_utf8_lossy(&nor);
    assert!(!nor.contains("panicked") || nor.contains("no small disk"), "{nor}");
    // Written directly, because the test harness hides the output of passing tests.
    let _ = writeln!(
        std::io::stderr(),
        "SKIPPED: no small disk can be mounted here ({why}), nor in a namespace: {nor}\n\
         a_file_that_may_not_grow_stores_again_when_there_is_room stands for it"
    );
}

/// A tmpfs of two megabytes.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    fn mount(folder: &Path) -> Result<SmallDisk<'_>, String> {
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=2m,mode=700", "chuhe-test"])
            .arg(folder)
            .output();
        match mount {
            Ok(output) if output.status.success() => Ok(SmallDisk(folder)),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        // Lazily, because the store closes its files in the background.
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}
