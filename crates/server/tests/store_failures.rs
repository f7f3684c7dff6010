//! Behaviour when the disk fails, reports wrong results or is slow.

mod common;

use async_trait::async_trait;
use boardlink::{Body, ToBoard, ToHost};
use common::{ARBITER, Client, PASSWORD, PAWNS, TestEnv, TestServer, plan};
use protocol::{Command, Created, RegisteredSmartBoard, TablePlan, ToClient};
use smart_boards::{Answer, Key, MAC_HEADER, Post};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use store::{
    Accounts, Append, Archive, ArchiveFilter, Board, Cursor, Finished, GameLog, Ladders,
    LoggedEvent, NewPassword, Player, SeatToken, Session, SmartBoards, SqliteStore, StoreError,
    Usage,
};
use tokio::{
    io::AsyncWriteExt,
    sync::{Semaphore, SemaphorePermit, watch},
};

/// Store that fails or blocks on demand.
struct Faulty {
    inner: SqliteStore,
    fails: AtomicBool,
    /// Commits, then reports failure, as a disk with a lost answer.
    lies: AtomicBool,
    /// Logs cannot be read.
    blind: AtomicBool,
    /// Logs are damaged.
    damaged: AtomicBool,
    gate: Semaphore,
    waiting: AtomicUsize,
}

impl Faulty {
    async fn open(folder: &std::path::Path) -> Arc<Faulty> {
        Arc::new(Faulty {
            inner: SqliteStore::open(&folder.join("chuhe.db")).await.expect("a store"),
            fails: AtomicBool::new(false),
            lies: AtomicBool::new(false),
            blind: AtomicBool::new(false),
            damaged: AtomicBool::new(false),
            gate: Semaphore::new(1_000),
            waiting: AtomicUsize::new(0),
        })
    }

    async fn pass(&self) -> SemaphorePermit<'_> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        self.gate.acquire().await.expect("an open gate")
    }
}

#[async_trait]
impl GameLog for Faulty {
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError> {
        self.inner.create(rules, append).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let _pass = self.pass().await;
        let failed = || StoreError::Database("disk full".into());
        if self.fails.load(Ordering::SeqCst) {
            return Err(failed());
        }
        self.inner.append(append).await?;
        if self.lies.load(Ordering::SeqCst) { Err(failed()) } else { Ok(()) }
    }

    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError> {
        if self.blind.load(Ordering::SeqCst) {
            return Err(StoreError::Database("cannot be read".into()));
        }
        if self.damaged.load(Ordering::SeqCst) {
            return Err(StoreError::Damaged { game: game.into(), seq: 1 });
        }
        self.inner.load(game).await
    }

    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError> {
        self.inner.tokens(game).await
    }

    async fn games_with_deadline(&self) -> Result<Vec<String>, StoreError> {
        self.inner.games_with_deadline().await
    }

    async fn games_with_prefix(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        self.inner.games_with_prefix(beginning).await
    }

    async fn open_before(&self, before_ms: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        self.inner.open_before(before_ms, limit).await
    }

    async fn delete_open(&self, game: &str, expected: u64) -> Result<(), StoreError> {
        self.inner.delete_open(game, expected).await
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        self.inner.usage().await
    }

    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError> {
        self.inner.mark_alive(now_ms).await
    }

    async fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        self.inner.last_alive().await
    }

    async fn health(&self) -> Result<(), StoreError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err(StoreError::Database("disk full".into()));
        }
        self.inner.health().await
    }
}

#[async_trait]
impl Accounts for Faulty {
    async fn add_player(&self, player: Player, session: Session) -> Result<(), StoreError> {
        self.inner.add_player(player, session).await
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        self.inner.player_by_key(key).await
    }

    async fn names_of(&self, ids: Vec<String>) -> Result<HashMap<String, String>, StoreError> {
        self.inner.names_of(ids).await
    }

    async fn names_with_prefix(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        self.inner.names_with_prefix(key, limit).await
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        self.inner.player_names().await
    }

