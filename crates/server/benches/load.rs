//! Load test of the server: durable moves at full speed, five hundred games at a steady pace, and
//! silent sockets.
//!

//! The server is a separate process, so that its processor time and memory are measured alone. If
//! `taskset` exists, server and clients each get a core. The loads run on a file and on PostgreSQL,
//! which shares the clients' core and is measured, too. Further loads: one and three servers with
//! NATS hints, ten thousand spectators, the lobby, and idle servers.
//!

//! `cargo bench -p server` runs all loads. `-- sqlite`, `-- postgres`, `-- nodes`, `-- games`, `--
//! spectators`, `-- lobby` or `-- idle` runs one. `-- archive` takes long and is not part of the full run.
//! `-- compare` is for `cargo xtask compare`. If `CHUHE_PROGRAM` names a `chuhe`, that is the
//! server.

#![allow(clippy::print_stdout)]

#[path = "load/archive.rs"]
mod archive;
#[path = "load/compare.rs"]
mod compare;
#[path = "load/games.rs"]
mod games;
#[path = "load/idle.rs"]
mod idle;
#[path = "load/lobby.rs"]
mod lobby;
#[path = "load/nodes.rs"]
mod nodes;
#[path = "load/spectators.rs"]
mod spectators;

use commit_reveal::SigningKey;
use futures_util::{SinkExt, StreamExt};
use protocol::{Command, Created, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer};
use server::{Config, Hub, NatsHints};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Stdio},
    sync::Arc,
    time::Duration,
};
use store::{PostgresOptions, PostgresStore, SqliteStore, Store};
use test_postgres::PostgresServer;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{Instant, interval_at},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Duration of each load.
const LASTS: Duration = Duration::from_secs(10);
/// Clients that move as soon as they are answered.
const HURRIED: usize = 64;
/// Games at a steady pace, and their time per move.
const STEADY: usize = 500;
const PACE: Duration = Duration::from_millis(500);
/// Silent sockets, and their number per table.
const LISTENERS: usize = 4_000;
const LISTENERS_A_TABLE: usize = 400;
/// Length of a game; then the client opens a new table.
const PLIES: usize = 100;
/// Delay before a command that was not stored is repeated.
const COMES_AGAIN: Duration = Duration::from_millis(100);
/// Loads that can be named.
const LOADS: [&str; 9] =
    ["sqlite", "postgres", "nodes", "games", "spectators", "lobby", "idle", "archive", "compare"];
/// Chariot moves back and forth: a game that never ends.
const DANCE: [&str; 4] = ["a0a1", "a9a8", "a1a0", "a8a9"];

