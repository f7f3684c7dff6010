//! Several servers on one PostgreSQL database, in one process.

mod common;

use commit_reveal::SigningKey;
use common::{ARBITER, Client, PAWNS, TestServer, in_time, plan};
use protocol::{
    ChatWords, Claim, Command, Created, FromChat, GameId, OpenRequest, TablePlan, ToClient,
    ToServer, UpdateEvent,
};
use server::{Config, Hint, Hints, LocalHints};
use std::{path::Path, sync::Arc, time::Duration};
use store::{GameLog, PostgresOptions, PostgresStore};
use test_postgres::PostgresServer;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Servers on a new database, and a store to inspect it.
struct TestCluster {
    nodes: Vec<TestServer>,
    store: Arc<PostgresStore>,
    _folder: tempfile::TempDir,
}

async fn open(address: &str, folder: &Path) -> Arc<PostgresStore> {
    let options = PostgresOptions::new(address, &folder.join("store.key")).expect("an address");
    Arc::new(PostgresStore::open(options.node(config(None).stamp())).await.expect("a store"))
}

fn config(hints: Option<Arc<dyn Hints>>) -> Config {
    let key = SigningKey::from_bytes([5; 32]);
    Config { hints, ..Config::system(Vec::new(), ARBITER.into(), key) }
}

impl TestCluster {
    async fn start(count: usize, hints: Option<Arc<dyn Hints>>) -> TestCluster {
        TestCluster::start_on(PostgresServer::shared(), count, hints).await
    }

    async fn start_on(
        postgres: &PostgresServer,
        count: usize,
        hints: Option<Arc<dyn Hints>>,
    ) -> TestCluster {
        let folder = tempfile::tempdir().expect("a folder");
        let address = postgres.database();
        let mut nodes = Vec::new();
        for _ in 0..count {
            let store = open(&address, folder.path()).await;
            nodes.push(TestServer::start_as(store, config(hints.clone())).await);
        }
        TestCluster { nodes, store: open(&address, folder.path()).await, _folder: folder }
    }

