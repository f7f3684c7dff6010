//! Test clients that play long games on a real server and record what was acknowledged.
//!
//! Each test uses a part of this module.
#![allow(dead_code)]

pub mod wanderer;
pub mod wire;

use futures_util::{SinkExt, Stream, StreamExt};
use protocol::{Command, Created, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer};
use std::{
    hash::{BuildHasher, RandomState},
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{runtime::Runtime, sync::Notify, task::JoinSet};
use tokio_tungstenite::tungstenite::{Error, Message};

/// Delay before a client retries.
const COMES_AGAIN: Duration = Duration::from_millis(20);

/// Bounds a hang; no result depends on it.
const PATIENCE: Duration = Duration::from_secs(300);

/// The next fault of a test.
pub struct Blow {
    /// Number of moves to be acknowledged before it.
    moves: AtomicU64,
    pub due: Notify,
    /// Whether the fault has happened, so that connections may break.
    pub has_fallen: AtomicBool,
}

impl Blow {
    pub fn after(moves: u64) -> Arc<Blow> {
        let blow = Blow {
            moves: AtomicU64::new(0),
            due: Notify::new(),
            has_fallen: AtomicBool::new(false),
        };
        match moves {
            0 => blow.due.notify_one(),
            moves => blow.again_after(moves),
        }
        Arc::new(blow)
    }

    /// Sets the number of moves before the next fault.
    pub fn again_after(&self, moves: u64) {
        self.moves.store(moves.max(1), Ordering::SeqCst);
    }

    /// Counts an acknowledged move.
    fn count(&self) {
        let before =
            self.moves.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
        if before == Ok(1) {
            self.due.notify_one();
        }
    }

    /// Fails if a connection broke before the fault.
    fn excuse(&self, what: &str) {
        assert!(self.has_fallen.load(Ordering::SeqCst), "the server lives, and {what}");
    }
}

/// Pseudo-random numbers from a seed.
pub struct Luck(u64);

impl Luck {
    /// Returns a number below `sides`.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// Path of the library that fakes a process's wall clock (Debian package `faketime`), if installed.
pub fn fake_clock() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    let libraries = folders.map(|folder| folder.path().join("faketime/libfaketime.so.1"));
    libraries.into_iter().find(|library| library.exists())
}

/// Server process that is killed when the test ends.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts a server on a folder, with further arguments.
    pub fn start(data: &Path, more: &[&str]) -> Server {
        Server::start_at(data, more, None)
    }

    /// Starts a server whose wall clock is ahead by some seconds, if `faketime` is available.
    pub fn start_at(data: &Path, more: &[&str], ahead: Option<i64>) -> Server {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"));
        if let Some((ahead, library)) = ahead.zip(fake_clock()) {
            command.env("LD_PRELOAD", library).env("FAKETIME", format!("{ahead:+}s"));
            // The monotonic clock stays real, as on a machine whose wall clock is wrong.
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("its address");
        let address = line
            .trim()
            .trim_start_matches("chuhe: serving at http://")
            .trim_end_matches('/')
            .to_owned();
        let server = Server { child, address };
        server.wait_until_it_answers();
        server
    }

    /// The address is printed once the port is bound; the games are loaded a moment later.
    fn wait_until_it_answers(&self) {
        let (status, body) = self.http("GET", "/healthz", "");
        assert_eq!(status, 200, "{body}");
    }

    pub fn http(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        http(&self.address, method, path, body).expect("a reply")
    }

    /// Registers an account. Returns the headers of its requests.
    pub fn register(&self, name: &str) -> String {
        let body = format!(r#"{{"name":"{name}","password":"a long password of {name}"}}"#);
        let reply = exchange(&self.address, "POST", "/api/account", &body, "").expect("a reply");
        let cookie = reply.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let (cookie, _) = cookie.and_then(|set| set.split_once(';')).expect(&reply);
        format!("cookie: {cookie}\r\n")
    }

    /// Date header of a reply.
    pub fn date(&self) -> String {
        let reply = exchange(&self.address, "GET", "/healthz", "", "").expect("a reply");
        let date = reply.lines().find_map(|line| line.strip_prefix("date: "));
        date.unwrap_or_else(|| panic!("{reply}")).to_owned()
    }

    /// Sends a signal by name.
    pub fn signal(&self, name: &str) {
        let mut kill = std::process::Command::new("kill");
        let sent = kill.args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{name}");
    }

    /// Sends SIGTERM and waits for the end.
    pub fn end(mut self) {
        self.signal("TERM");
        self.child.wait().expect("ended");
    }

    /// Sends SIGKILL and waits for the end.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("dead");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request. Returns the reply as text, or an error if the server is gone.
fn exchange(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
    headers: &str,
) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n{body}",
        body.len()
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    Ok(reply)
}

/// Sends a request. Returns status and body, or an error if the server is gone.
fn http(address: &str, method: &str, path: &str, body: &str) -> io::Result<(u16, String)> {
    http_as(address, method, path, body, "")
}

/// As [`http`], with more headers.
pub fn http_as(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
    headers: &str,
) -> io::Result<(u16, String)> {
    let reply = exchange(address, method, path, body, headers)?;
    let status = reply.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = reply.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    Ok((status, body.unwrap_or_default()))
}

/// Opens a hot-seat table: one token plays all seats, so that one client can play on.
pub fn open(server: &Server) -> Created {
    try_open(&server.address).expect("a table")
}

/// Plan of a casual game of two.
pub fn plan(variant: &str, clock: &str, guest: SeatPlan) -> TablePlan {
    TablePlan {
        variant: variant.into(),
        options: String::new(),
        clock: clock.into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, guest],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

/// Opens a table, unless the server is gone.
fn try_open(address: &str) -> Option<Created> {
    let options = "quiet-limit=off repetition=off".into();
    let plan = TablePlan { options, ..plan("xiangqi", "none", SeatPlan::Host) };
    let request = OpenRequest { plan, name: "Both".into() };
    let request = serde_json::to_string(&request).expect("json");
    let (status, body) = http(address, "POST", "/api/tables", &request).ok()?;
    (status == 201).then(|| serde_json::from_str(&body).expect("created"))
}

/// What one client did and saw at its table, over all kills.
pub struct Player {
    pub table: Created,
    /// Acknowledged actions, in order.
    pub acknowledged: Vec<String>,
    /// Actions received as updates, in order.
    told: Vec<String>,
    /// Unanswered command when the server died: its id and action.
    open: Option<(String, String)>,
    commands: u64,
}

/// Next text message; `None` once the connection is closed. Pings are skipped.
async fn next_text<S>(socket: &mut S) -> Option<String>
where
    S: Stream<Item = Result<Message, Error>> + Unpin,
{
    let reading = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => break Some(text.to_string()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => break None,
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading).await.expect("a message, or the end")
}

/// Chariot moves back and forth: a game that never ends.
pub const DANCE: [&str; 4] = ["a0a1", "a9a8", "a1a0", "a8a9"];

impl Player {
    /// Opens a table.
    pub fn sit_down(server: &Server) -> Player {
        Player {
            table: open(server),
            acknowledged: Vec::new(),
            told: Vec::new(),
            open: None,
            commands: 0,
        }
    }

    /// Connects, checks that no acknowledged move is missing, and plays until the server dies.
    pub async fn play(&mut self, address: &str, blow: &Blow) {
        let url = format!("ws://{address}/api/tables/{}/socket", self.table.table);
        let mut socket = loop {
            match tokio_tungstenite::connect_async(&url).await {
                Ok((socket, _)) => break socket,
                // The server has lost its database; clients retry.
                Err(Error::Http(reply)) if reply.status() == 503 => {
                    tokio::time::sleep(COMES_AGAIN).await;
                }
                Err(_) => return blow.excuse("takes no connection"),
            }
        };
        let hello = ToServer::Hello { token: self.table.token.clone(), last: 0, seat: None };
        let text = serde_json::to_string(&hello).expect("json");
        if socket.send(Message::Text(text.into())).await.is_err() {
            return blow.excuse("hears no greeting");
        }
        let Some(first) = next_text(&mut socket).await else {
            return blow.excuse("does not greet");
        };
        let ToClient::Snapshot(snapshot) = serde_json::from_str(&first).expect("a snapshot") else {
            panic!("{first}")
        };
        let history: Vec<String> =
            snapshot.history.iter().map(|entry| entry.done.clone()).collect();
        self.check(&history);
        let mut n = snapshot.n;
        loop {
            let ply = self.told.len();
            let (id, action) = self.open.clone().unwrap_or_else(|| {
                self.commands += 1;
                (format!("{:032x}", self.commands), DANCE[ply % 4].to_owned())
            });
            self.open = Some((id.clone(), action.clone()));
            let command = Command::Act { action: action.clone() };
            // A repeated command belongs to the side that moved then.
            let turn = DANCE.iter().position(|step| *step == action).unwrap_or(0) % 2;
            let message = ToServer::Do { id: id.clone(), expect: n, seat: turn as u8, command };
            let text = serde_json::to_string(&message).expect("json");
            if socket.send(Message::Text(text.into())).await.is_err() {
                return blow.excuse("hears no command");
            }
            loop {
                let Some(text) = next_text(&mut socket).await else {
                    return blow.excuse("does not answer");
                };
                match serde_json::from_str(&text).expect("a message") {
                    ToClient::Update(told) => {
                        assert_eq!(told.n, n + 1, "no gap in the sequence");
                        n = told.n;
                        if let protocol::UpdateEvent::Acted(entry) = told.event {
                            self.told.push(entry.done);
                        }
                    }
                    ToClient::Ack { id: done, .. } if done == id => {
                        self.acknowledged.push(action);
                        self.open = None;
                        blow.count();
                        break;
                    }
                    // Presence is not part of the log.
                    ToClient::Presence { .. } | ToClient::Stalled { .. } => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    /// Compares a server's record with the acknowledged and received actions.
    pub fn look_back(&mut self, server: &Server) {
        let path = format!("/api/tables/{}/record", self.table.table);
        let (status, body) = server.http("GET", &path, "");
        assert_eq!(status, 200, "{body}");
        let record: serde_json::Value = serde_json::from_str(&body).expect("json");
        let actions = record["actions"].as_array().expect("actions");
        let texts = actions.iter().filter_map(|action| action.as_str().map(str::to_owned));
        self.check(&texts.collect::<Vec<String>>());
    }

    /// Checks a log: acknowledged actions are in it once, received actions are its start, and at
    /// most the one open command is added.
    fn check(&mut self, history: &[String]) {
        assert!(history.starts_with(&self.told), "told {:?}, the log has {history:?}", self.told);
        assert!(history.len() >= self.acknowledged.len(), "acknowledged moves are lost");
        assert!(history.len() <= self.acknowledged.len() + 1, "a move happened twice");
        assert_eq!(&history[..self.acknowledged.len()], &self.acknowledged[..]);
        self.told = history.to_vec();
    }
}

/// Opens a table's socket. The error is the status and text of the refusal.
pub async fn knock(
    server: &Server,
    table: &Created,
) -> Result<impl Stream<Item = Result<Message, Error>> + use<>, String> {
    let url = format!("ws://{}/api/tables/{}/socket", server.address, table.table);
    match tokio_tungstenite::connect_async(&url).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(reply)) => {
            let words = reply.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            Err(format!("{} {words}", reply.status().as_u16()))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Makes the first move at a table and waits for its acknowledgement.
pub async fn one_move(server: &Server, table: &Created) {
    let url = format!("ws://{}/api/tables/{}/socket", server.address, table.table);
    let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.expect("a socket");
    let hello = ToServer::Hello { token: table.token.clone(), last: 0, seat: None };
    say(&mut socket, &hello).await;
    let first = next_text(&mut socket).await.expect("a snapshot");
    let ToClient::Snapshot(snapshot) = serde_json::from_str(&first).expect("a message") else {
        panic!("{first}")
    };
    let command = Command::Act { action: DANCE[0].to_owned() };
    let id = format!("{:032x}", 1);
    say(&mut socket, &ToServer::Do { id, expect: snapshot.n, seat: 0, command }).await;
    loop {
        let text = next_text(&mut socket).await.expect("an answer");
        match serde_json::from_str(&text).expect("a message") {
            ToClient::Ack { .. } => return,
            ToClient::Update(_) | ToClient::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

async fn say<S>(socket: &mut S, message: &ToServer)
where
    S: futures_util::Sink<Message, Error = Error> + Unpin,
{
    let text = serde_json::to_string(message).expect("json");
    socket.send(Message::Text(text.into())).await.expect("sent");
}

/// Lets all players play in their own tasks.
pub fn play_on(players: &mut Vec<Player>, server: &Server, blow: &Arc<Blow>) -> JoinSet<Player> {
    let mut games = JoinSet::new();
    for mut player in players.drain(..) {
        let (address, blow) = (server.address.clone(), blow.clone());
        games.spawn(async move {
            player.play(&address, &blow).await;
            player
        });
    }
    games
}

/// Waits until the number of moves is reached. No player may end before.
pub async fn until_due(blow: &Blow, games: &mut JoinSet<Player>) {
    tokio::select! {
        () = blow.due.notified() => {}
        early = games.join_next() => {
            early.expect("a player").expect("a player's findings");
            panic!("a player has left a living server");
        }
    }
}

/// Random numbers from a seed.
pub fn luck(seed: u64) -> Luck {
    // The generator needs a seed other than zero.
    Luck(seed.max(1))
}

/// Number of kills and random numbers: fresh, or from `CHUHE_KILLS` and `CHUHE_KILLS_SEED`.
pub fn drawn(usual: u64) -> (u64, Luck) {
    let kills = variable("CHUHE_KILLS").unwrap_or(usual);
    let fresh = || RandomState::new().hash_one(kills);
    // The generator needs a seed other than zero.
    let seed = variable("CHUHE_KILLS_SEED").unwrap_or_else(fresh);
    println!("CHUHE_KILLS={kills} CHUHE_KILLS_SEED={seed}");
    (kills, luck(seed))
}

/// Runtime of the players.
pub fn runtime() -> Runtime {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).enable_all().build().expect("a runtime")
}

/// Reads a number from the environment.
pub fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text}: no number")))
}
