//! Behaviour when the disk fails, reports wrong results or is slow.

mod common;

use boardlink::{Body, ToBoard, ToHost};
use common::{ARBITER, Client, PASSWORD, PAWNS, TestEnv, TestServer, plan};
use protocol::{
    Command, Created, GameId, OpenRequest, RegisteredSmartBoard, TablePlan, ToClient, UnixMs,
};
use smart_boards::{Answer, Key, MAC_HEADER, Post};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use store::{
    Accounts, Append, GameLog, KeptSeeks, NewPassword, SqliteStore,
    testing::{Fault, FaultyStore, MemoryStore, Operation},
};
use tokio::io::AsyncWriteExt;

/// A store that fails on demand.
type TestStore = FaultyStore<MemoryStore>;

fn test_store() -> Arc<TestStore> {
    Arc::new(FaultyStore::default())
}

/// Waits until there have been more calls of an operation.
async fn until_called(store: &TestStore, operation: Operation, calls: usize) {
    while store.faults().calls(&[operation]) < calls {
        tokio::task::yield_now().await;
    }
}

fn act(action: &str) -> Command {
    Command::Act { action: action.into() }
}

/// A table of xiangqi with both players connected, Red first.
async fn table_of_two(server: &TestServer) -> (Created, Client, Client) {
    let table = server.open(plan("xiangqi", "", "none")).await;
    let joined = server.join(&table.table).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let mut black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    red.next().await;
    black.next().await;
    (table, red, black)
}

#[tokio::test]
async fn nothing_is_acknowledged_that_was_not_committed() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let (table, mut red, mut black) = table_of_two(&server).await;

    store.faults().start(Fault::Fails, &[Operation::Append]);
    let (id, answer) = red.act(0, act("h2e2")).await;
    assert!(
        matches!(&answer, ToClient::Refused { code, .. } if code == "not-stored"),
        "{answer:?}"
    );
    store.faults().stop(Fault::Fails);
    // The repeated command succeeds now. No client has seen it before.
    let answer = red.act_as(&id, 0, act("h2e2")).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    black.until(red.n).await;
    let told = black.texts.iter().filter(|text| text.contains("h2e2")).count();
    assert_eq!(told, 1, "{:?}", black.texts);

    // The disk has written, and its answer was lost: the log has the command once.
    store.faults().start(Fault::Lies, &[Operation::Append]);
    let (id, answer) = black.act(1, act("h9g7")).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    store.faults().stop(Fault::Lies);
    let answer = black.act_as(&id, 1, act("h9g7")).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    let log = store.load(&table.table).await.unwrap();
    let moves = log.iter().filter(|event| event.public.contains("h9g7")).count();
    assert_eq!(moves, 1, "doubled in the log");
}

/// Without random numbers, no table with a secret is opened, and the server continues.
#[tokio::test]
async fn without_chance_there_is_a_refusal() {
    let store = test_store();
    let env = TestEnv::new();
    let server = TestServer::start_on(store, env.clone(), None).await;
    let table = server.open(plan("xiangqi", "", "none")).await;
    let open = serde_json::json!({ "plan": plan("xiangqi", "", "none"), "name": "a" });
    let join = serde_json::json!({ "name": "b" });
    let join_path = format!("/api/tables/{}/join", table.table);
    let account = serde_json::json!({ "name": "Ada", "password": PASSWORD });
    let asked = [
        ("/api/tables", open.to_string()),
        (join_path.as_str(), join.to_string()),
        ("/api/account", account.to_string()),
    ];
    for (is_empty, expected) in [(true, 503), (false, 200)] {
        env.is_empty.store(is_empty, Ordering::SeqCst);
        for (path, body) in &asked {
            let (status, answer) = server.http("POST", path, body, "").await;
            assert_eq!(status / 100, expected / 100, "{path}: {answer}");
            assert_eq!(answer.contains("random source"), is_empty, "{path}: {answer}");
        }
    }
}

