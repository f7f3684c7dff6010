//! Three servers on one PostgreSQL and one NATS play while faults are injected: processes are
//! killed, paused or restarted, and connections are cut, slowed or silenced.

mod players;

use players::{
    Luck, Server, luck, plan, runtime, variable,
    wanderer::{Wanderer, World, record, watch},
    wire::{Passage, Wire},
};
use protocol::{Created, JoinRequest, OpenRequest, SeatPlan};
use std::{
    hash::{BuildHasher, RandomState},
    ops::Range,
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::{Duration, UNIX_EPOCH},
};
use test_nats::NatsServer;
use test_postgres::PostgresServer;
use tokio::task::JoinSet;

/// Default number of faults: one of each kind.
const BLOWS: u64 = KINDS.len() as u64;
/// Maximum number of faults before everything is checked and new games begin.
const ROUND: u64 = 16;
/// Default duration of a pause, and default maximum duration of a network fault, in milliseconds.
const PAUSE_MS: u64 = 4_000;
const NODES: usize = 3;
/// How far each node's wall clock is ahead, in seconds, if `faketime` is available.
const AHEAD: [i64; NODES] = [0, 5, -5];
/// Number of concurrent players. Each table has one spectator at another node.
const PLAYERS: usize = 4;
/// Number of games without moves, which end by time-out.
const FLAGS: usize = 6;
/// Minimum number of acknowledged moves between two faults, and the exclusive maximum of a random
/// addition.
const MOVES: (u64, u64) = (20, 60);

/// Kind of fault.
#[derive(Clone, Copy, Debug)]
enum Blow {
    Node,
    Nats,
    Postgres,
    Pause,
    /// All nodes are restarted, one after the other.
    Roll,
    /// The database becomes read-only and all its connections end.
    Closed,
    /// A node's connection changes its behaviour.
    Wire(End, Passage),
    /// A node's connections are dropped silently, as by a firewall.
    Forgotten(End),
}

/// Where a node's connection leads.
#[derive(Clone, Copy, Debug)]
enum End {
    Postgres,
    Nats,
}

const KINDS: [Blow; 14] = [
    Blow::Node,
    Blow::Nats,
    Blow::Postgres,
    Blow::Pause,
    Blow::Roll,
    Blow::Closed,
    Blow::Wire(End::Postgres, Passage::Cut),
    Blow::Wire(End::Postgres, Passage::Slow),
    Blow::Wire(End::Postgres, Passage::Silent),
    Blow::Forgotten(End::Postgres),
    Blow::Wire(End::Nats, Passage::Cut),
    Blow::Wire(End::Nats, Passage::Slow),
    Blow::Wire(End::Nats, Passage::Silent),
    Blow::Forgotten(End::Nats),
];

/// The servers, and their database and NATS.
struct TestCluster {
    folders: Vec<tempfile::TempDir>,
    nodes: Vec<Option<Server>>,
    /// Connections of each node, to PostgreSQL and to NATS.
    wires: Vec<[Wire; 2]>,
    postgres: PostgresServer,
    database: String,
    nats: NatsServer,
    world: Arc<World>,
}

impl TestCluster {
    fn start() -> TestCluster {
        let postgres = PostgresServer::start();
        let database = postgres.database();
        let nats = NatsServer::start();
        let folders = (0..NODES).map(|_| tempfile::tempdir().expect("a folder")).collect();
        let to_both = |_| [Wire::to(postgres.port()), Wire::to(nats.port())];
        let wires = (0..NODES).map(to_both).collect();
        let (nodes, world) = (Vec::new(), Arc::default());
        let mut cluster = TestCluster { folders, nodes, wires, postgres, database, nats, world };
        for node in 0..NODES {
            if node > 0 {
                give_keys(cluster.folders[0].path(), cluster.folders[node].path());
            }
            let server = cluster.node(node);
            cluster.nodes.push(Some(server));
        }
        cluster.tell();
        cluster
    }

    fn node(&self, node: usize) -> Server {
        let [to_postgres, to_nats] = &self.wires[node];
        let (_, name) = self.database.rsplit_once('/').expect("the address names a database");
        let store = format!("postgres://chuhe@127.0.0.1:{}/{name}", to_postgres.port());
        let hints = format!("nats://127.0.0.1:{}", to_nats.port());
        let arguments = ["--store", &store, "--hints", &hints];
        Server::start_at(self.folders[node].path(), &arguments, Some(AHEAD[node]))
    }