fn main() {
    let mut arguments = std::env::args().skip_while(|arg| arg != "--serve").skip(1);
    if let Some(folder) = arguments.next() {
        let (address, hints) = (arguments.next(), arguments.next());
        return serve(&folder, address.as_deref(), hints.as_deref());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let is_named = |name: &str| std::env::args().any(|arg| arg == name);
    let is_asked = |name: &str| !LOADS.iter().any(|load| is_named(load)) || is_named(name);
    if is_asked("sqlite") {
        println!("the games in a file:");
        runtime.block_on(bear(None));
        let folder = tempfile::tempdir().expect("a folder");
        runtime.block_on(listen(&Server::start(folder.path(), None, None)));
    }
    if is_asked("postgres") {
        println!("the games in PostgreSQL:");
        runtime.block_on(bear(Some(&PostgresServer::start())));
    }
    if is_asked("nodes") {
        runtime.block_on(nodes::bear());
    }
    if is_asked("games") {
        runtime.block_on(games::bear());
    }
    if is_asked("spectators") {
        runtime.block_on(spectators::bear());
    }
    if is_asked("lobby") {
        runtime.block_on(lobby::bear());
    }
    if is_asked("idle") {
        runtime.block_on(idle::bear());
    }
    if is_named("archive") {
        runtime.block_on(archive::bear());
    }
    if is_named("compare") {
        runtime.block_on(compare::bear());
    }
}

/// Runs each load on a new server, because a server limits the number of tables per address.
async fn bear(postgres: Option<&PostgresServer>) {
    for (clients, pace) in [(HURRIED, None), (STEADY, Some(PACE))] {
        let folder = tempfile::tempdir().expect("a folder");
        let database = postgres.map(PostgresServer::database);
        let server = Server::start(folder.path(), database.as_deref(), None);
        let borne = play(&[server], postgres, clients, pace).await;
        println!("{}: {borne}", load(clients, pace));
    }
}

/// Description of a load.
fn load(clients: usize, pace: Option<Duration>) -> String {
    match pace {
        None => format!("{clients} clients in a hurry"),
        Some(pace) => format!("{clients} games at {pace:?} a move"),
    }
}

/// Runs the measured server process.
#[tokio::main(worker_threads = 1)]
async fn serve(folder: &str, address: Option<&str>, hints: Option<&str>) {
    let folder = Path::new(folder);
    let mut config = Config::system(Vec::new(), String::new(), SigningKey::from_bytes([5; 32]));
    let store: Arc<dyn Store> = match address {
        None => Arc::new(SqliteStore::open(&folder.join("chuhe.db")).await.expect("a store")),
        Some(address) => {
            let options = PostgresOptions::new(address, &folder.join("store.key"));
            let options = options.expect("an address").node(config.stamp());
            Arc::new(PostgresStore::open(options).await.expect("a store"))
        }
    };
    if let Some((hints, nodes)) = hints.zip(store.cluster()) {
        let hints = NatsHints::start(hints, nodes.cluster_id()).expect("an address");
        config.hints = Some(Arc::new(hints));
    }
    let hub = Hub::start(config, store).await.expect("a hub");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("an address"));
    server::serve(listener, hub, std::future::pending()).await;
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts a server on a file or a database, optionally with hints.
    fn start(folder: &Path, database: Option<&str>, hints: Option<&str>) -> Server {
        let folder = folder.to_str().expect("a path");
        let (program, arguments): (_, Vec<&str>) = match std::env::var_os("CHUHE_PROGRAM") {
            None => {
                let arguments = ["--serve", folder].into_iter().chain(database).chain(hints);
                (std::env::current_exe().expect("this bench").into_os_string(), arguments.collect())
            }
            Some(program) => {
                let mut arguments = vec!["serve", "--listen", "127.0.0.1:0", "--data", folder];
                arguments.extend(database.into_iter().flat_map(|it| ["--store", it]));
                arguments.extend(hints.into_iter().flat_map(|it| ["--hints", it]));
                (program, arguments)
            }
        };
        let mut command = std::process::Command::new("taskset");
        command.args(["-c", "0"]).arg(&program);
        let mut spawned = command.args(&arguments).stdout(Stdio::piped()).spawn();
        if spawned.is_err() {
            let mut command = std::process::Command::new(&program);
            spawned = command.args(&arguments).stdout(Stdio::piped()).spawn();
        }
        let mut child = spawned.expect("the server starts");
        let mut address = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut address).expect("its address");
        // The program prints `chuhe: serving at http://ADDRESS/`.
        let address = address.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        Server { child, address: address.to_owned() }
    }

    async fn open(&self) -> Created {
        let plan = TablePlan {
            variant: "xiangqi".into(),
            options: "quiet-limit=off repetition=off".into(),
            clock: "600+5".into(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Host, SeatPlan::Host],
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        self.post("tables", &OpenRequest { plan, name: "Both".into() }).await
    }

    /// Opens a table by an API path.
    async fn post(&self, path: &str, request: &OpenRequest) -> Created {
        let body = serde_json::to_string(request).expect("json");
        let mut stream = TcpStream::connect(&self.address).await.expect("a connection");
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).await.expect("written");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.expect("a reply");
        let (_, body) = reply.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {reply}"))
    }

    /// Requests an API path and ignores the response.
    async fn get(&self, path: &str) {
        let mut stream = TcpStream::connect(&self.address).await.expect("a connection");
        let head = format!(
            "GET /api/{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).await.expect("written");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.expect("a reply");
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    }

    /// Processor time of all threads so far.
    fn busy(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        // The name in the second field may contain blanks. After its bracket follow the fields with
        // the user and kernel time, in hundredths of a second.
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        let ticks = |at: usize| fields.split(' ').nth(at).and_then(|text| text.parse::<u64>().ok());
        Duration::from_millis(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
    }

    /// Resident memory in KiB.
    fn resident_kib(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Result of a load.
struct Borne {
    /// Times from sending a command to its acknowledgement, sorted.
    waits: Vec<Duration>,
    busy: Duration,
    /// Processor time of the database, and the bytes of its log.
    postgres: Option<(Duration, u64)>,
}

impl std::fmt::Display for Borne {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = self.waits.len();
        let part = |thousandths: usize| self.waits[(moves - 1) * thousandths / 1000];
        write!(
            f,
            "{:.0} durable moves/s, p50 {:.1?}, p99 {:.1?}, {:.0} µs of processor a move, {:.2} cores",
            moves as f64 / LASTS.as_secs_f64(),
            part(500),
            part(990),
            self.busy.as_secs_f64() * 1e6 / moves as f64,
            self.busy.as_secs_f64() / LASTS.as_secs_f64(),
        )?;
        match self.postgres {
            None => Ok(()),
            Some((busy, log_bytes)) => write!(
                f,
                "; PostgreSQL {:.0} µs of processor and {:.0} bytes of its log a move",
                busy.as_secs_f64() * 1e6 / moves as f64,
                log_bytes as f64 / moves as f64
            ),
        }
    }
}

/// Runs clients that play both sides of a game, distributed over these servers, at a pace or as
/// fast as possible.
async fn play(
    servers: &[Server],
    postgres: Option<&PostgresServer>,
    clients: usize,
    pace: Option<Duration>,
) -> Borne {
    let mut seated = Vec::new();
    for client in 0..clients {
        seated.push(Client::sit_down(&servers[client % servers.len()]).await);
    }
    let busy = || servers.iter().map(Server::busy).sum::<Duration>();
    let before = busy();
    let database = || postgres.map(|postgres| (postgres.busy(), postgres.log_bytes()));
    let database_before = database();
    let end = Instant::now() + LASTS;
    let waits = futures_util::future::join_all(
        seated
            .into_iter()
            .enumerate()
            .map(|(i, client)| client.play(&servers[i % servers.len()], i, clients, pace, end)),
    );
    let mut waits = waits.await.concat();
    waits.sort_unstable();
    Borne {
        waits,
        busy: busy().saturating_sub(before),
        postgres: database().zip(database_before).map(
            |((busy, log), (busy_before, log_before))| {
                (busy.saturating_sub(busy_before), log.saturating_sub(log_before))
            },
        ),
    }
}

/// Socket with both seats of a table.
struct Client {
    socket: WebSocketStream<TcpStream>,
    n: u64,
    ply: usize,
}

impl Client {
    async fn sit_down(server: &Server) -> Client {
        Client::sit_down_at(server).await.0
    }

    /// Opens a table and returns its id, too.
    async fn sit_down_at(server: &Server) -> (Client, String) {
        let created = server.open().await;
        (Client::at(server, &created).await, created.table.into_string())
    }

    /// Connects to an open table.
    async fn at(server: &Server, created: &Created) -> Client {
        let mut socket = connect(server, &created.table).await;
        let token = created.token.clone();
        say(&mut socket, &ToServer::Hello { token, last: 0, seat: None }).await;
        let ToClient::Snapshot(snapshot) = hear(&mut socket).await else {
            panic!("the first message is no snapshot")
        };
        Client { socket, n: snapshot.n, ply: 0 }
    }

    async fn play(
        mut self,
        server: &Server,
        number: usize,
        clients: usize,
        pace: Option<Duration>,
        end: Instant,
    ) -> Vec<Duration> {
        let mut waits = Vec::new();
        // The starts are spread over the interval.
        let spread = |pace: Duration| Instant::now() + pace * number as u32 / clients as u32;
        let mut beats = pace.map(|pace| interval_at(spread(pace), pace));
        while Instant::now() < end {
            if let Some(beats) = &mut beats {
                beats.tick().await;
            }
            if self.ply == PLIES {
                self = Client::sit_down(server).await;
            }
            waits.push(self.step().await);
        }
        waits
    }

    async fn step(&mut self) -> Duration {
        let command = Command::Act { action: DANCE[self.ply % 4].into() };
        let id = format!("{:032x}", self.ply + 1);
        let seat = (self.ply % 2) as u8;
        let since = Instant::now();
        let mut is_asked = false;
        loop {
            if !is_asked {
                let (id, command) = (id.clone(), command.clone());
                say(&mut self.socket, &ToServer::Do { id, expect: self.n, seat, command }).await;
                is_asked = true;
            }
            match hear(&mut self.socket).await {
                ToClient::Update(told) => self.n = told.n,
                ToClient::Ack { .. } => break,
                // The command was not stored; it is repeated with the same id.
                ToClient::Refused { code, .. } if code == "not-stored" => {
                    tokio::time::sleep(COMES_AGAIN).await;
                    is_asked = false;
                }
                // The server has credited time, and sends that event as well.
                ToClient::Refused { code, .. } if code == "stale" => is_asked = false,
                other => panic!("{other:?}"),
            }
        }
        self.ply += 1;
        since.elapsed()
    }
}

/// Measures the memory of a silent socket.
async fn listen(server: &Server) {
    let before = server.resident_kib();
    let mut listeners = JoinSet::new();
    for _ in 0..LISTENERS / LISTENERS_A_TABLE {
        let table = server.open().await.table;
        for _ in 0..LISTENERS_A_TABLE {
            let mut socket = connect(server, &table).await;
            say(&mut socket, &ToServer::Hello { token: String::new(), last: 0, seat: None }).await;
            hear(&mut socket).await;
            listeners.spawn(async move { while socket.next().await.is_some() {} });
        }
    }
    let grown = server.resident_kib().saturating_sub(before);
    println!("{LISTENERS} sockets that listen: {:.1} KiB each", grown as f64 / LISTENERS as f64);
}

async fn connect(server: &Server, table: &str) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(&server.address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let url = format!("ws://{}/api/tables/{table}/socket", server.address);
    client_async(url, stream).await.expect("a socket").0
}

async fn say(socket: &mut WebSocketStream<TcpStream>, message: &ToServer) {
    let text = serde_json::to_string(message).expect("json");
    socket.send(Message::Text(text.into())).await.expect("sent");
}

async fn hear(socket: &mut WebSocketStream<TcpStream>) -> ToClient {
    loop {
        match socket.next().await.expect("an open socket").expect("a message") {
            Message::Text(text) => match serde_json::from_str(&text).expect("json") {
                // Presence is not measured. A busy machine may pause the clocks, which is no error.
                ToClient::Presence { .. } | ToClient::Stalled { .. } => {}
                message => return message,
            },
            Message::Close(_) => panic!("the server closed the socket"),
            _ => {}
        }
    }
}
