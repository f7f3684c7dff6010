//! Access of bridges, and storage of every event once and in order.

use crate::{
    bridge::{BOARD, Bridge, address, event, played, point, reading, register, setup, view},
    common::{ARBITER, TestEnv, TestServer},
};
use boardlink::{Body, Hello, Points, ToBoard, ToHost};
use protocol::{RegisteredSmartBoard, SmartBoardState};
use smart_boards::Key;
use std::sync::atomic::Ordering;

#[tokio::test]
async fn strangers_stay_outside() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
    for (header, body, status, code) in [
        ("", body.as_str(), 401, "arbiter"),
        ("authorization: Bearer wrong\r\n", &body, 401, "arbiter"),
        (
            &format!("authorization: Bearer {ARBITER}\r\n"),
            r#"{"id":"A1","name":"x"}"#,
            422,
            "board",
        ),
        (
            &format!("authorization: Bearer {ARBITER}\r\n"),
            &body.replace("Table 7", " "),
            422,
            "name",
        ),
    ] {
        let (found, reply) = server.http("POST", "/api/boards", body, header).await;
        assert_eq!(found, status, "{reply}");
        assert!(reply.contains(&format!("\"{code}\"")), "{reply}");
    }
    let mut stranger = Bridge::with_key(Key::new([9; 32]));
    let (body, header) = stranger.post(&[setup()]);
    let (status, reply) = server.http("POST", &address("messages"), &body, &header).await;
    assert_eq!((status, reply.contains("no-board")), (404, true), "{reply}");
    let mut bridge = Bridge::register(&server).await;
    let (good, good_header) = bridge.post(&[setup()]);
    for (body, header) in [
        (body.as_str(), header.as_str()),
        (good.as_str(), ""),
        (&good.replace("\"n\":2", "\"n\":3"), &good_header),
    ] {
        let (status, reply) = server.http("POST", &address("messages"), body, header).await;
        assert_eq!((status, reply.contains("signature")), (401, true), "{reply}");
    }
    assert_eq!(view(&server).await.game, 0, "nothing of it was taken in");
}

#[tokio::test]
async fn every_event_once_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    let all = [setup(), played(1, "h2", "e2"), played(2, "h9", "g7"), played(3, "h0", "g2")];
    let ack = |next| vec![ToBoard::Ack { game: 1, next }];
    assert_eq!(bridge.say(&server, &all[..2]).await, ack(2));
    assert_eq!(bridge.say(&server, &all[..2]).await, ack(2), "doubled");
    assert_eq!(
        bridge.say(&server, &all[3..]).await,
        [ToBoard::AskFrom { game: 1, seq: 2 }],
        "a gap"
    );
    drop(server);

    // After a restart the board continues where it was.
    let server = TestServer::start(folder.path(), env.clone()).await;
    assert_eq!(view(&server).await.state, SmartBoardState::Offline, "nothing heard since");
    let hello = Hello { protocol: 1, board: [0; 12], game: 1, events: 4, is_full: false };
    let asked = bridge.say(&server, &[ToHost::Hello(hello)]).await;
    assert_eq!(asked, ack(2), "the board goes on from there by itself");
    assert_eq!(bridge.say(&server, &all[1..]).await, ack(4));
    let now = view(&server).await;
    assert_eq!(now.moves, ["h2e2", "h9g7", "h0g2"]);
    assert_eq!((now.state, now.turn.as_deref()), (SmartBoardState::Playing, Some("b")));
    assert_eq!(now.doubts, []);

    // After thirty seconds of silence a board is offline.
    env.now.fetch_add(31_000, Ordering::SeqCst);
    assert_eq!(view(&server).await.state, SmartBoardState::Offline);

    let (status, file) = server.http("GET", &address("games/1/record.chuhe"), "", "").await;
    assert_eq!(status, 200, "{file}");
    let records = record::read(file.as_bytes()).expect("a record");
    assert_eq!(records.actions, ["h2e2", "h9g7", "h0g2"]);
    for part in ["games/2", "games/2/record.pgn"] {
        let (status, reply) = server.http("GET", &address(part), "", "").await;
        assert_eq!((status, reply.contains("no-game")), (404, true), "{part}: {reply}");
    }
    let (status, file) = server.http("GET", &address("games/1/record.pgn"), "", "").await;
    assert_eq!((status, file.contains("炮二平五")), (200, true), "{file}");
}

