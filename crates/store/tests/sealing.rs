//! Secrets cannot be read from the disk without the key.

use protocol::UnixMs;
use rusqlite::Connection;
use std::path::Path;
use store::{
    Append, Board, GameLog, NewEvent, SmartBoards, SqliteOptions, SqliteStore, StoreError,
    rotate_key,
};

const SECRETS: [&str; 3] = ["mole:e6", "a longer secret of this game", "seed 5eed5eed"];
const BOARD_KEY: [u8; 32] = *b"the key of board 7, thirty-two b";

fn append(game: &str, secrets: &[&str]) -> Append {
    let event = |secret: &&str| NewEvent {
        kind: "chose",
        seat: Some(1),
        command: None,
        public: "{}".into(),
        secret: (*secret).into(),
        at_ms: UnixMs(7),
    };
    Append {
        game: game.into(),
        expected: 0,
        events: secrets.iter().map(event).collect(),
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

/// Creates a store with secrets.
async fn with_secrets(folder: &Path) -> SqliteStore {
    let store = SqliteStore::open(&folder.join("chuhe.db")).await.unwrap();
    store.create(1, append("g", &SECRETS)).await.unwrap();
    let board = Board { id: "b".into(), name: "Table 7".into(), key: BOARD_KEY };
    store.put_board(board).await.unwrap();
    store
}

async fn reads_all(store: &SqliteStore) {
    let log = store.load(&"g".into()).await.unwrap();
    assert!(log.iter().map(|event| event.secret.as_str()).eq(SECRETS));
    assert!(store.boards().await.unwrap()[0].key == BOARD_KEY);
}

/// All bytes of the folder's files except the key file.
fn on_disk(folder: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| !file.ends_with("store.key") && file.is_file());
    files.flat_map(|file| std::fs::read(file).unwrap()).collect()
}

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

fn tells_nothing(folder: &Path) {
    let bytes = on_disk(folder);
    assert!(holds(&bytes, b"Table 7"), "the search finds what is there");
    let key_as_text: String = BOARD_KEY.iter().map(|byte| format!("{byte:02x}")).collect();
    for secret in SECRETS.iter().map(|text| text.as_bytes()).chain([
        &BOARD_KEY[..],
        key_as_text.as_bytes(),
        b"mole",
        b"e6",
    ]) {
        // Two letters occur by chance in this many random bytes.
        let is_short = secret.len() < 4;
        assert!(is_short || !holds(&bytes, secret), "{}", String::from_utf8_lossy(secret));
    }
}

#[tokio::test]
async fn the_disk_tells_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let store = with_secrets(folder.path()).await;
    tells_nothing(folder.path());
    reads_all(&store).await;
    reads_all(&SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap()).await;
}

/// Encrypted secrets reveal neither their length nor whether they are equal.
#[tokio::test]
async fn all_secrets_look_alike() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
    let long = "x".repeat(200);
    for (game, secret) in [("a", "mole:e6"), ("b", "mole:e6"), ("c", "m"), ("d", long.as_str())] {
        store.create(1, append(game, &[secret])).await.unwrap();
    }
    let connection = Connection::open(folder.path().join("chuhe.db")).unwrap();
    let mut question = connection.prepare("SELECT sealed, hash FROM game_event").unwrap();
    let rows = question.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let rows: Vec<(Vec<u8>, String)> = rows.collect::<Result<_, _>>().unwrap();
    for (place, (sealed, hash)) in rows.iter().enumerate() {
        assert_eq!(sealed.len(), rows[0].0.len());
        for (other, other_hash) in &rows[..place] {
            assert!(sealed != other && hash != other_hash);
        }
    }
}

#[tokio::test]
async fn without_its_key_a_store_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (file, key) = (folder.path().join("chuhe.db"), folder.path().join("store.key"));
    drop(with_secrets(folder.path()).await);
    let elsewhere = folder.path().join("elsewhere.key");
    std::fs::rename(&key, &elsewhere).unwrap();
    let missing = SqliteStore::open(&file).await.err();
    assert!(matches!(missing, Some(StoreError::NoKey { id: 1, .. })), "{missing:?}");
    assert!(!key.exists(), "another key was drawn");
    let said = missing.unwrap().to_string();
    assert!(said.contains("key 1") && said.contains("store.key"), "{said}");
    for (text, expected) in [
        (format!("1 {}\n", "ab".repeat(32)), "does not decrypt the secrets"),
        ("1 abc\n".to_owned(), "line 1: expected a number up to 255 and 64 hex digits"),
        ("\n\n256 abc\n".to_owned(), "line 3"),
        (format!("1 {0}\n1 {0}\n", "ab".repeat(32)), "line 2: a second key 1"),
        (format!("1 {}é\n", "a".repeat(62)), "line 1"),
    ] {
        std::fs::write(&key, text).unwrap();
        let error = SqliteStore::open(&file).await.err().expect("refused").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let options = SqliteOptions::new(&file).key_file(elsewhere);
    reads_all(&SqliteStore::open_with(options).await.unwrap()).await;
}

/// A store without encrypted data can lose its key.
#[tokio::test]
async fn an_empty_store_needs_no_key() {
    let folder = tempfile::tempdir().unwrap();
    let (file, key) = (folder.path().join("chuhe.db"), folder.path().join("store.key"));
    drop(SqliteStore::open(&file).await.unwrap());
    std::fs::remove_file(&key).unwrap();
    drop(SqliteStore::open(&file).await.unwrap());
    assert!(key.exists());
}

#[tokio::test]
async fn a_new_key_opens_everything_and_the_old_one_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chuhe.db");
    let key = folder.path().join("store.key");
    drop(with_secrets(folder.path()).await);
    let options = SqliteOptions::new(&file);
    for id in [2, 3] {
        let old = std::fs::read_to_string(&key).unwrap();
        assert_eq!(rotate_key(&options).await.unwrap(), id);
        let new = std::fs::read_to_string(&key).unwrap();
        let keys = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((keys(&old), keys(&new)), (1, 1));
        let store = SqliteStore::open(&file).await.unwrap();
        reads_all(&store).await;
        store.create(1, append(&format!("g{id}"), &["another"])).await.unwrap();
        drop(store);
        std::fs::write(&key, old).unwrap();
        let error = SqliteStore::open(&file).await.err();
        assert!(matches!(error, Some(StoreError::NoKey { .. })), "{error:?}");
        std::fs::write(&key, new).unwrap();
    }
    tells_nothing(folder.path());
    reads_all(&SqliteStore::open(&file).await.unwrap()).await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    // A file that an earlier version made readable by all users.
    std::fs::write(folder.path().join("chuhe.db"), "").unwrap();
    let world_readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(folder.path().join("chuhe.db"), world_readable).unwrap();
    let store = with_secrets(folder.path()).await;
    for name in ["chuhe.db", "chuhe.db-wal", "chuhe.db-shm", "store.key"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(store);
}