/// An uncommitted result is not rated. A committed one is, even if its acknowledgement was lost.
#[tokio::test]
async fn a_game_is_rated_when_its_end_is_committed() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let ranking = async || server.get("/api/ranking/xiangqi/classical").await;
    for (fault, number) in [(Fault::Fails, 1), (Fault::Lies, 2)] {
        let before = ranking().await;
        let table =
            server.open_as(TablePlan { rated: true, ..plan("xiangqi", "", "60+30") }, &ada).await;
        let joined = server.join_as(&table.table, &bo).await;
        let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
        let mut black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
        red.next().await;
        black.next().await;
        for (ply, action) in PAWNS.into_iter().enumerate() {
            let (own, other) =
                if ply % 2 == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
            own.play((ply % 2) as u8, action).await;
            other.until(own.n).await;
        }
        store.faults().start(fault, &[Operation::Append]);
        let (id, answer) = red.act(0, Command::Resign).await;
        let happened = matches!(answer, ToClient::Ack { .. });
        assert_eq!(happened, number == 2, "a lie is still a commit: {answer:?}");
        assert_eq!(ranking().await != before, happened);
        store.faults().stop(fault);
        // The repeated command succeeds, for the first or the second time.
        let answer = red.act_as(&id, 0, Command::Resign).await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
        let rated = ranking().await;
        assert_ne!(rated, before);
        assert_eq!(rated.matches(&format!("\"games\":{number}")).count(), 2, "{rated}");
    }
    let rated = ranking().await;
    drop(server);
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    assert_eq!(server.get("/api/ranking/xiangqi/classical").await, rated);
}

/// While a commit hangs, no update and no acknowledgement is sent, and commands wait.
#[tokio::test]
async fn a_commit_that_hangs_holds_everything_back() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let (_, mut red, mut black) = table_of_two(&server).await;
    let before = store.faults().calls(&[Operation::Append]);
    store.faults().start(Fault::Hangs, &[Operation::Append]);
    let id = "c".repeat(32);
    let expect = red.n;
    red.send(&protocol::ToServer::Do { id: id.clone(), expect, seat: 0, command: act("h2e2") })
        .await;
    until_called(&store, Operation::Append, before + 1).await;
    // Other requests are served in the meantime.
    let (status, _) = server.http("GET", "/healthz", "", "").await;
    assert_eq!(status, 200);
    assert!(!red.texts.iter().chain(&black.texts).any(|text| text.contains("h2e2")));
    store.faults().stop(Fault::Hangs);
    assert!(matches!(red.answer(&id).await, ToClient::Ack { .. }));
    black.until(red.n).await;
}

