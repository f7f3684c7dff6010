//! Measures what an append to PostgreSQL costs when appends are committed in groups: with one and
//! with three nodes, each a process, saturated and at 1,000 appends per second. Only the store is
//! measured, without sockets and rules.
//!
//! Run `cargo bench -p store`. The nodes share one core if `taskset` is available.
#![allow(clippy::print_stdout)]

use protocol::{GameId, UnixMs};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::Arc,
    time::Duration,
};
use store::{Append, GameLog, NewEvent, PostgresOptions, PostgresStore};
use test_postgres::PostgresServer;
use tokio::{
    task::JoinSet,
    time::{Instant, interval_at},
};

/// Duration of each load.
const LASTS: Duration = Duration::from_secs(10);
/// Games per node in the saturated load.
const HURRIED: usize = 500;
/// Games in the paced load, distributed over the nodes, and the pace of each: 1,000 appends per
/// second.
const STEADY: usize = 500;
const PACE: Duration = Duration::from_millis(500);
/// The first event's time, Unix ms.
const BEGIN_MS: u64 = 1_700_000_000_000;

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--node").skip(1);
    if let Some(address) = arguments.next() {
        let mut next = || arguments.next().expect("what the bench says");
        let (keys, name, games) = (next(), next(), next());
        return node(&address, Path::new(&keys), &name, &games, next() == "steady");
    }
    for nodes in [1, 3] {
        println!("{nodes} node(s) on one PostgreSQL:");
        load("as fast as they are answered", nodes, nodes * HURRIED, "hurry");
        load("at a steady thousand a second", nodes, STEADY, "steady");
    }
}

/// A node process, which waits for a line before it starts.
struct Node {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Node {
    fn start(arguments: &[&str]) -> Node {
        let bench = std::env::current_exe().expect("this bench");
        let spawn = |command: &mut Command| {
            command.arg("--node").args(arguments);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
        };
        let pinned = spawn(Command::new("taskset").args(["-c", "0"]).arg(&bench));
        let mut child = pinned.or_else(|_| spawn(&mut Command::new(&bench))).expect("a node");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Node { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line of a node");
        line
    }

    fn begin(&mut self) {
        self.child.stdin.as_mut().expect("its input").write_all(b"go\n").expect("told");
    }

    /// Returns its processor time and the latency of each append, both in microseconds.
    fn end(mut self) -> (u64, Vec<u64>) {
        let line = self.line();
        self.child.wait().expect("it ends");
        let mut numbers = line.split_whitespace().map(|text| text.parse().expect("a number"));
        (numbers.next().expect("its processor time"), numbers.collect())
    }
}

fn load(what: &str, nodes: usize, games: usize, pace: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let keys = folder.path().join("store.key");
    let postgres = PostgresServer::start();
    let address = postgres.database();
    let keys = keys.to_str().expect("a path");
    let mut running: Vec<Node> = Vec::new();
    for n in 0..nodes {
        let games = (games / nodes + usize::from(n < games % nodes)).to_string();
        let mut node = Node::start(&[&address, keys, &format!("node{n}"), &games, pace]);
        assert_eq!(node.line(), "ready\n");
        running.push(node);
    }
    let before = (postgres.busy(), postgres.log_bytes());
    running.iter_mut().for_each(Node::begin);
    // Read while the node still runs: a backend's counters disappear with its connection.
    std::thread::sleep(LASTS);
    let database = postgres.busy().saturating_sub(before.0);
    let ends: Vec<(u64, Vec<u64>)> = running.into_iter().map(Node::end).collect();
    let log_bytes = postgres.log_bytes() - before.1;
    let busy: u64 = ends.iter().map(|(busy, _)| busy).sum();
    let mut waits: Vec<u64> = ends.into_iter().flat_map(|(_, waits)| waits).collect();
    waits.sort_unstable();
    let part = |thousandths: usize| waits[(waits.len() - 1) * thousandths / 1000] as f64 / 1e3;
    let appends = waits.len() as f64;
    let kept = postgres.table_bytes(&address, "game_event") as f64 / (appends + games as f64);
    println!(
        "  {what}: {:.0} a second, p50 {:.1} ms, p99 {:.1} ms; {:.0} µs of processor at the nodes and \
         {:.0} µs at PostgreSQL an append, {:.0} bytes of its log and {kept:.0} for good",
        appends / LASTS.as_secs_f64(),
        part(500),
        part(990),
        busy as f64 / appends,
        database.as_secs_f64() * 1e6 / appends,
        log_bytes as f64 / appends,
    );
}

/// Runs one node: prints that it is ready, waits for a line, appends, and prints the result.
#[tokio::main(flavor = "current_thread")]
async fn node(address: &str, keys: &Path, name: &str, games: &str, is_steady: bool) {
    let options = PostgresOptions::new(address, keys).expect("an address");
    let store = Arc::new(PostgresStore::open(options).await.expect("a store"));
    let games: usize = games.parse().expect("how many games");
    for game in 0..games {
        store.create(1, append(format!("{name}-{game}").into(), 0)).await.expect("created");
    }
    println!("ready");
    std::io::stdin().read_line(&mut String::new()).expect("told to begin");
    let busy = processor_time();
    let begin = Instant::now();
    let mut players = JoinSet::new();
    for game in 0..games {
        let (store, id) = (store.clone(), format!("{name}-{game}"));
        // Spread evenly: players do not all move at once.
        let first = begin + PACE * game as u32 / games as u32;
        let mut beats = is_steady.then(|| interval_at(first, PACE));
        players.spawn(async move {
            let mut waits = Vec::new();
            while begin.elapsed() < LASTS {
                if let Some(beats) = &mut beats {
                    beats.tick().await;
                }
                let since = Instant::now();
                let append = append(id.clone().into(), 1 + waits.len() as u64);
                store.append(append).await.expect("appended");
                waits.push(since.elapsed().as_micros());
            }
            waits
        });
    }
    let waits = players.join_all().await.concat();
    let busy = processor_time().saturating_sub(busy).as_micros();
    let waits: Vec<String> = waits.iter().map(u128::to_string).collect();
    println!("{busy} {}", waits.join(" "));
}

/// A move as a table writes it, with its deadline.
fn append(game: GameId, expected: u64) -> Append {
    let at_ms = BEGIN_MS + expected * 500;
    let event = NewEvent {
        kind: "acted",
        seat: Some((expected % 2) as u8),
        command: Some(format!("{expected:032x}")),
        public: format!(
            r#"{{"kind":"acted","seat":{},"action":"a0a1","clock":[599000,600000],"t":{at_ms}}}"#,
            expected % 2
        ),
        secret: String::new(),
        at_ms: UnixMs(at_ms),
    };
    Append {
        game,
        expected,
        events: vec![event],
        token: None,
        deadline_ms: Some(UnixMs(at_ms + 600_000)),
        is_open: expected == 0,
        finished: None,
    }
}

/// Processor time of this process so far.
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields after the closing bracket of the name; hundredths of a second in user and kernel
    // mode.
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = |at: usize| fields.split(' ').nth(at).and_then(|text| text.parse::<u64>().ok());
    Duration::from_millis(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
}