    async fn add_session(
        &self,
        session: Session,
        verified: String,
        instead: Option<String>,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let _pass = self.pass().await;
        self.inner.add_session(session, verified, instead, now_ms).await
    }

    async fn session(&self, hash: &str, now_ms: u64) -> Result<Option<Player>, StoreError> {
        self.inner.session(hash, now_ms).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.inner.end_session(hash).await
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        let _pass = self.pass().await;
        self.inner.set_password(new).await
    }
}

#[async_trait]
impl Archive for Faulty {
    async fn archive(&self, question: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        self.inner.archive(question).await
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        self.inner.finished_since(cursor, limit).await
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.inner.finished_hint()
    }

    fn ladders(&self) -> Option<&dyn Ladders> {
        self.inner.ladders()
    }
}

#[async_trait]
impl SmartBoards for Faulty {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.inner.put_board(board).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        self.inner.boards().await
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
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let (table, mut red, mut black) = table_of_two(&server).await;

    store.fails.store(true, Ordering::SeqCst);
    let (id, answer) = red.act(0, act("h2e2")).await;
    assert!(
        matches!(&answer, ToClient::Refused { code, .. } if code == "not-stored"),
        "{answer:?}"
    );
    store.fails.store(false, Ordering::SeqCst);
    // The repeated command succeeds now. No client has seen it before.
    let answer = red.act_as(&id, 0, act("h2e2")).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    black.until(red.n).await;
    let told = black.texts.iter().filter(|text| text.contains("h2e2")).count();
    assert_eq!(told, 1, "{:?}", black.texts);

    // The disk has written, and its answer was lost: the log has the command once.
    store.lies.store(true, Ordering::SeqCst);
    let (id, answer) = black.act(1, act("h9g7")).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    store.lies.store(false, Ordering::SeqCst);
    let answer = black.act_as(&id, 1, act("h9g7")).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    let log = store.load(&table.table).await.unwrap();
    let moves = log.iter().filter(|event| event.public.contains("h9g7")).count();
    assert_eq!(moves, 1, "doubled in the log");
}

/// Without random numbers, no table with a secret is opened, and the server continues.
#[tokio::test]
async fn without_chance_there_is_a_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
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
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let ranking = async || server.get("/api/ranking/xiangqi/classical").await;
    for (fault, number) in [(&store.fails, 1), (&store.lies, 2)] {
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
        fault.store(true, Ordering::SeqCst);
        let (id, answer) = red.act(0, Command::Resign).await;
        let happened = matches!(answer, ToClient::Ack { .. });
        assert_eq!(happened, number == 2, "a lie is still a commit: {answer:?}");
        assert_eq!(ranking().await != before, happened);
        fault.store(false, Ordering::SeqCst);
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
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let (_, mut red, mut black) = table_of_two(&server).await;
    let before = store.waiting.load(Ordering::SeqCst);
    let passes = store.gate.acquire_many(1_000).await.unwrap();
    let id = "c".repeat(32);
    let expect = red.n;
    red.send(&protocol::ToServer::Do { id: id.clone(), expect, seat: 0, command: act("h2e2") })
        .await;
    while store.waiting.load(Ordering::SeqCst) == before {
        tokio::task::yield_now().await;
    }
    // Other requests are served in the meantime.
    let (status, _) = server.http("GET", "/healthz", "", "").await;
    assert_eq!(status, 200);
    assert!(!red.texts.iter().chain(&black.texts).any(|text| text.contains("h2e2")));
    drop(passes);
    assert!(matches!(red.answer(&id).await, ToClient::Ack { .. }));
    black.until(red.n).await;
}