    /// Publishes the addresses of the running servers to the clients.
    fn tell(&self) {
        let nodes = self.nodes.iter().flatten();
        self.world.set(nodes.map(|server| server.address.clone()).collect());
    }

    fn any(&self) -> &Server {
        self.nodes.iter().flatten().next().expect("a node")
    }

    /// Stops a node and starts it again.
    fn restart(&mut self, node: usize, end: impl FnOnce(Server)) {
        if let Some(server) = self.nodes[node].take() {
            end(server);
        }
        self.tell();
        let server = self.node(node);
        self.nodes[node] = Some(server);
        self.tell();
    }

    fn change_database(&self, how: &str) {
        let (_, name) = self.database.rsplit_once('/').expect("the address names a database");
        // Connects to another database: this one may be read-only.
        self.postgres.sql("of the/postgres", &format!("ALTER DATABASE {name} {how}"));
    }

    fn end_connections(&self) {
        let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE application_name = 'chuhe'";
        self.postgres.sql(&self.database, all);
    }

    fn fall(&mut self, blow: Blow, luck: &mut Luck, pause_ms: u64) {
        match blow {
            Blow::Node => {
                let node = luck.below(NODES as u64) as usize;
                self.restart(node, Server::kill);
            }
            Blow::Roll => (0..NODES).for_each(|node| self.restart(node, Server::end)),
            Blow::Wire(end, passage) => {
                let wire = &self.wires[luck.below(NODES as u64) as usize][end as usize];
                wire.set(passage);
                std::thread::sleep(Duration::from_millis(luck.below(pause_ms)));
                wire.set(Passage::Open);
            }
            Blow::Forgotten(end) => {
                self.wires[luck.below(NODES as u64) as usize][end as usize].forget();
            }
            Blow::Closed => {
                self.change_database("SET default_transaction_read_only = on");
                self.end_connections();
                std::thread::sleep(Duration::from_millis(luck.below(pause_ms)));
                // Connections opened in the meantime stay read-only.
                self.change_database("RESET default_transaction_read_only");
            }
            Blow::Nats => {
                self.nats.kill();
                std::thread::sleep(Duration::from_millis(luck.below(1_000)));
                self.nats.start_again();
            }
            Blow::Postgres => {
                self.postgres.kill();
                self.postgres.start_again();
            }
            Blow::Pause => {
                let node = luck.below(NODES as u64) as usize;
                let server = self.nodes[node].as_ref().expect("a node");
                server.signal("STOP");
                std::thread::sleep(Duration::from_millis(pause_ms));
                server.signal("CONT");
            }
        }
    }
}

/// Copies the keys of one node: all nodes need the same.
fn give_keys(from: &Path, to: &Path) {
    for key in ["store.key", "sign.key", "arbiter.key"] {
        std::fs::copy(from.join(key), to.join(key)).expect("a key is copied");
    }
}

/// Opens a two-player game at one server and joins it at another. No moves are made in it.
fn left_alone(here: &Server, there: &Server) -> String {
    let plan = plan("xiangqi", "5s", SeatPlan::Open);
    let body = serde_json::to_string(&OpenRequest { plan, name: "Hanna".into() }).expect("json");
    let (status, reply) = here.http("POST", "/api/tables", &body);
    assert_eq!(status, 201, "{reply}");
    let created: Created = serde_json::from_str(&reply).expect("created");
    let join = JoinRequest { name: "Guest".into(), seat: None };
    let body = serde_json::to_string(&join).expect("json");
    let (status, reply) = there.http("POST", &format!("/api/tables/{}/join", created.table), &body);
    assert_eq!(status, 201, "{reply}");
    created.table.into_string()
}

/// Fails if a query returns a row.
fn finds_nothing(cluster: &TestCluster, what: &str, query: &str) {
    let check =
        format!("DO $$ BEGIN IF EXISTS ({query}) THEN RAISE EXCEPTION '{what}'; END IF; END $$");
    cluster.postgres.sql(&cluster.database, &check);
}

