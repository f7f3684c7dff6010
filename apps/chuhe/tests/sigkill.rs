//! The promise: what was acknowledged survives `kill -9`, once, and what a viewer was told is what
//! the log says.
//!
//! The real executable is killed at random moments of play, two hundred times, and started again
//! on the same folder.

use futures_util::{SinkExt, StreamExt};
use protocol::{Command, Created, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Stdio},
    time::Duration,
};
use tokio_tungstenite::tungstenite::Message;

const KILLS: u64 = 200;

/// A server process that dies with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
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

    /// The address is printed once the port is bound; the games are taken up a moment later.
    fn wait_until_it_answers(&self) {
        let (status, body) = self.http("GET", "/healthz", "");
        assert_eq!(status, 200, "{body}");
    }

    fn http(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("written");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        let status = reply.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, reply.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    }

    /// `kill -9`.
    fn kill(mut self) {
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

/// A hot-seat table: one token plays all seats, so that one client can play on and on.
fn open(server: &Server) -> Created {
    let plan = TablePlan {
        variant: "xiangqi".into(),
        options: "quiet-limit=off repetition=off".into(),
        clock: "none".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Host],
        start: None,
        training: false,
        rated: false,
    };
    let request = OpenRequest { plan, name: "Both".into(), salt: "00".repeat(16) };
    let (status, body) =
        server.http("POST", "/api/tables", &serde_json::to_string(&request).expect("json"));
    assert_eq!(status, 201, "{body}");
    serde_json::from_str(&body).expect("created")
}

/// What one client did and saw at its table, over all the kills.
struct Player {
    table: Created,
    /// Actions acknowledged, in order.
    acknowledged: Vec<String>,
    /// Actions the client was told of, in order.
    told: Vec<String>,
    /// The command that was under way when the server died: its id and action.
    open: Option<(String, String)>,
    commands: u64,
}

/// Back and forth with chariots: a game that never ends by itself.
const DANCE: [&str; 4] = ["a0a1", "a9a8", "a1a0", "a8a9"];

impl Player {
    /// Connects, checks that nothing acknowledged is missing, and plays until the server dies.
    async fn play(&mut self, address: &str) {
        let url = format!("ws://{address}/api/tables/{}/socket", self.table.table);
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else { return };
        let hello = ToServer::Hello { token: self.table.token.clone(), last: 0, seat: None };
        let text = serde_json::to_string(&hello).expect("json");
        if socket.send(Message::Text(text.into())).await.is_err() {
            return;
        }
        let Some(Ok(Message::Text(first))) = socket.next().await else { return };
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
            // A command that is sent again belongs to the side that moved then.
            let turn = DANCE.iter().position(|step| *step == action).unwrap_or(0) % 2;
            let message = ToServer::Do { id: id.clone(), expect: n, seat: turn as u8, command };
            let text = serde_json::to_string(&message).expect("json");
            if socket.send(Message::Text(text.into())).await.is_err() {
                return;
            }
            loop {
                let Ok(Some(Ok(Message::Text(text)))) =
                    tokio::time::timeout(Duration::from_secs(10), socket.next()).await
                else {
                    return;
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
                        break;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    /// The log as the restarted server shows it: everything acknowledged is there once, everything
    /// told is its beginning, and at most the one command under way is more.
    fn check(&mut self, history: &[String]) {
        assert!(history.starts_with(&self.told), "told {:?}, the log has {history:?}", self.told);
        assert!(history.len() >= self.acknowledged.len(), "acknowledged moves are lost");
        assert!(history.len() <= self.acknowledged.len() + 1, "a move happened twice");
        assert_eq!(&history[..self.acknowledged.len()], &self.acknowledged[..]);
        self.told = history.to_vec();
    }
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled() {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let first = Server::start(folder.path());
    let mut players: Vec<Player> = (0..4)
        .map(|_| Player {
            table: open(&first),
            acknowledged: Vec::new(),
            told: Vec::new(),
            open: None,
            commands: 0,
        })
        .collect();
    first.kill();
    let mut luck = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 1..KILLS {
        let server = Server::start(folder.path());
        luck ^= luck << 13;
        luck ^= luck >> 7;
        luck ^= luck << 17;
        let life = Duration::from_micros(3_000 + luck % 60_000);
        let address = server.address.clone();
        players = runtime.block_on(async {
            let games: Vec<_> = players
                .drain(..)
                .map(|mut player| {
                    let address = address.clone();
                    tokio::spawn(async move {
                        player.play(&address).await;
                        player
                    })
                })
                .collect();
            // The moment of death is the test's subject.
            tokio::time::sleep(life).await;
            server.kill();
            let mut back = Vec::new();
            for game in games {
                back.push(game.await.expect("a player's findings"));
            }
            back
        });
    }
    let server = Server::start(folder.path());
    for player in &mut players {
        let path = format!("/api/tables/{}/record", player.table.table);
        let (status, body) = server.http("GET", &path, "");
        assert_eq!(status, 200, "{body}");
        let record: serde_json::Value = serde_json::from_str(&body).expect("json");
        let history: Vec<String> = record["actions"]
            .as_array()
            .expect("actions")
            .iter()
            .filter_map(|a| a.as_str().map(str::to_owned))
            .collect();
        player.check(&history);
    }
    let acknowledged: usize = players.iter().map(|player| player.acknowledged.len()).sum();
    println!("{KILLS} kills, {acknowledged} acknowledged moves, none lost, none doubled");
    assert!(
        acknowledged > 400,
        "too little was played between the kills to show anything: {acknowledged}"
    );
}