#[tokio::test]
async fn alarms_doubts_and_corrections() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut bridge = Bridge::register(&server).await;
    let leg = sensing::Reason::ALL.iter().position(|reason| reason.as_str() == "blocked-leg");
    let alarm = Body::Alarm {
        by_black: false,
        reason: leg.expect("a reason") as u8,
        tried: Some((point("h0"), point("f1"))),
        points: Points::from_iter([point("g0")]),
    };
    bridge.say(&server, &[setup(), event(1, alarm)]).await;
    let now = view(&server).await;
    assert_eq!((now.state, now.alarms), (SmartBoardState::Alarm, [1, 0]));
    let says = now.says.expect("words");
    assert_eq!(says.points, ["h0", "f1", "g0"]);
    assert!(
        says.zh.contains("把 f1 的棋子放回 h0")
            && says.en.contains("Put the piece on f1 back on h0"),
        "{says:?}"
    );

    // An illegal move is marked and stored.
    bridge.say(&server, &[event(2, Body::Restored), played(3, "h2", "h8")]).await;
    let now = view(&server).await;
    assert_eq!((now.state, now.doubts.len()), (SmartBoardState::Playing, 1));
    assert_eq!(now.doubts[0].ply, 1, "{:?}", now.doubts);
    assert_eq!(now.moves, ["h2h8"]);

    let correct = |what: &str, key: &str| {
        let body =
            format!(r#"{{"game":1,"by":"Arbiter Wu","what":{what},"why":"seen by both players"}}"#);
        (body, format!("authorization: Bearer {key}\r\n"))
    };
    for (what, key, expected) in [
        (r#"{"move":{"ply":1,"action":"h2e2"}}"#, "wrong", 401),
        (r#"{"move":{"ply":2,"action":"h2e2"}}"#, ARBITER, 422),
        (r#"{"move":{"ply":1,"action":"zz"}}"#, ARBITER, 422),
        (r#"{"move":{"ply":1,"action":"h2e2"}}"#, ARBITER, 204),
        (r#"{"names":{"red":"胡","black":"許"}}"#, ARBITER, 204),
        (r#"{"result":{"winner":"b"}}"#, ARBITER, 204),
    ] {
        let (body, header) = correct(what, key);
        let (status, reply) = server.http("POST", &address("corrections"), &body, &header).await;
        assert_eq!(status, expected, "{what}: {reply}");
    }
    let shown = view(&server).await;
    assert_eq!((&shown.moves[..], shown.doubts.len()), (&["h2e2".to_owned()][..], 0));
    assert_eq!(shown.corrections.len(), 3);
    assert_eq!(shown.ended.as_ref().and_then(|end| end.winner.as_deref()), Some("b"));
    drop(server);
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let again = view(&server).await;
    assert_eq!(
        (again.corrections, again.ended),
        (shown.corrections, shown.ended),
        "the trail stays"
    );
    assert_eq!(again.names, ["胡", "許"]);
}

/// The server's own referee checks the raw sensor data.
#[tokio::test]
async fn the_sensors_have_a_say() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut bridge = Bridge::register(&server).await;
    let start: sensing::Occupancy =
        "1ff/000/082/155/000/000/155/082/000/1ff".parse().expect("the start");
    let lifted = start.with("h2".parse().expect("a point"), false);
    let landed = lifted.with("d2".parse().expect("a point"), true);
    let messages = [
        setup(),
        reading(1, 1, 0, start),
        reading(1, 2, 200, lifted),
        reading(1, 3, 400, landed),
        played(1, "h2", "e2"),
    ];
    bridge.say(&server, &messages).await;
    assert!(view(&server).await.doubts.is_empty(), "a later reading may be lost");
    bridge.say(&server, &[reading(2, 3, 1_000, landed)]).await;
    let now = view(&server).await;
    assert_eq!(now.doubts.len(), 1, "{now:?}");
    assert!(now.doubts[0].why.contains("h2d2"), "{:?}", now.doubts);
    assert_eq!(now.moves, ["h2e2"], "marked, not dropped");
}

/// Of many simultaneous registrations, one key is valid and stays valid.
#[tokio::test]
async fn registrations_at_once_leave_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (a, b, c, d, e, f) = tokio::join!(
        register(&server, "one"),
        register(&server, "two"),
        register(&server, "three"),
        register(&server, "four"),
        register(&server, "five"),
        register(&server, "six"),
    );
    let keys: Vec<Key> = [a, b, c, d, e, f]
        .into_iter()
        .map(|(status, reply)| {
            assert_eq!(status, 201, "{reply}");
            let registered: RegisteredSmartBoard =
                serde_json::from_str(&reply).expect("registered");
            registered.key.parse().expect("a key")
        })
        .collect();
    let good = async |server: &TestServer| {
        let mut good = Vec::new();
        for key in &keys {
            let mut bridge = Bridge::with_key(key.clone());
            let (body, header) = bridge.post(&[]);
            let (status, _) = server.http("POST", &address("messages"), &body, &header).await;
            good.push(status == 200);
        }
        good
    };
    let before = good(&server).await;
    assert_eq!(before.iter().filter(|is_good| **is_good).count(), 1, "{before:?}");
    let name = view(&server).await.name;
    drop(server);
    let server = TestServer::start(folder.path(), env).await;
    assert_eq!((good(&server).await, view(&server).await.name), (before, name));
}

/// Names of boards, arbiters and players have one line and are written from left to right.
#[tokio::test]
async fn names_are_seen_whole() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup()]).await;
    for bad in ["Table\n7", "\u{202e}7 elbaT", "\u{2066}7", "a\u{200b}", "\u{1b}[2J", " ", "\t", ""]
    {
        let (status, reply) = register(&server, bad).await;
        assert_eq!((status, reply.contains("\"name\"")), (422, true), "{bad:?}: {reply}");
        for (by, red, why) in [(bad, "胡", "seen"), ("Wu", bad, "seen"), ("Wu", "胡", bad)] {
            let what = serde_json::json!({"names":{"red": red, "black": "許"}});
            let body = serde_json::json!({"game":1,"by":by,"what":what,"why":why}).to_string();
            let header = format!("authorization: Bearer {ARBITER}\r\n");
            let (status, reply) =
                server.http("POST", &address("corrections"), &body, &header).await;
            // Players may have no name.
            let expected = if red == bad && bad.trim().is_empty() { 204 } else { 422 };
            assert_eq!(status, expected, "{body}: {reply}");
        }
    }
}