    /// Number of events of a kind in a game.
    async fn count(&self, table: &GameId, kind: &str) -> usize {
        let log = self.store.load(table).await.expect("a log");
        let start = format!(r#"{{"kind":"{kind}""#);
        log.iter().filter(|event| event.public.starts_with(&start)).count()
    }
}

/// Waits until the metrics of a server contain this line.
async fn until_counted(node: &TestServer, line: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let counting = tokio::spawn(server::serve_metrics(listener, node.hub.clone()));
    // Bounds a hang.
    for _ in 0..3_000 {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).await.expect("written");
        let mut reply = String::new();
        in_time("metrics", stream.read_to_string(&mut reply)).await.expect("a reply");
        if reply.lines().any(|counted| counted == line) {
            return counting.abort();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{line} is never counted");
}

/// Updates received, without the parts that each server signs itself.
fn told(client: &Client) -> Vec<UpdateEvent> {
    let messages = client.texts.iter().map(|text| serde_json::from_str(text).expect("a message"));
    messages
        .filter_map(|message| match message {
            ToClient::Update(update) => Some(update.event),
            _ => None,
        })
        .collect()
}

/// Host and guest play on different servers, and spectators of both see the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_on_two_servers() {
    for hints in [None, Some(Arc::new(LocalHints::default()) as Arc<dyn Hints>)] {
        let cluster = TestCluster::start(2, hints).await;
        let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
        let created = a.open(plan("xiangqi", "", "none")).await;
        let table = &created.table;
        // A spectator connects before the guest, so that both servers have the table in memory.
        let mut early = Client::connect(&b.address, table, "", 0).await;
        early.next().await;
        let joined = b.join(table).await;
        let mut red = Client::connect(&a.address, table, &created.token, 0).await;
        let mut black = Client::connect(&b.address, table, &joined.token, 0).await;
        let mut late = Client::connect(&a.address, table, "", 0).await;
        let mut other = Client::connect(&b.address, table, "", 0).await;
        for client in [&mut red, &mut black, &mut late, &mut other] {
            client.next().await;
        }
        for (ply, action) in PAWNS.iter().enumerate() {
            let (mover, waiter, seat) =
                if ply % 2 == 0 { (&mut red, &mut black, 0) } else { (&mut black, &mut red, 1) };
            mover.play(seat, action).await;
            waiter.until(mover.n).await;
        }
        let n = red.n;
        for client in [&mut early, &mut late, &mut other] {
            client.until(n).await;
        }
        assert_eq!(told(&late).len(), PAWNS.len());
        assert_eq!(told(&late), told(&other));
        assert!(told(&early).ends_with(&told(&late)));
        assert_eq!(cluster.count(table, "acted").await, PAWNS.len());
        // A client that changes the server receives what is new, without repetition.
        let mut moved = Client::connect(&b.address, table, &created.token, n - 2).await;
        moved.until(n).await;
    }
}

/// Lines of chat reach the viewers at both servers, in order, each line once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_at_two_servers_talk() {
    for hints in [None, Some(Arc::new(LocalHints::default()) as Arc<dyn Hints>)] {
        let cluster = TestCluster::start(2, hints).await;
        let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
        let created = a.open(plan("xiangqi", "", "none")).await;
        let table = &created.table;
        let joined = b.join(table).await;
        let mut players = Vec::new();
        for (node, token) in [(a, &created.token), (b, &joined.token)] {
            let mut player = Client::connect(&node.address, table, token, 0).await;
            player.send(&ToServer::EnterChat { guest: None }).await;
            let FromChat::ChatRoom { lines, .. } = player.next_chat().await else {
                panic!("before the room")
            };
            assert!(lines.is_empty());
            players.push(player);
        }
        for turn in 0..4 {
            let said = ChatWords::Text(format!("line {turn}"));
            players[turn % 2].send(&ToServer::Say { words: said.clone() }).await;
            for (seat, player) in players.iter_mut().enumerate() {
                match player.next_chat().await {
                    FromChat::ChatLine(line) => {
                        let expected = (Some((turn % 2) as u8), &said);
                        assert_eq!((line.seat, &line.say), expected, "at {seat}");
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

/// Headers of a browser with these headers at another server of the store.
fn at(node: &TestServer, headers: &str) -> String {
    let cookie = headers.lines().next().unwrap_or_default();
    format!("{cookie}\r\norigin: http://{}\r\n", node.address)
}

/// Two accounts that have just met twice in casual games, once at each of two servers, are not paired a
/// third time while others wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_share_casual_meetings() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let (ada, bo, cy) = (a.register("Ada").await, a.register("Bo").await, a.register("Cy").await);
    let seek = async |node: &TestServer, headers: &str| {
        let plan = plan("xiangqi", "", "10+5");
        let body =
            serde_json::to_string(&OpenRequest { plan, name: "Seeker".into() }).expect("json");
        let (status, reply) = node.http("POST", "/api/seeks", &body, &at(node, headers)).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str::<Created>(&reply).expect("created").table
    };
    for node in [a, b] {
        let of_ada = seek(node, &ada).await;
        assert_eq!(seek(node, &bo).await, of_ada);
    }
    // Ada waits longer, but only Cy has not met Bo.
    let path = "/api/players/Cy/relation";
    let (status, reply) = a.http("PUT", path, r#"{"relation":"block"}"#, &ada).await;
    assert_eq!(status, 204, "{reply}");
    let of_ada = seek(a, &ada).await;
    let of_cy = seek(b, &cy).await;
    assert_ne!(of_cy, of_ada);
    assert_eq!(seek(a, &bo).await, of_cy);
    // While no other player waits, they meet again.
    assert_eq!(seek(b, &bo).await, of_ada);
}

/// A line reaches no viewer who blocks its author, although another server received the line, or the
/// block.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_of_blocked_accounts_stay_at_the_other_server() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let created = a.open(plan("xiangqi", "", "none")).await;
    let table = &created.table;
    a.join(table).await;
    let (ada, bo, cy) = (a.register("Ada").await, b.register("Bo").await, b.register("Cy").await);
    let block = async |headers: &str, name: &str| {
        let path = format!("/api/players/{name}/relation");
        let body = r#"{"relation":"block"}"#;
        let (status, reply) = b.http("PUT", &path, body, &at(b, headers)).await;
        assert_eq!(status, 204, "{reply}");
    };
    block(&ada, "Bo").await;
    let mut people = Vec::new();
    for (node, headers) in [(a, &*ada), (b, &bo), (b, &cy), (b, "")] {
        let mut page = Client::connect_with(headers, &node.address, table, "", 0).await;
        page.send(&ToServer::EnterChat { guest: None }).await;
        assert!(matches!(page.next_chat().await, FromChat::ChatRoom { .. }));
        people.push(page);
    }
    let [of_ada, of_bo, of_cy, guest] = &mut people[..] else { panic!("four pages") };
    let say = async |page: &mut Client, text: &str| {
        page.send(&ToServer::Say { words: ChatWords::Text(text.into()) }).await;
        loop {
            match page.next_chat().await {
                FromChat::ChatLine(line) if line.say == ChatWords::Text(text.into()) => break,
                FromChat::ChatLine(_) => {}
                other => panic!("{other:?}"),
            }
        }
    };
    let until_heard = async |page: &mut Client, text: &str| loop {
        let FromChat::ChatLine(line) = page.next_chat().await else { panic!("no line") };
        if line.say == ChatWords::Text(text.into()) {
            break;
        }
    };
    say(of_bo, "by bo").await;
    say(of_cy, "by cy").await;
    say(guest, "by a guest").await;
    until_heard(of_ada, "by a guest").await;
    let has_heard =
        |page: &Client, text: &str| page.texts.iter().any(|message| message.contains(text));
    assert!(!has_heard(of_ada, "by bo") && has_heard(of_ada, "by cy"));

    // The server of a page learns what its player has blocked at another one.
    block(&ada, "Cy").await;
    // Bounds a hang.
    for round in 0..60 {
        // An author may say a line every two seconds.
        tokio::time::sleep(Duration::from_millis(2_100)).await;
        let (of_round, end) = (format!("cy {round}!"), format!("end {round}!"));
        say(of_cy, &of_round).await;
        say(guest, &end).await;
        until_heard(of_ada, &end).await;
        if !has_heard(of_ada, &of_round) {
            return;
        }
    }
    panic!("the block is never known");
}

/// Hints that report a connection but deliver nothing.
struct Lost(tokio::sync::broadcast::Sender<Hint>);

impl Hints for Lost {
    fn publish(&self, _: Hint) {}

    fn subscribe(&self) -> tokio::sync::broadcast::Receiver<Hint> {
        self.0.subscribe()
    }

    fn are_heard(&self) -> bool {
        true
    }
}

/// While the log cannot be read, records are not served, as they may lack moves of other servers.
/// Spectators see the known state.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_database_no_record_is_told() {
    let postgres = PostgresServer::start();
    let cluster = TestCluster::start_on(&postgres, 1, None).await;
    let node = &cluster.nodes[0];
    let created = node.open(plan("xiangqi", "", "none")).await;
    let table = &created.table;
    node.join(table).await;
    let mut red = Client::connect(&node.address, table, &created.token, 0).await;
    red.next().await;
    red.play(0, PAWNS[0]).await;
    let path = format!("/api/tables/{table}/record");
    assert!(node.get(&path).await.contains(PAWNS[0]));
    postgres.kill();
    let (status, body) = node.http("GET", &path, "", "").await;
    assert_eq!(status, 503, "{body}");
    let mut late = Client::connect(&node.address, table, "", 0).await;
    assert!(matches!(late.next().await, Some(ToClient::Snapshot(_))));
}

/// A server with a table in memory answers requests from the committed state, even without hints
/// from other servers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_of_a_table_is_answered_from_what_is_committed() {
    let lost = Lost(tokio::sync::broadcast::channel(1).0);
    let cluster = TestCluster::start(2, Some(Arc::new(lost))).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let created = a.open(plan("xiangqi", "", "none")).await;
    let table = &created.table;
    let joined = b.join(table).await;
    let mut red = Client::connect(&a.address, table, &created.token, 0).await;
    let mut black = Client::connect(&a.address, table, &joined.token, 0).await;
    // A spectator at the other server, which reads new events only at intervals.
    let mut viewer = Client::connect(&b.address, table, "", 0).await;
    for client in [&mut red, &mut black, &mut viewer] {
        client.next().await;
    }
    for (ply, action) in PAWNS.iter().enumerate() {
        let (mover, waiter, seat) =
            if ply % 2 == 0 { (&mut red, &mut black, 0) } else { (&mut black, &mut red, 1) };
        mover.play(seat, action).await;
        let record = b.get(&format!("/api/tables/{table}/record")).await;
        assert!(record.contains(action), "{record}");
        let info = b.get(&format!("/api/tables/{table}")).await;
        assert!(info.contains(&format!("\"plies\":{}", ply + 1)), "{info}");
        waiter.until(mover.n).await;
    }
}

/// Of two conflicting commands the log accepts one. One command sent to two servers is executed
/// once and acknowledged by both.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_do_a_command_once() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let created = a.open(plan("xiangqi", "", "none")).await;
    let table = &created.table;
    let joined = b.join(table).await;
    let mut here = Client::connect(&a.address, table, &created.token, 0).await;
    let mut there = Client::connect(&b.address, table, &created.token, 0).await;
    let mut black = Client::connect(&b.address, table, &joined.token, 0).await;
    for client in [&mut here, &mut there, &mut black] {
        client.next().await;
    }
    for (round, pair) in PAWNS.chunks(2).enumerate() {
        let id = format!("{round:032x}");
        let act = |action: &str| Command::Act { action: action.to_owned() };
        let (one, two) =
            tokio::join!(here.act_as(&id, 0, act(pair[0])), there.act_as(&id, 0, act(pair[0])));
        for answer in [one, two] {
            assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
        }
        let n = here.n.max(there.n);
        black.until(n).await;
        black.play(1, pair[1]).await;
        here.until(black.n).await;
        there.until(black.n).await;
    }
    assert_eq!(cluster.count(table, "acted").await, PAWNS.len());
    // Two commands with different ids: one is acknowledged, the other gets the new state.
    let (a_id, b_id) = ("a".repeat(32), "b".repeat(32));
    let (one, two) = tokio::join!(
        here.act_as(&a_id, 0, Command::Resign),
        there.act_as(&b_id, 0, Command::Resign)
    );
    let acknowledged = [&one, &two].iter().filter(|it| matches!(it, ToClient::Ack { .. })).count();
    assert_eq!(acknowledged, 1, "{one:?} {two:?}");
    assert_eq!(cluster.count(table, "resigned").await, 1);
}

/// Two guests take the last seat at once, at different servers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_taken_once() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    for _ in 0..5 {
        let created = a.open(plan("xiangqi", "", "none")).await;
        let path = format!("/api/tables/{}/join", created.table);
        let body = r#"{"name":"Guest"}"#;
        let (one, two) =
            tokio::join!(a.http("POST", &path, body, ""), b.http("POST", &path, body, ""));
        let mut statuses = [one.0, two.0];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422], "{one:?} {two:?}");
        assert_eq!(cluster.store.tokens(&created.table).await.expect("tokens").len(), 2);
    }
}