/// A password that is changed during its verification counts as wrong: it opens no session and
/// changes nothing.
#[tokio::test]
async fn a_password_that_changes_while_it_is_proven_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let ada = server.register("Ada").await;
    let player = store.player_by_key("ada").await.unwrap().unwrap();
    let before = store.waiting.load(Ordering::SeqCst);
    let passes = store.gate.acquire_many(1_000).await.unwrap();
    let changed = async {
        while store.waiting.load(Ordering::SeqCst) < before + 2 {
            tokio::task::yield_now().await;
        }
        let new = NewPassword {
            player: player.id.clone(),
            verified: player.password.clone(),
            password: "a hash of another".into(),
            kept_session: String::new(),
        };
        store.inner.set_password(new).await.unwrap();
        drop(passes);
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
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
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
    store.lies.store(true, Ordering::SeqCst);
    assert_eq!(say(2, 1).await, acknowledged(2));
    store.lies.store(false, Ordering::SeqCst);
    assert_eq!(say(2, 1).await, acknowledged(2));
    assert_eq!(say(3, 2).await, acknowledged(3));
    store.fails.store(true, Ordering::SeqCst);
    assert_ne!(say(4, 3).await.0, 200);
    store.fails.store(false, Ordering::SeqCst);
    assert_eq!(say(4, 3).await, acknowledged(4));
    store.lies.store(true, Ordering::SeqCst);
    store.blind.store(true, Ordering::SeqCst);
    assert_ne!(say(5, 4).await.0, 200, "it is unknown whether it is stored");
    store.lies.store(false, Ordering::SeqCst);
    assert_ne!(say(5, 4).await.0, 200, "and nothing is done before that is known");
    store.blind.store(false, Ordering::SeqCst);
    assert_eq!(say(5, 4).await, acknowledged(5));
    let log = store.load(&format!("board:{BOARD}:0000000001")).await.unwrap();
    assert_eq!(log.len(), 5);
}

/// A bridge disconnects while its message is stored: the work is completed.
#[tokio::test]
async fn a_disconnect_leaves_nothing_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
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

    let gate = store.gate.acquire_many(1_000).await.unwrap();
    let before = store.waiting.load(Ordering::SeqCst);
    let (body, mac) = post(1, Body::Restored);
    let mut bridge = tokio::net::TcpStream::connect(&server.address).await.unwrap();
    let length = body.len();
    let request =
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{mac}content-length: {length}\r\n\r\n");
    bridge.write_all((request + &body).as_bytes()).await.unwrap();
    while store.waiting.load(Ordering::SeqCst) == before {
        tokio::task::yield_now().await;
    }
    drop(bridge);
    // In the meantime the board can be read in its earlier state.
    for address in ["/api/boards".to_owned(), format!("/api/boards/{BOARD}/games")] {
        assert_eq!(server.http("GET", &address, "", "").await.0, 200, "{address}");
    }
    drop(gate);
    let log = format!("board:{BOARD}:0000000001");
    // If the work were dropped, this would never end.
    while store.load(&log).await.unwrap().len() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The health check reports that the store fails, and that it works again.
#[tokio::test]
async fn a_server_that_cannot_store_is_not_healthy() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    for (fails, expected) in [(false, 200), (true, 503), (true, 503), (false, 200)] {
        store.fails.store(fails, Ordering::SeqCst);
        let (status, body) = server.http("GET", "/healthz", "", "").await;
        assert_eq!(status, expected, "{body}");
    }
}

/// A damaged log has its own error, because a retry is useless.
#[tokio::test]
async fn a_damaged_log_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path()).await;
    let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
    let table = server.open(plan("xiangqi", "", "none")).await.table;
    store.damaged.store(true, Ordering::SeqCst);
    let server = TestServer::start_on(store, TestEnv::new(), None).await;
    for path in [format!("/api/tables/{table}"), format!("/api/tables/{table}/record")] {
        let (status, body) = server.http("GET", &path, "", "").await;
        assert_eq!(status, 500, "{path}: {body}");
        assert!(body.contains("\"code\":\"damaged-log\""), "{path}: {body}");
    }
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
        at_ms: 1,
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
    store.delete_open("large", 1).await.unwrap();
    assert_eq!(server.get("/healthz").await, "alive\n");
}
