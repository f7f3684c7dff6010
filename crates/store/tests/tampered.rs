//! Databases and backups that were changed by hand: which changes are noticed, and what the error
//! names.

use protocol::UnixMs;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use store::{
    Accounts, Append, DataFolder, GameLog, LoginSession, NewEvent, NewPassword, Player,
    PostgresOptions, PostgresStore, Restore, SqliteOptions, SqliteStore, backup, check_sqlite,
    copy_to_postgres, copy_to_sqlite, restore, rotate_key,
};
use test_postgres::PostgresServer;

fn append(game: &str, expected: u64, secret: &str) -> Append {
    let event = NewEvent {
        kind: "acted",
        seat: None,
        command: None,
        public: format!("event {expected}"),
        secret: secret.to_owned(),
        at_ms: UnixMs(7),
    };
    Append {
        game: game.into(),
        expected,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

/// A store with two games of three events, one of them with secrets, and an account.
async fn written(folder: &Path) {
    let store = SqliteStore::open(&DataFolder::database(folder)).await.unwrap();
    for (game, secret) in [("open", ""), ("sealed", "a secret")] {
        store.create(1, append(game, 0, secret)).await.unwrap();
        for seq in 1..3 {
            store.append(append(game, seq, secret)).await.unwrap();
        }
    }
    let [id, key, name] = ["1", "ada", "Ada"].map(str::to_owned);
    let password = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g".to_owned();
    let player = Player {
        id: id.into(),
        key,
        name,
        password,
        since_ms: UnixMs(1),
        standing: store::Standing::default(),
        mail: Some("ada@club.example".to_owned()),
    };
    let session = LoginSession { hash: "h".into(), player: "1".into(), until_ms: UnixMs(9) };
    store.add_player(player, session).await.unwrap();
}

/// An original, its backup with or without keys, and an empty folder with the original's keys.
struct Case {
    _folder: tempfile::TempDir,
    original: PathBuf,
    file: PathBuf,
    target: PathBuf,
}

impl Case {
    async fn new(carries_keys: bool) -> Case {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (original, file, target) = (at("folder"), at("backup"), at("target"));
        written(&original).await;
        let options = SqliteOptions::new(&DataFolder::database(&original));
        backup(&options, &file, carries_keys).await.unwrap();
        std::fs::create_dir(&target).unwrap();
        if !carries_keys {
            std::fs::copy(DataFolder::keys(&original), DataFolder::keys(&target)).unwrap();
        }
        Case { _folder: folder, original, file, target }
    }

    fn change(&self, script: &str) {
        Connection::open(&self.file).unwrap().execute_batch(script).unwrap();
    }

    async fn restore(&self, accepts_unverified: bool) -> Result<Option<String>, String> {
        let folder = DataFolder::take(&self.target).unwrap();
        let how = Restore { keys: None, accepts_unverified };
        let restored = restore(&self.file, &folder, how).await;
        restored.map(|restored| restored.unverified).map_err(|error| error.to_string())
    }
}

/// Chains the events of a game without secrets anew, as a person would who has read the source.
fn chain_anew(connection: &Connection, game: &str) {
    let rows = "SELECT seq, t_ms, kind, public FROM game_event WHERE game_id = ?1 ORDER BY seq";
    let mut rows = connection.prepare(rows).unwrap();
    let rows: Vec<(i64, i64, String, String)> = rows
        .query_map([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut head = String::new();
    for (seq, at_ms, kind, public) in rows {
        let mut hash = Sha256::new();
        let (number, at_ms) = (seq.to_string(), at_ms.to_string());
        for part in ["chain 2", &head, game, &number, &at_ms, &kind, "", "", &public, ""] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        head = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let update = "UPDATE game_event SET hash = ?3 WHERE game_id = ?1 AND seq = ?2";
        connection.execute(update, params![game, seq, head]).unwrap();
    }
    connection.execute("UPDATE game SET head = ?2 WHERE id = ?1", params![game, head]).unwrap();
}

/// Foreign schemas are rejected, even if unverified content is accepted.
#[tokio::test]
async fn a_foreign_schema_is_refused() {
    for (script, expected) in [
        (
            "CREATE TRIGGER t AFTER INSERT ON session BEGIN DELETE FROM player; END",
            "it has the trigger `t`, which chuhe does not make",
        ),
        ("CREATE VIEW v AS SELECT 1", "it has the view `v`, which chuhe does not make"),
        ("CREATE TABLE foreign_one (n)", "it has the table `foreign_one`"),
        ("CREATE INDEX i ON player (name)", "it has the index `i`, which chuhe does not make"),
        ("ALTER TABLE player ADD COLUMN x", "its table `player` is not as chuhe makes it"),
        ("DROP INDEX session_until", "it lacks the index `session_until`"),
        (
            "DROP TABLE backup_seal; CREATE TABLE backup_seal (sealed)",
            "its table `backup_seal` is not as chuhe makes it",
        ),
    ] {
        let case = Case::new(false).await;
        case.change(script);
        for accepts_unverified in [false, true] {
            let refused = case.restore(accepts_unverified).await.unwrap_err();
            assert!(
                refused.contains(expected) && refused.contains("backup"),
                "{script}: {refused}"
            );
            assert!(!DataFolder::database(&case.target).exists(), "{script}");
        }
    }
}

/// Content that is not what was backed up is refused with the table, and where it can be known the
/// game and event or the account.
#[tokio::test]
async fn changed_content_is_refused() {
    let costly = "UPDATE player SET password = '$argon2id$v=19$m=4194304,t=1,p=1$c2FsdA$aGFzaA'";
    for (script, expected) in [
        (
            "UPDATE game_event SET public = 'x' WHERE game_id = 'open' AND seq = 1",
            &[
                "its table `game_event` was changed after the backup was made",
                "the log of game `open` is damaged at event 1",
            ][..],
        ),
        (
            "DELETE FROM game_event WHERE game_id = 'sealed' AND seq = 2",
            &["the log of game `sealed` is damaged at event 2"],
        ),
        (
            "UPDATE game_event SET public = 'x' WHERE seq = 0",
            &["the log of game `open` is damaged at event 0 (1 other games are damaged too)"],
        ),
        (
            costly,
            &[
                "its table `player` was changed",
                "the password hash of account `Ada` takes 4194304 KiB of memory, more than 65536",
            ],
        ),
        ("UPDATE session SET until_ms = 99999999", &["its table `session` was changed"]),
        ("DELETE FROM backup_seal", &["it has no seal"]),
        ("DROP TABLE backup_seal", &["it has no seal"]),
        ("UPDATE backup_seal SET sealed = zeroblob(400)", &["its seal was made with key 0"]),
    ] {
        let case = Case::new(false).await;
        case.change(script);
        let refused = case.restore(false).await.unwrap_err();
        for expected in expected {
            assert!(refused.contains(expected), "{script}: {refused}");
        }
        assert!(refused.contains("`--unverified`"), "{script}: {refused}");
        assert!(!DataFolder::database(&case.target).exists(), "{script}");
        let accepted = case.restore(true).await.unwrap().expect("something to say");
        assert!(accepted.contains(expected[0]), "{script}: {accepted}");
    }
    let case = Case::new(false).await;
    assert_eq!(case.restore(false).await, Ok(None));
}

/// A log whose chain was computed anew proves itself; only the seal notices it. A backup that
/// carries its key carries the means to seal it again.
#[tokio::test]
async fn a_log_that_was_chained_anew_is_noticed_by_the_seal() {
    for carries_keys in [false, true] {
        let case = Case::new(carries_keys).await;
        case.change("UPDATE game_event SET public = 'x' WHERE game_id = 'open' AND seq = 1");
        chain_anew(&Connection::open(&case.file).unwrap(), "open");
        let refused = case.restore(false).await.unwrap_err();
        assert!(refused.contains("its table `game"), "{refused}");
        assert!(!refused.contains("is damaged"), "the chain is whole: {refused}");
        // Without the seal the chain is all that there is.
        case.restore(true).await.unwrap();
        let store = SqliteStore::open(&DataFolder::database(&case.target)).await.unwrap();
        assert_eq!(store.load(&"open".into()).await.unwrap()[1].public, "x");
    }
}

/// The seal of one original's key is not that of another.
#[tokio::test]
async fn a_seal_of_another_key_is_none() {
    let [case, other] = [Case::new(false).await, Case::new(false).await];
    let seal: Vec<u8> = Connection::open(&other.file)
        .unwrap()
        .query_row("SELECT sealed FROM backup_seal", [], |row| row.get(0))
        .unwrap();
    Connection::open(&case.file)
        .unwrap()
        .execute("UPDATE backup_seal SET sealed = ?1", [seal])
        .unwrap();
    let refused = case.restore(false).await.unwrap_err();
    assert!(refused.contains("its seal was not made with this key"), "{refused}");
}

/// After a restore with `--unverified` a damaged game stays unreadable, and the others can go on.
#[tokio::test]
async fn a_damaged_game_does_not_hold_up_the_others() {
    let case = Case::new(false).await;
    case.change("UPDATE game_event SET public = 'x' WHERE game_id = 'open' AND seq = 1");
    case.restore(true).await.unwrap();
    let store = SqliteStore::open(&DataFolder::database(&case.target)).await.unwrap();
    assert!(store.load(&"open".into()).await.is_err());
    assert_eq!(store.load(&"sealed".into()).await.unwrap()[2].secret, "a secret");
    store.append(append("sealed", 3, "")).await.unwrap();
}

/// Every way of opening a file checks it in the same way.
#[tokio::test]
async fn a_foreign_schema_is_not_opened() {
    let case = Case::new(false).await;
    let options = SqliteOptions::new(&DataFolder::database(&case.original));
    let trigger = "CREATE TRIGGER t AFTER INSERT ON session BEGIN DELETE FROM player; END";
    Connection::open(DataFolder::database(&case.original)).unwrap().execute_batch(trigger).unwrap();
    let elsewhere = case.original.join("another backup");
    for (what, refused) in [
        ("open", SqliteStore::open_with(options.clone()).await.err()),
        ("check", check_sqlite(&options).await.err()),
        ("rotate", rotate_key(&options).await.err()),
        ("backup", backup(&options, &elsewhere, false).await.err()),
    ] {
        let refused = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("the trigger `t`"), "{what}: {refused}");
        assert!(refused.contains("chuhe.db"), "{what}: {refused}");
    }
    assert!(!elsewhere.exists());
}

/// A copy takes no schema that chuhe does not make, and no password hash that would block a server,
/// in either direction.
#[tokio::test]
async fn a_tampered_store_is_not_copied() {
    let case = Case::new(false).await;
    let database = DataFolder::database(&case.original);
    let options = SqliteOptions::new(&database);
    let change = |script: &str| Connection::open(&database).unwrap().execute_batch(script).unwrap();
    let address = PostgresServer::shared().database();
    let target = || PostgresOptions::new(&address, &DataFolder::keys(&case.original)).unwrap();
    change("CREATE VIEW v AS SELECT 1");
    let refused = copy_to_postgres(&options, target()).await.err().unwrap().to_string();
    assert!(refused.contains("chuhe.db") && refused.contains("the view `v`"), "{refused}");
    let costly = "$argon2id$v=19$m=4194304,t=1,p=1$c2FsdA$aGFzaA";
    change(&format!("DROP VIEW v; UPDATE player SET password = '{costly}'"));
    let refused = copy_to_postgres(&options, target()).await.err().unwrap().to_string();
    assert!(refused.contains("account `Ada` takes 4194304 KiB"), "{refused}");
    change("UPDATE player SET password = 'none'");
    copy_to_postgres(&options, target()).await.unwrap();
    // The way back.
    let store = PostgresStore::open(target()).await.unwrap();
    let new = NewPassword {
        player: "1".into(),
        verified: "none".into(),
        password: costly.into(),
        kept_session: "h".into(),
    };
    store.set_password(new).await.unwrap();
    drop(store);
    let back = SqliteOptions::new(&case.target.join("chuhe.db"));
    let refused = copy_to_sqlite(target(), &back).await.err().unwrap().to_string();
    assert!(refused.contains("account `Ada` takes 4194304 KiB"), "{refused}");
}