/// A flag falls once, with viewers at both servers and without any.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_once() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let seen = a.open(plan("xiangqi", "", "2s")).await;
    let unseen = a.open(plan("xiangqi", "", "2s")).await;
    b.join(&seen.table).await;
    b.join(&unseen.table).await;
    let mut viewers = Vec::new();
    for (node, token) in [(a, &*seen.token), (b, ""), (b, &*seen.token), (a, "")] {
        viewers.push(Client::connect(&node.address, &seen.table, token, 0).await);
    }
    for viewer in &mut viewers {
        loop {
            match viewer.next().await.expect("an open socket") {
                ToClient::Update(update) if update.state.end.is_some() => break,
                ToClient::Snapshot(snapshot) if snapshot.state.end.is_some() => break,
                _ => {}
            }
        }
    }
    let mut late = Client::connect(&b.address, &unseen.table, &unseen.token, 0).await;
    loop {
        match late.next().await.expect("an open socket") {
            ToClient::Update(update) if update.state.end.is_some() => break,
            ToClient::Snapshot(snapshot) if snapshot.state.end.is_some() => break,
            _ => {}
        }
    }
    for table in [&seen.table, &unseen.table] {
        assert_eq!(cluster.count(table, "flagged").await, 1);
    }
}

/// Presence and waiting players are visible at the other server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_at_two_servers_find_each_other() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let seek = |name: &str| {
        let request = OpenRequest { plan: plan("xiangqi", "", "5"), name: name.into() };
        serde_json::to_string(&request).expect("json")
    };
    let (status, reply) = a.http("POST", "/api/seeks", &seek("Ada"), "").await;
    assert_eq!(status, 201, "{reply}");
    let host: Created = serde_json::from_str(&reply).expect("created");
    let waiting = b.get("/api/seeks").await;
    assert!(waiting.contains(&*host.table) && waiting.contains("Ada"), "{waiting}");
    until_counted(b, "chuhe_seeks 1").await;
    let mut red = Client::connect(&a.address, &host.table, &host.token, 0).await;
    red.next().await;
    let (status, reply) = b.http("POST", "/api/seeks", &seek("Bo"), "").await;
    assert_eq!(status, 201, "{reply}");
    let guest: Created = serde_json::from_str(&reply).expect("created");
    assert_eq!(guest.table, host.table);
    assert_eq!(b.get("/api/seeks").await, "[]");
    let mut black = Client::connect(&b.address, &guest.table, &guest.token, 0).await;
    for client in [&mut red, &mut black] {
        let both = client.until_here(&[0, 1]).await;
        assert_eq!(both, [0, 1]);
    }
    // An opponent at the other server is not away.
    assert_eq!(claim(&mut red).await, "not-away");
    drop(black);
    red.until_here(&[0]).await;
    assert_eq!(claim(&mut red).await, "claim-early");
}

