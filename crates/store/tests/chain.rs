//! Every modification of events and tokens is detected and located.

use protocol::UnixMs;
use rusqlite::Connection;
use store::{Append, GameLog, NewEvent, SeatToken, SqliteStore, StoreError};

async fn game_of_three() -> (tempfile::TempDir, SqliteStore, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chuhe.db");
    let store = SqliteStore::open(&file).await.unwrap();
    let event = |seq: u64| NewEvent {
        kind: "acted",
        seat: Some(1),
        command: Some(format!("command {seq}")),
        public: format!("event {seq}"),
        secret: format!("secret {seq}"),
        at_ms: UnixMs(seq),
    };
    let mut append = Append {
        game: "g".into(),
        expected: 0,
        events: vec![event(0), event(1), event(2)],
        token: Some(SeatToken { hash: "ab".into(), seats: vec![0] }),
        deadline_ms: None,
        is_open: false,
        finished: None,
    };
    store.create(1, append.clone()).await.unwrap();
    let token = Some(SeatToken { hash: "cd".into(), seats: vec![1] });
    append = Append { expected: 3, events: Vec::new(), token, ..append };
    store.append(append).await.unwrap();
    let connection = Connection::open(&file).unwrap();
    (folder, store, connection)
}

#[tokio::test]
async fn a_doctored_log_is_noticed() {
    let (_folder, store, connection) = game_of_three().await;
    assert_eq!(store.load(&"g".into()).await.unwrap().len(), 3);
    for (doctored, noticed_at) in [
        ("UPDATE game_event SET kind = 'flagged' WHERE seq = 1", 1),
        ("UPDATE game_event SET seat = 0 WHERE seq = 1", 1),
        ("UPDATE game_event SET seat = NULL WHERE seq = 2", 2),
        ("UPDATE game_event SET cmd_id = 'another' WHERE seq = 0", 0),
        ("UPDATE game_event SET cmd_id = NULL WHERE seq = 1", 1),
        ("UPDATE game_event SET public = 'b2e2' WHERE seq = 1", 1),
        ("UPDATE game_event SET t_ms = 9 WHERE seq = 2", 2),
        ("UPDATE game_event SET hash = 'ab' WHERE seq = 2", 2),
        ("UPDATE game_event SET chain = 1 WHERE seq = 1", 1),
        ("UPDATE game_event SET chain = 7 WHERE seq = 1", 1),
        ("UPDATE game_event SET secret = 'another', sealed = NULL WHERE seq = 1", 1),
        ("UPDATE game_event SET sealed = 'text' WHERE seq = 1", 1),
        ("UPDATE game_event SET sealed = x'' WHERE seq = 1", 1),
        ("UPDATE game_event SET sealed = zeroblob(297) WHERE seq = 1", 1),
        // Encrypted for another event.
        (
            "UPDATE game_event SET sealed = (SELECT sealed FROM game_event WHERE seq = 2) \
             WHERE seq = 1",
            1,
        ),
        ("UPDATE game_event SET public = zeroblob(4) WHERE seq = 0", 0),
        ("DELETE FROM game_event WHERE seq = 0", 0),
        ("DELETE FROM game_event WHERE seq = 1", 1),
        // Truncated, or emptied.
        ("DELETE FROM game_event WHERE seq = 2", 2),
        ("DELETE FROM game_event WHERE seq > 0", 1),
        ("DELETE FROM game_event", 0),
        ("UPDATE game SET events = 2", 2),
        ("UPDATE game SET head = ''", 3),
        ("UPDATE game SET events = 'many'", 0),
    ] {
        change_anew(&connection, doctored);
        let found = store.load(&"g".into()).await;
        let seq = match found {
            Err(StoreError::Damaged { seq, .. }) => seq,
            Err(error) => panic!("{doctored}: {error}"),
            Ok(_) => panic!("{doctored}: not noticed"),
        };
        assert_eq!(seq, noticed_at, "{doctored}");
    }
}

#[tokio::test]
async fn doctored_tokens_are_noticed() {
    let (_folder, store, connection) = game_of_three().await;
    let hashes: Vec<String> =
        store.tokens(&"g".into()).await.unwrap().into_iter().map(|token| token.hash).collect();
    assert_eq!(hashes, ["ab", "cd"]);
    for doctored in [
        "UPDATE seat_token SET token_hash = 'mine' WHERE n = 0",
        "UPDATE seat_token SET seats = '01' WHERE n = 1",
        "INSERT INTO seat_token (game_id, token_hash, seats, n) VALUES ('g', 'mine', '0', 2)",
        "UPDATE seat_token SET n = 1 - n",
        "DELETE FROM seat_token WHERE n = 0",
        "DELETE FROM seat_token WHERE n = 1",
        "DELETE FROM seat_token",
    ] {
        change_anew(&connection, doctored);
        let found = store.tokens(&"g".into()).await;
        assert!(matches!(found, Err(StoreError::DamagedTokens(_))), "{doctored}: {found:?}");
    }
    assert!(store.tokens(&"nowhere".into()).await.unwrap().is_empty());
}

/// Restores the original rows, then applies another modification.
fn change_anew(connection: &Connection, doctored: &str) {
    let keep = "CREATE TABLE IF NOT EXISTS kept_event AS SELECT * FROM game_event; \
        CREATE TABLE IF NOT EXISTS kept_token AS SELECT * FROM seat_token; \
        CREATE TABLE IF NOT EXISTS kept_game AS SELECT * FROM game; \
        DELETE FROM game_event; INSERT INTO game_event SELECT * FROM kept_event; \
        DELETE FROM seat_token; INSERT INTO seat_token SELECT * FROM kept_token; \
        UPDATE game SET (events, head) = (SELECT events, head FROM kept_game);";
    connection.execute_batch(keep).unwrap();
    let changed = connection.execute(doctored, []).unwrap();
    assert!(changed > 0, "{doctored}");
}