/// A password that is changed during its verification counts as wrong: it opens no session and
/// changes nothing.
#[tokio::test]
async fn a_password_that_changes_while_it_is_proven_is_wrong() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let ada = server.register("Ada").await;
    let player = store.player_by_key("ada").await.unwrap().unwrap();
    let before = store.faults().calls(&[Operation::ChangeAccount]);
    store.faults().start(Fault::Hangs, &[Operation::ChangeAccount]);
    let changed = async {
        until_called(&store, Operation::ChangeAccount, before + 2).await;
        let new = NewPassword {
            player: player.id.clone(),
            verified: player.password.clone(),
            password: "a hash of another".into(),
            kept_session: String::new(),
        };
        store.inner().set_password(new).await.unwrap();
        store.faults().stop(Fault::Hangs);
    };
    let credentials = format!(r#"{{"name":"Ada","password":"{PASSWORD}"}}"#);
    let change = format!(r#"{{"old":"{PASSWORD}","new":"quite another"}}"#);
    let (signed_in, put, ()) = tokio::join!(
        server.exchange("POST", "/api/session", &credentials, ""),
        server.http("PUT", "/api/account/password", &change, &ada),
        changed,
    );
    assert!(signed_in.starts_with("HTTP/1.1 401") && server.cookie(&signed_in).is_none());
    assert!(put.0 == 401 && put.1.contains("\"code\":\"password\""), "{put:?}");
    let kept = store.player_by_key("ada").await.unwrap().unwrap().password;
    assert_eq!(kept, "a hash of another");
}

const BOARD: &str = "0000000000000000000000a1";

/// Registers a board and returns its key.
async fn let_in(server: &TestServer) -> Key {
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
    let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
    let (_, reply) = server.http("POST", "/api/boards", &body, &arbiter).await;
    let registered: RegisteredSmartBoard = serde_json::from_str(&reply).unwrap();
    registered.key.parse().unwrap()
}

/// The disk wrote a board's event and its answer was lost. The event is stored once, and the board
/// continues after it. While the log cannot be read, the result is unknown.
#[tokio::test]
async fn a_boards_event_is_stored_once_though_the_disk_lies() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let key = let_in(&server).await;
    let say = async |n: u64, seq: u32| {
        let body =
            if seq == 0 { Body::Setup { settings: Default::default() } } else { Body::Restored };
        let event = boardlink::Event { game: 1, seq, at_ms: 0, body };
        let post = Post { n, nonce: None, messages: vec![ToHost::Event(event)] };
        let body = serde_json::to_string(&post).unwrap();
        let mac = format!("{MAC_HEADER}: {}\r\n", key.sign(BOARD, body.as_bytes()));
        server.http("POST", &format!("/api/boards/{BOARD}/messages"), &body, &mac).await
    };
    let say = async |n, seq| {
        let (status, body) = say(n, seq).await;
        let answer: Answer = serde_json::from_str(&body).unwrap();
        assert_eq!((answer.n, answer.status), (n, status));
        (status, answer.answers)
    };
    let acknowledged = |next: u32| (200, vec![ToBoard::Ack { game: 1, next }]);
    assert_eq!(say(1, 0).await, acknowledged(1));
    store.faults().start(Fault::Lies, &[Operation::Append]);
    assert_eq!(say(2, 1).await, acknowledged(2));
    store.faults().stop(Fault::Lies);
    assert_eq!(say(2, 1).await, acknowledged(2));
    assert_eq!(say(3, 2).await, acknowledged(3));
    store.faults().start(Fault::Fails, &[Operation::Append]);
    assert_ne!(say(4, 3).await.0, 200);
    store.faults().stop(Fault::Fails);
    assert_eq!(say(4, 3).await, acknowledged(4));
    store.faults().start(Fault::Lies, &[Operation::Append]);
    store.faults().start(Fault::Fails, &[Operation::Load]);
    assert_ne!(say(5, 4).await.0, 200, "it is unknown whether it is stored");
    store.faults().stop(Fault::Lies);
    assert_ne!(say(5, 4).await.0, 200, "and nothing is done before that is known");
    store.faults().stop(Fault::Fails);
    assert_eq!(say(5, 4).await, acknowledged(5));
    let log = store.load(&format!("board:{BOARD}:0000000001").into()).await.unwrap();
    assert_eq!(log.len(), 5);
}

/// A bridge disconnects while its message is stored: the work is completed.
#[tokio::test]
async fn a_disconnect_leaves_nothing_half_done() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let key = let_in(&server).await;
    let post = |seq: u32, body: Body| {
        let event = boardlink::Event { game: 1, seq, at_ms: 0, body };
        let post = Post { n: seq.into(), nonce: None, messages: vec![ToHost::Event(event)] };
        let body = serde_json::to_string(&post).unwrap();
        let mac = format!("{MAC_HEADER}: {}\r\n", key.sign(BOARD, body.as_bytes()));
        (body, mac)
    };
    let path = format!("/api/boards/{BOARD}/messages");
    let (body, mac) = post(0, Body::Setup { settings: Default::default() });
    assert_eq!(server.http("POST", &path, &body, &mac).await.0, 200);

    let before = store.faults().calls(&[Operation::Append]);
    store.faults().start(Fault::Hangs, &[Operation::Append]);
    let (body, mac) = post(1, Body::Restored);
    let mut bridge = tokio::net::TcpStream::connect(&server.address).await.unwrap();
    let length = body.len();
    let request =
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{mac}content-length: {length}\r\n\r\n");
    bridge.write_all((request + &body).as_bytes()).await.unwrap();
    until_called(&store, Operation::Append, before + 1).await;
    drop(bridge);
    // In the meantime the board can be read in its earlier state.
    for address in ["/api/boards".to_owned(), format!("/api/boards/{BOARD}/games")] {
        assert_eq!(server.http("GET", &address, "", "").await.0, 200, "{address}");
    }
    store.faults().stop(Fault::Hangs);
    let log = GameId::from(format!("board:{BOARD}:0000000001"));
    // If the work were dropped, this would never end.
    while store.load(&log).await.unwrap().len() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The health check reports that the store fails, and that it works again.