/// Claims the game for seat 0; returns the code of the refusal.
async fn claim(client: &mut Client) -> String {
    loop {
        match client.act(0, Command::Claim { claim: Claim::Win }).await.1 {
            // The client has read presence only; now it has the updates before it.
            ToClient::Refused { code, .. } if code == "stale" => {}
            ToClient::Refused { code, .. } => return code,
            answer => panic!("{answer:?}"),
        }
    }
}

/// A player's running games are listed at every server until they end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_of_an_account_are_listed_everywhere() {
    let cluster = TestCluster::start(2, None).await;
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let (ada, bo) = (a.register("Ada").await, a.register("Bo").await);
    let rated = TablePlan { rated: true, ..plan("xiangqi", "", "5+3") };
    let created = a.open_as(rated, &ada).await;
    a.join_as(&created.table, &bo).await;
    let listed = async |headers: &str| {
        let (status, body) = b.http("GET", "/api/account/games", "", headers).await;
        assert_eq!(status, 200, "{body}");
        body.contains(&*created.table)
    };
    let until = async |headers: &str, expected: bool| {
        // Bounds a hang.
        for _ in 0..3_000 {
            if listed(headers).await == expected {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("listed: {}", !expected);
    };
    until(&ada, true).await;
    until(&bo, true).await;
    assert!(!listed("").await);
    let mut red = Client::connect(&a.address, &created.table, &created.token, 0).await;
    red.next().await;
    red.does(0, Command::Resign).await;
    until(&ada, false).await;
    until(&bo, false).await;
}

/// Servers share the limit for password tries.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passwords_are_tried_no_oftener_at_two_servers() {
    let cluster = TestCluster::start(2, None).await;
    let body = r#"{"name":"Absent","password":"wrong wrong"}"#;
    let mut tried = 0;
    let limited = loop {
        let (status, reply) = cluster.nodes[tried % 2].http("POST", "/api/session", body, "").await;
        match status {
            401 => tried += 1,
            status => break (status, reply),
        }
        assert!(tried < 100, "no end");
    };
    assert_eq!(limited.0, 429, "{limited:?}");
    // A burst of twenty, and a few more over time; two servers allow no more than one.
    assert!((20..30).contains(&tried), "{tried}");
}

