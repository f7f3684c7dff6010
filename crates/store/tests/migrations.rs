//! Files of earlier versions are migrated; files of later versions and other programs are refused.

use protocol::UnixMs;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};
use std::path::Path;
use store::{
    Accounts, Append, Archive, ArchiveFilter, Cursor, DataFolder, GameLog, NewEvent, Restore,
    SmartBoards, SqliteStore, StoreError, restore,
};

const SCRIPTS: [&str; 3] = [
    include_str!("../src/sqlite/migrations/0001_games.sql"),
    include_str!("../src/sqlite/migrations/0002_boards.sql"),
    include_str!("../src/sqlite/migrations/0003_players.sql"),
];

/// Creates a file as left by this schema version.
fn old_file(file: &Path, version: usize) -> Connection {
    let connection = Connection::open(file).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    for script in &SCRIPTS[..version] {
        connection.execute_batch(script).unwrap();
    }
    connection
}

/// The hash chain of the first versions.
fn chained(before: &str, game: &str, seq: u64, texts: [&str; 3]) -> String {
    let mut hash = Sha256::new();
    for part in [before, game, &seq.to_string(), "7"].into_iter().chain(texts) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a game of three events as the third version did.
fn old_game(connection: &Connection, game: &str, secret: &str) {
    let open = "INSERT INTO game (id, rules, created_ms) VALUES (?1, 1, 7)";
    connection.execute(open, [game]).unwrap();
    let mut hash = String::new();
    for seq in 0..3_u64 {
        let (public, secret) = (format!("event {seq}"), if seq == 1 { secret } else { "" });
        hash = chained(&hash, game, seq, ["acted", &public, secret]);
        let put = "INSERT INTO game_event \
                       (game_id, seq, kind, seat, cmd_id, public, secret, t_ms, hash) \
                   VALUES (?1, ?2, 'acted', 1, ?3, ?4, ?5, 7, ?6)";
        let values = params![game, seq as i64, format!("command {seq}"), public, secret, hash];
        connection.execute(put, values).unwrap();
    }
}

const OLD_ROWS: &str = "\
    INSERT INTO seat_token (game_id, token_hash, seats) VALUES ('open', 'ab', '0'), ('open', 'cd', '1'); \
    INSERT INTO deadline (game_id, due_ms) VALUES ('open', 99); \
    INSERT INTO alive (one, t_ms) VALUES (1, 55); \
    INSERT INTO board (id, name, key) VALUES ('b', 'Table 7', CAST('a board''s key of thirty-two byte' AS BLOB)); \
    INSERT INTO player (id, key, name, password, since_ms) VALUES ('1', 'ada', 'Ada', 'hash', 5); \
    INSERT INTO finished (game_id, ladder, ended_ms, rated, text) VALUES \
        ('sealed', 'xiangqi/blitz', 20, 1, 'later'), ('open', 'xiangqi/blitz', 10, 1, 'earlier'); \
    INSERT INTO finished_player (game_id, seat, player_id, name) VALUES ('open', 0, '1', 'Ada');";

fn append(game: &str) -> Append {
    let event = NewEvent {
        kind: "acted",
        seat: Some(0),
        command: Some("new".into()),
        public: "event 3".into(),
        secret: "new secret".into(),
        at_ms: UnixMs(8),
    };
    Append {
        game: game.into(),
        expected: 3,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

#[tokio::test]
async fn a_file_of_the_third_version_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chuhe.db");
    let old = old_file(&file, 3);
    for (game, secret) in
        [("open", ""), ("sealed", "mole:e6 of old"), ("doctored", "mole:c6 of old")]
    {
        old_game(&old, game, secret);
    }
    old.execute_batch(OLD_ROWS).unwrap();
    old.execute_batch("UPDATE game_event SET public = 'x' WHERE game_id = 'doctored' AND seq = 1")
        .unwrap();
    drop(old);
    for _ in 0..2 {
        let store = SqliteStore::open(&file).await.unwrap();
        for (game, secret) in [("open", ""), ("sealed", "mole:e6 of old")] {
            let log = store.load(&game.into()).await.unwrap();
            assert_eq!(log[1].secret, secret);
            assert_eq!(log[2].command.as_deref(), Some("command 2"));
        }
        let doctored = store.load(&"doctored".into()).await.err();
        assert!(matches!(doctored, Some(StoreError::Damaged { seq: 1, .. })), "{doctored:?}");
        let tokens: Vec<String> = store
            .tokens(&"open".into())
            .await
            .unwrap()
            .into_iter()
            .map(|token| token.hash)
            .collect();
        assert_eq!(tokens, ["ab", "cd"]);
        assert_eq!(store.games_with_deadline().await.unwrap(), ["open"]);
        assert_eq!(store.last_alive().await.unwrap(), Some(UnixMs(55)));
        assert!(&store.boards().await.unwrap()[0].key == b"a board's key of thirty-two byte");
        assert_eq!(store.player_by_key("ada").await.unwrap().unwrap().name, "Ada");
        let (finished, _) = store.finished_since(Cursor::default(), 9).await.unwrap();
        let texts: Vec<&str> = finished.iter().map(|game| game.text.as_str()).collect();
        assert_eq!(texts, ["earlier", "later"]);
        let of_ada = ArchiveFilter { player: Some("1".into()), limit: 9, ..Default::default() };
        assert_eq!(store.archive(of_ada).await.unwrap(), finished[..1]);
    }
    // The migrated games can be continued.
    let store = SqliteStore::open(&file).await.unwrap();
    for game in ["open", "sealed"] {
        store.append(append(game)).await.unwrap();
        let log = store.load(&game.into()).await.unwrap();
        assert_eq!((log.len(), log[3].secret.as_str()), (4, "new secret"));
    }
    // No plain text of a secret is left in the files.
    for name in ["chuhe.db", "chuhe.db-wal"] {
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        for plain in ["of old", "a board's key"] {
            let is_there = bytes.windows(plain.len()).any(|window| window == plain.as_bytes());
            assert!(!is_there, "{name} still has `{plain}`");
        }
    }
}

/// A chain of the first version is still verified to its end.
#[tokio::test]
async fn an_old_chain_is_still_checked() {
    for (doctored, noticed_at) in [
        ("UPDATE game_event SET public = 'x' WHERE seq = 2", 2),
        ("UPDATE game_event SET chain = 2 WHERE seq = 0", 0),
        ("DELETE FROM game_event WHERE seq = 2", 2),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chuhe.db");
        let old = old_file(&file, 3);
        old_game(&old, "open", "");
        let store = SqliteStore::open(&file).await.unwrap();
        assert_eq!(store.load(&"open".into()).await.unwrap().len(), 3);
        old.execute_batch(doctored).unwrap();
        let found = store.load(&"open".into()).await.err();
        assert!(
            matches!(found, Some(StoreError::Damaged { seq, .. }) if seq == noticed_at),
            "{doctored}: {found:?}"
        );
    }
}

#[tokio::test]
async fn every_version_is_taken_over() {
    for version in 0..=3 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chuhe.db");
        drop(old_file(&file, version));
        let store = SqliteStore::open(&file).await.unwrap();
        let create = Append { expected: 0, ..append("g") };
        store.create(1, create).await.unwrap();
        assert_eq!(
            store.load(&"g".into()).await.unwrap()[0].secret,
            "new secret",
            "version {version}"
        );
    }
}

#[tokio::test]
async fn what_is_not_ours_is_left_alone() {
    for (what, script, expected) in [
        ("another program's", "CREATE TABLE game (id INTEGER)", "is not a database of chuhe"),
        (
            "signed by another",
            "CREATE TABLE game (id); CREATE TABLE game_event (id); PRAGMA application_id = 7; \
             PRAGMA user_version = 3",
            "is not a database of chuhe",
        ),
        (
            "a later one's",
            "CREATE TABLE game (id); CREATE TABLE game_event (id); CREATE TABLE migration (number); \
             INSERT INTO migration VALUES (1), (18); PRAGMA application_id = 1667790184; \
             PRAGMA user_version = 18",
            "by a later version of chuhe (tables of version 18, this program knows 17)",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chuhe.db");
        let old = old_file(&file, 0);
        old.execute_batch(script).unwrap();
        drop(old);
        let error = SqliteStore::open(&file).await.err().expect(what).to_string();
        assert!(error.contains(expected), "{what}: {error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chuhe.db");
    let text = "this is a letter, and no database at all. ".repeat(100);
    std::fs::write(&file, &text).unwrap();
    let error = SqliteStore::open(&file).await.err();
    assert!(matches!(error, Some(StoreError::Foreign(_))), "{error:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "written over");
}

/// Old versions did not record whether a game had begun. Of their games only those with nothing but
/// seat events may be deleted.
#[tokio::test]
async fn an_old_game_that_may_have_begun_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chuhe.db");
    let old = old_file(&file, 3);
    for game in ["opened", "played", "due"] {
        old_game(&old, game, "");
    }
    for part in [
        "UPDATE game_event SET kind = 'joined' WHERE game_id IN ('opened', 'due')",
        "UPDATE game_event SET kind = 'opened' WHERE seq = 0",
        "INSERT INTO deadline (game_id, due_ms) VALUES ('due', 99)",
    ] {
        old.execute_batch(part).unwrap();
    }
    drop(old);
    let store = SqliteStore::open(&file).await.unwrap();
    assert_eq!(store.open_before(UnixMs(8), 9).await.unwrap(), ["opened"]);
    for game in ["played", "due"] {
        let refused = store.delete_open(&game.into(), 3).await;
        assert!(matches!(refused, Err(StoreError::Begun(_))), "{game}: {refused:?}");
    }
}

/// A backup of an earlier version has no seal: its chains are checked, and the restore says so.
#[tokio::test]
async fn a_backup_of_an_earlier_version_is_restored() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("backup");
    let old = old_file(&file, 3);
    old_game(&old, "open", "");
    old.pragma_update(None, "journal_mode", "DELETE").unwrap();
    let folder = DataFolder::take(&temporary.path().join("folder")).unwrap();
    let restored = restore(&file, &folder, Restore::default()).await.unwrap();
    assert!(restored.unverified.is_some_and(|what| what.contains("an earlier version")));
    let store = SqliteStore::open(&DataFolder::database(folder.path())).await.unwrap();
    assert_eq!(store.load(&"open".into()).await.unwrap().len(), 3);
    drop(store);
    old.execute_batch("UPDATE game_event SET public = 'x' WHERE seq = 1").unwrap();
    let refused = restore(&file, &folder, Restore::default()).await.err().unwrap().to_string();
    assert!(refused.contains("the log of game `open` is damaged at event 1"), "{refused}");
}