async fn until_acknowledged(world: &World, count: u64) {
    // Bounds a hang.
    for _ in 0..30_000 {
        if world.acknowledged.load(Ordering::SeqCst) >= count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no player moves any more");
}

/// Waits until every game without moves has ended by time-out.
async fn until_flagged(cluster: &TestCluster, games: &[String]) {
    for game in games {
        let what = format!("the flag of {game}");
        until_some(&what, async || is_flagged(cluster, game).then_some(())).await;
    }
}

fn is_flagged(cluster: &TestCluster, game: &str) -> bool {
    let (status, body) = cluster.any().http("GET", &format!("/api/tables/{game}/record"), "");
    if status == 503 {
        // The node cannot read the database at the moment.
        return false;
    }
    assert_eq!(status, 200, "{body}");
    let record: serde_json::Value = serde_json::from_str(&body).expect("json");
    let result = record["result"].as_str();
    assert!(result.is_none_or(|result| result == "flag-fall"), "{game}: {body}");
    result.is_some()
}

/// Plays while the faults happen, then checks the logs against what clients received. Returns the
/// number of acknowledged moves.
async fn play(cluster: &mut TestCluster, blows: Range<u64>, pause_ms: u64, luck: &mut Luck) -> u64 {
    cluster.world = Arc::default();
    cluster.tell();
    let world = cluster.world.clone();
    let mut players = JoinSet::new();
    let mut watchers = JoinSet::new();
    let nodes: Vec<&Server> = cluster.nodes.iter().flatten().collect();
    for player in 0..PLAYERS {
        let wanderer = Wanderer::sit_down(nodes[player % NODES], player);
        watchers.spawn(watch(
            world.clone(),
            wanderer.table.table.clone().into_string(),
            player + 1,
        ));
        players.spawn(wanderer.play(world.clone()));
    }
    let alone: Vec<String> =
        (0..FLAGS).map(|game| left_alone(nodes[game % 3], nodes[(game + 1) % 3])).collect();
    for blow in blows {
        let due = world.acknowledged.load(Ordering::SeqCst) + MOVES.0 + luck.below(MOVES.1);
        until_acknowledged(&world, due).await;
        let blow = KINDS[blow as usize % KINDS.len()];
        println!("{due} moves are acknowledged: {blow:?}");
        tokio::task::block_in_place(|| cluster.fall(blow, luck, pause_ms));
    }
    let due = world.acknowledged.load(Ordering::SeqCst) + MOVES.0;
    until_acknowledged(&world, due).await;
    until_flagged(cluster, &alone).await;
    world.is_over.store(true, Ordering::SeqCst);
    for player in players.join_all().await {
        for server in cluster.nodes.iter().flatten() {
            player.look_back(server);
        }
    }
    for (table, told) in watchers.join_all().await {
        let history = record(cluster.any(), &table);
        assert!(history.starts_with(&told), "{table}: told {told:?}, and the log says {history:?}");
    }
    finds_nothing(
        cluster,
        "a flag fell twice",
        "SELECT 1 FROM game_event WHERE kind = 'flagged' GROUP BY game_id HAVING count(*) > 1",
    );
    finds_nothing(
        cluster,
        "a log has a gap",
        "SELECT 1 FROM game_event GROUP BY game_id HAVING count(*) <> max(seq) + 1",
    );
    world.acknowledged.load(Ordering::SeqCst)
}

/// Under faults, no acknowledged move is lost or doubled, clients see only stored events, and each
/// flag falls once.
#[test]
fn three_nodes_lose_nothing_and_double_nothing() {
    let blows = variable("CHUHE_BLOWS").unwrap_or(BLOWS);
    let pause_ms = variable("CHUHE_PAUSE_MS").unwrap_or(PAUSE_MS);
    let seed = variable("CHUHE_FAULTS_SEED").unwrap_or_else(|| RandomState::new().hash_one(blows));
    println!("CHUHE_BLOWS={blows} CHUHE_PAUSE_MS={pause_ms} CHUHE_FAULTS_SEED={seed}");
    let mut luck = luck(seed);
    let mut cluster = TestCluster::start();
    let runtime = runtime();
    // The first fault is drawn, so that a run with one fault may be of any kind.
    let first = luck.below(KINDS.len() as u64);
    let rounds = (first..first + blows).step_by(ROUND as usize);
    let acknowledged: u64 = rounds
        .map(|begin| begin..(begin + ROUND).min(first + blows))
        .map(|round| runtime.block_on(play(&mut cluster, round, pause_ms, &mut luck)))
        .sum();
    println!("{blows} blows, {acknowledged} acknowledged moves, none lost, none doubled");
}

/// Parses the time in `Mon, 23 Nov 2026 04:26:38 GMT`.
fn seconds_of_day(date: &str) -> i64 {
    let time = date.split(' ').nth(4).expect("a time");
    time.split(':').fold(0, |sum, part| 60 * sum + part.parse::<i64>().expect("a number"))
}

/// Time-outs happen when due, and logged times are right, even if the nodes' wall clocks differ.
#[test]
fn clocks_that_differ_move_no_flag() {
    if players::fake_clock().is_none() {
        println!("SKIPPED: clocks cannot be set apart; that wants\n  apt-get install faketime");
        return;
    }
    let began_ms = UNIX_EPOCH.elapsed().expect("a time").as_millis();
    let cluster = TestCluster::start();
    let nodes: Vec<&Server> = cluster.nodes.iter().flatten().collect();
    let [behind, ahead] = [nodes[2], nodes[1]].map(|node| seconds_of_day(&node.date()));
    let apart = (ahead - behind).rem_euclid(24 * 60 * 60);
    assert!((AHEAD[1] - AHEAD[2] - 1..60 * 60).contains(&apart), "{apart}");
    let games: Vec<String> =
        (0..FLAGS).map(|game| left_alone(nodes[game % 3], nodes[(game + 1) % 3])).collect();
    runtime().block_on(until_flagged(&cluster, &games));
    finds_nothing(
        &cluster,
        "a flag fell before its time",
        "SELECT 1 FROM (SELECT kind, t_ms - lag(t_ms) OVER (PARTITION BY game_id ORDER BY seq) AS took \
         FROM game_event) e WHERE kind = 'flagged' AND took < 5000",
    );
    finds_nothing(
        &cluster,
        "an event stands at a moment that was not",
        &format!(
            "SELECT 1 FROM game_event WHERE t_ms < {began_ms} - 500 \
             OR t_ms > extract(epoch FROM clock_timestamp()) * 1000 + 500"
        ),
    );
}

/// A node that has lost its database for long rejects clients with 503; another node accepts them.
/// It accepts clients again once the database is back.
#[test]
fn a_node_that_is_cut_off_rejects_clients() {
    let cluster = TestCluster::start();
    let (here, there) = (cluster.nodes[0].as_ref().expect("a node"), cluster.nodes[1].as_ref());
    let table = players::open(here);
    runtime().block_on(async {
        // A viewer keeps the table in the node's memory.
        let _stays = players::knock(here, &table).await.expect("let in");
        cluster.wires[0][0].set(Passage::Cut);
        let said = until_some("a refusal", async || players::knock(here, &table).await.err()).await;
        assert!(said.starts_with("503") && said.contains("cut-off"), "{said}");
        assert_eq!(here.http("GET", "/healthz", "").0, 503);
        drop(players::knock(there.expect("a node"), &table).await.expect("let in elsewhere"));
        cluster.wires[0][0].set(Passage::Open);
        drop(until_some("a way in", async || players::knock(here, &table).await.ok()).await);
    });
}

/// Calls `find` until it returns a value.
async fn until_some<T>(what: &str, find: impl AsyncFn() -> Option<T>) -> T {
    // Bounds a hang.
    for _ in 0..3_000 {
        if let Some(found) = find().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{what} never comes");
}

/// A node with other keys or an old database is rejected at the start.
#[test]
fn a_node_that_is_not_like_the_others_does_not_start() {
    let cluster = TestCluster::start();
    let folder = tempfile::tempdir().expect("a folder");
    let said = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let serve = ["serve", "--listen", "127.0.0.1:0", "--data"];
        let command = command.args(serve).arg(folder.path()).args(arguments);
        let output = command.output().expect("chuhe runs");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let store = ["--store", &cluster.database];
    let keys = cluster.folders[0].path();
    let take = |key: &str| {
        std::fs::copy(keys.join(key), folder.path().join(key)).expect("copied");
    };
    // Missing keys would be created; the check finds that the database was used with other keys.
    for key in ["sign.key", "arbiter.key"] {
        for more in [&["--check"][..], &[], &["--check"]] {
            let text = said(&[&store, more].concat());
            assert!(text.contains(&format!("have had a `{key}`")), "{more:?}: {text}");
            assert!(!folder.path().join(key).exists(), "{more:?}");
        }
        take(key);
    }
    let text = said(&store);
    assert!(text.contains("are encrypted with key 1"), "{text}");
    take("store.key");
    std::fs::write(folder.path().join("sign.key"), "5a".repeat(32)).expect("written");
    for more in [&["--check"][..], &[]] {
        let text = said(&[&store, more].concat());
        assert!(text.contains("sign with another key"), "{more:?}: {text}");
    }
    let text = said(&["--store", &cluster.database, "--hints", "http://user:s3cret@127.0.0.1"]);
    assert!(text.contains("hints") && !text.contains("s3cret"), "{text}");
    let text = said(&["--hints", "nats://127.0.0.1"]);
    assert!(text.contains("--store"), "{text}");
}