#[tokio::test]
async fn a_server_that_cannot_store_is_not_healthy() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    for (fails, expected) in [(false, 200), (true, 503), (true, 503), (false, 200)] {
        if fails {
            store.faults().start(Fault::Fails, &[Operation::Probe]);
        } else {
            store.faults().stop(Fault::Fails);
        }
        let (status, body) = server.http("GET", "/healthz", "", "").await;
        assert_eq!(status, expected, "{body}");
    }
}

/// A damaged log has its own error, because a retry is useless.
#[tokio::test]
async fn a_damaged_log_is_called_so() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let table = server.open(plan("xiangqi", "", "none")).await.table;
    store.faults().start(Fault::Damaged, &[Operation::Load]);
    let server = TestServer::start_on(store, TestEnv::new(), None).await;
    for path in [format!("/api/tables/{table}"), format!("/api/tables/{table}/record")] {
        let (status, body) = server.http("GET", &path, "", "").await;
        assert_eq!(status, 500, "{path}: {body}");
        assert!(body.contains("\"code\":\"damaged-log\""), "{path}: {body}");
    }
}

/// A kept seek whose table cannot be read is not listed, and keeps no server from starting.
#[tokio::test]
async fn a_seek_with_a_damaged_table_is_left_out() {
    let store = test_store();
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let ada = server.register("Ada").await;
    let request = OpenRequest { plan: plan("xiangqi", "", "3d-move"), name: "Ada".into() };
    let body = serde_json::to_string(&request).expect("json");
    let (status, reply) = server.http("POST", "/api/seeks", &body, &ada).await;
    assert_eq!(status, 201, "{reply}");
    store.faults().start(Fault::Damaged, &[Operation::Load]);
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    assert_eq!(server.get("/api/seeks").await, "[]");
    // It stays in the store.
    store.faults().stop(Fault::Damaged);
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let Created { table, .. } = serde_json::from_str(&reply).expect("created");
    assert!(server.get("/api/seeks").await.contains(table.as_str()));
    // A join at a table that is gone ends its seek.
    let events = store.load(&table).await.expect("a log").len() as u64;
    store.delete_open(&table, events).await.expect("it has not begun");
    assert!(server.get("/api/seeks").await.contains(table.as_str()));
    let join = format!("/api/tables/{table}/join");
    let (status, reply) = server.http("POST", &join, r#"{"name":"Bo"}"#, "").await;
    assert_eq!(status, 404, "{reply}");
    assert_eq!(server.get("/api/seeks").await, "[]");
    assert!(store.kept_seeks(UnixMs(0)).await.expect("a list").is_empty());
}

/// A database with a size limit is reported before it is full.
#[tokio::test]
async fn a_database_that_fills_up_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let options = store::SqliteOptions::new(&folder.path().join("chuhe.db")).max_bytes(2 << 20);
    let store = Arc::new(SqliteStore::open_with(options).await.unwrap());
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    assert_eq!(server.get("/healthz").await, "alive\n");
    let event = store::NewEvent {
        kind: "opened",
        seat: None,
        command: None,
        public: "x".repeat(1_800_000),
        secret: String::new(),
        at_ms: UnixMs(1),
    };
    let append = Append {
        game: "large".into(),
        expected: 0,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: true,
        finished: None,
    };
    store.create(1, append).await.unwrap();
    let health = server.get("/healthz").await;
    assert!(health.starts_with("alive\nthe database is 9"), "{health}");
    assert!(health.contains(" of 2.0 MiB"), "{health}");
    store.delete_open(&"large".into(), 1).await.unwrap();
    assert_eq!(server.get("/healthz").await, "alive\n");
}