/// An open correspondence game stays when its host and the host's server are gone. It is joined at
/// another server, once, and played at both.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correspondence_game_spans_the_servers() {
    let mut cluster = TestCluster::start(3, None).await;
    let c = cluster.nodes.pop().expect("three nodes");
    let [a, b] = &cluster.nodes[..] else { panic!("two nodes") };
    let (ada, bo) = (c.register("Ada").await, a.register("Bo").await);
    let seek = async |node: &TestServer, headers: &str| {
        let request = OpenRequest { plan: plan("xiangqi", "", "3d-move"), name: "Seeker".into() };
        let body = serde_json::to_string(&request).expect("json");
        let (status, reply) = node.http("POST", "/api/seeks", &body, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str::<Created>(&reply).expect("created")
    };
    let host = seek(&c, &ada).await;
    let live = OpenRequest { plan: plan("xiangqi", "", "5"), name: "Guest".into() };
    let live = serde_json::to_string(&live).expect("json");
    assert_eq!(a.http("POST", "/api/seeks", &live, "").await.0, 201);
    drop(c);
    // A seek with a host who must be present expires after fifteen seconds.
    let waits = async |node: &TestServer| -> Vec<GameId> {
        let seeks: Vec<protocol::Seek> =
            serde_json::from_str(&node.get("/api/seeks").await).expect("seeks");
        seeks.into_iter().map(|seek| seek.table).collect()
    };
    while waits(a).await.len() > 1 {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(waits(b).await, std::slice::from_ref(&host.table));
    let path = format!("/api/tables/{}/join", host.table);
    let body = r#"{"name":"Guest"}"#;
    let (one, two) =
        tokio::join!(a.http("POST", &path, body, &bo), b.http("POST", &path, body, ""));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422], "{one:?} {two:?}");
    let joined = if one.0 == 201 { one.1 } else { two.1 };
    let joined: protocol::Joined = serde_json::from_str(&joined).expect("joined");
    assert!(waits(a).await.is_empty() && waits(b).await.is_empty(), "it ends with its game");
    // The players come at different times, each to another server.
    for (ply, action) in PAWNS.iter().enumerate() {
        let (node, token) = if ply % 2 == 0 { (a, &host.token) } else { (b, &joined.token) };
        let mut player = Client::connect(&node.address, &host.table, token, 0).await;
        player.next().await;
        let act = Command::Act { action: (*action).to_owned() };
        let answer = player.act_as(&format!("{ply:032x}"), (ply % 2) as u8, act).await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    }
    assert_eq!(cluster.count(&host.table, "acted").await, PAWNS.len());
    let info = b.get(&format!("/api/tables/{}", host.table)).await;
    let info: protocol::TableInfo = serde_json::from_str(&info).expect("a table");
    assert!(!info.over && info.clocks.expect("clocks").left_ms[0] > 2 * 24 * 3_600_000);
}
