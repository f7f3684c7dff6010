//! Doubtful games, and the arbiter's rulings.

use crate::{
    bridge::{
        BOARD, Bridge, address, archive, at, begin_with_both, correct, ended, log_len, played,
        rating, reading, setup, view,
    },
    common::{TestEnv, TestServer},
};
use boardlink::ToBoard;
use std::sync::atomic::Ordering;
use store::{GameLog, SqliteStore};

/// A disagreement of the sensors is stored although the sensor data is not; such a game is rated
/// only after a ruling.
#[tokio::test]
async fn a_doubtful_game_waits_for_the_arbiter() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    let began = begin_with_both(&server, &env, &mut bridge).await;
    let start: sensing::Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse().unwrap();
    let lifted = start.with("h2".parse().unwrap(), false);
    let landed = lifted.with("d2".parse().unwrap(), true);
    at(&env, began, 5);
    let messages = [
        reading(5, 7, 4_000, start),
        reading(5, 8, 4_200, lifted),
        reading(5, 9, 4_400, landed),
        played(5, "h2", "e2"),
        reading(6, 9, 5_000, landed),
    ];
    bridge.say(&server, &messages).await;
    let doubts = view(&server).await.doubts;
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    at(&env, began, 6);
    bridge.say(&server, &[ended(6, game::Reason::Agreement, boardlink::Result::Draw)]).await;
    drop(server);

    let server = TestServer::start(folder.path(), env).await;
    assert_eq!(view(&server).await.doubts, doubts, "noted");
    assert_eq!(rating(&server, "Ada").await, None);
    assert_eq!(correct(&server, r#""note""#).await, 204);
    assert_eq!(rating(&server, "Ada").await, None);
    assert_eq!(correct(&server, r#"{"result":{"winner":"w"}}"#).await, 204);
    assert!(rating(&server, "Ada").await.is_some_and(|rating| rating > 1500));
}

/// A ruling is valid after a restart, even if the wall clock was set back between the event and the
/// ruling, and again before the restart.
#[tokio::test]
async fn a_correction_is_not_undone_by_a_clock_that_is_set_back() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    env.wall_ahead.store(7_200_000, Ordering::SeqCst);
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup(), played(1, "h2", "h8")]).await;
    env.wall_ahead.store(0, Ordering::SeqCst);
    assert_eq!(correct(&server, r#"{"move":{"ply":1,"action":"h2e2"}}"#).await, 204);
    bridge.say(&server, &[played(2, "h9", "g7")]).await;
    assert_eq!(correct(&server, r#"{"result":{"winner":"b"}}"#).await, 204);
    let shown = view(&server).await;
    assert_eq!(
        (&shown.moves[..], &shown.doubts[..]),
        (&["h2e2".into(), "h9g7".into()][..], &[][..])
    );
    drop(server);
    let server = TestServer::start(folder.path(), env).await;
    let again = view(&server).await;
    assert_eq!((again.moves, again.doubts, again.ended), (shown.moves, shown.doubts, shown.ended));
}

/// An event and its notes are one commit, so a crash cannot separate them.
#[tokio::test]
async fn an_event_and_its_note_are_one_commit() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    begin_with_both(&server, &env, &mut bridge).await;
    let before = log_len(folder.path()).await;
    bridge.say(&server, &[played(5, "h2", "e2")]).await;
    let same = bridge.say(&server, &[played(5, "h2", "e2")]).await;
    assert_eq!(same, [ToBoard::Ack { game: 1, next: 6 }]);
    assert_eq!(log_len(folder.path()).await, before + 1);
    // A different repetition is acknowledged, because the first version is stored; a note records
    // it first.
    let other = bridge.say(&server, &[played(5, "b2", "e2")]).await;
    assert_eq!(other, [ToBoard::Ack { game: 1, next: 6 }]);
    assert_eq!(log_len(folder.path()).await, before + 2);
    let shown = view(&server).await;
    assert_eq!((shown.moves.len(), shown.doubts.len()), (1, 1), "{:?}", shown.doubts);
    bridge.say(&server, &[played(5, "b2", "e2")]).await;
    assert_eq!(log_len(folder.path()).await, before + 2, "once");
    // Both claims, both confirmations and all events are in one log.
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
    assert!(store.load(&format!("arbiter:{BOARD}:0000000001").into()).await.is_err());
}

/// A claimed mate that is none is stored and marked as doubtful; it is not rated, and its record
/// can be read.
#[tokio::test]
async fn a_mate_that_is_none_is_not_rated() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    begin_with_both(&server, &env, &mut bridge).await;
    let end = ended(6, game::Reason::Checkmate, boardlink::Result::Red);
    bridge.say(&server, &[played(5, "h2", "e2"), end]).await;
    assert_eq!(rating(&server, "Ada").await, None);
    assert_eq!(view(&server).await.doubts.len(), 1);
    for file in ["record.chuhe", "record.pgn", "record.dhtmlxq"] {
        let (status, text) = server.http("GET", &address(&format!("games/1/{file}")), "", "").await;
        assert_eq!(status, 200, "{text}");
        record::read_any(text.as_bytes(), None).unwrap_or_else(|_| panic!("{file}: {text}"));
    }
    assert_eq!(archive(&server, "").await.games.len(), 1, "kept");
}
