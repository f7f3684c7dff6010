//! Fuzzes the server with mutated messages over sockets and mutated requests.

use crate::{
    board::Board,
    clock::Clock,
    cluster::Cluster,
    connection::open,
    disk::Disk,
    mutate::mutate,
    recorder::{Failure, Recorder},
    requests::{JOIN, Known, OPEN, commands, requests},
    rng::Rng,
    run::{PANIC, watch_for_panics},
    script::Script,
    world::World,
};
use futures_util::{SinkExt, StreamExt};
use protocol::{Created, Joined, ToClient, ToServer};
use smart_boards::MAC_HEADER;
use std::{sync::Arc, time::Duration};
use tokio::{io::DuplexStream, time::timeout};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

type Socket = WebSocketStream<DuplexStream>;

/// Number of messages per table.
const MESSAGES_PER_TABLE: u64 = 150;
/// Timeout for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Strangers {
    /// The first failure, with the message that caused it.
    pub failure: Option<Failure>,
    /// Number of answered messages: over sockets, and over HTTP.
    pub answered: (u64, u64),
    /// Number of acknowledged socket messages.
    pub acknowledged: u64,
}

/// Sends messages drawn from a seed.
pub fn strangers(seed: u64, messages: u64) -> Strangers {
    watch_for_panics();
    let recorder = Arc::new(Recorder::default());
    let clock = Arc::new(Clock::new(seed));
    let disk = Arc::new(Disk::new(seed, clock.clone(), recorder.clone()));
    let script = Script { tables: Vec::new(), steps: Vec::new(), ..Script::draw(seed) };
    let world = World::new(Script { servers: 1, ..script }, clock, disk, recorder.clone());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let (answered, acknowledged) = runtime.block_on(async {
        world.clock.begin();
        let cluster = Cluster::start(&world, None).await;
        let mut crowd = Crowd::open(&world, &cluster, seed).await;
        crowd.send(messages).await;
        (crowd.answered, crowd.acknowledged)
    });
    drop(runtime);
    Strangers { failure: recorder.failure(), answered, acknowledged }
}

struct Crowd<'a> {
    world: &'a World,
    cluster: &'a Cluster,
    rng: Rng,
    board: Board,
    table: String,
    /// Greetings and other messages for sockets.
    hellos: Vec<String>,
    commands: Vec<String>,
    requests: Vec<Known>,
    bodies: Vec<String>,
    answered: (u64, u64),
    acknowledged: u64,
}

impl Crowd<'_> {
    async fn open<'a>(world: &'a World, cluster: &'a Cluster, seed: u64) -> Crowd<'a> {
        Crowd {
            world,
            cluster,
            rng: Rng::new(seed),
            board: Board::register(cluster).await.expect("a board"),
            table: String::new(),
            hellos: Vec::new(),
            commands: Vec::new(),
            bodies: Vec::new(),
            requests: Vec::new(),
            answered: (0, 0),
            acknowledged: 0,
        }
    }

    /// Opens a new table.
    async fn sit_down(&mut self) {
        let variant = self.rng.one_of(&["xiangqi", "undercover", "banqi"]);
        let clock = self.rng.one_of(&["none", "10"]);
        let training = self.rng.one_of(&["true", "false"]);
        let open = OPEN.replace("VARIANT", variant).replace("CLOCK", clock);
        let open = open.replace(r#""training":false"#, &format!(r#""training":{training}"#));
        let any = ("accept", "*/*");
        let (_, reply) = self.cluster.ask("POST", "/api/tables", any, open).await;
        let created: Created = serde_json::from_str(&reply).expect("a table");
        let path = format!("/api/tables/{}/join", created.table);
        let (_, reply) = self.cluster.ask("POST", &path, any, JOIN.to_owned()).await;
        let joined: Joined = serde_json::from_str(&reply).expect("a seat");
        let hello = |token: &str| format!(r#"{{"type":"hello","token":"{token}","last":0}}"#);
        self.hellos = vec![hello(&created.token), hello(&joined.token), hello("")];
        self.commands = commands(variant);
        self.requests = requests(&created);
        self.bodies = self.requests.iter().map(|known| known.body.clone()).collect();
        self.table = created.table.into_string();
    }

    async fn send(&mut self, messages: u64) {
        let mut socket = None;
        for number in 0..messages {
            if number.is_multiple_of(MESSAGES_PER_TABLE) {
                self.sit_down().await;
                socket = None;
            }
            // Changes the client.
            if self.rng.percent(10) {
                socket = None;
            }
            if self.rng.percent(30) {
                self.request().await;
            } else {
                socket = self.say(socket).await;
            }
            if let Some(what) = PANIC.take() {
                self.world.fail("nothing panics", what);
            }
            if self.world.recorder.has_failed() {
                return;
            }
        }
        let any = ("accept", "*/*");
        let (status, body) = self.cluster.ask("GET", "/healthz", any, String::new()).await;
        if status != 200 {
            self.world.fail("mutated input causes no server error", format!("{status} {body}"));
        }
    }

    /// Sends a message over a socket and waits for its answer; returns the socket if it is still
    /// open.
    async fn say(&mut self, socket: Option<Socket>) -> Option<Socket> {
        let mut socket = match socket {
            Some(socket) => socket,
            None => self.connect().await?,
        };
        let text = self.rng.below_of(&self.commands).to_owned();
        let text = match self.rng.below(10) {
            // A valid message with a new id.
            0..4 => {
                let seat = self.rng.below(2).to_string();
                text.replace('#', &format!("{:032x}", self.rng.next())).replace('&', &seat)
            }
            _ => mutate(&text, &self.commands, &mut self.rng),
        };
        let message = match self.rng.below(40) {
            0 => Message::Binary(text.clone().into_bytes().into()),
            1 => Message::Ping(text.clone().into_bytes()[..text.len().min(100)].to_vec().into()),
            _ => Message::Text(text.clone().into()),
        };
        let is_text = message.is_text();
        if socket.send(message).await.is_err() {
            return None;
        }
        // Only text messages get an answer from the server.
        if !is_text {
            return Some(socket);
        }
        match timeout(PATIENCE, self.answer(&mut socket, &text)).await {
            Ok(is_open) => {
                self.answered.0 += 1;
                is_open.then_some(socket)
            }
            Err(_) => {
                self.world.fail("every message is answered, or its socket closed", text);
                None
            }
        }
    }

    /// Opens a socket with a valid or slightly mutated greeting.
    async fn connect(&mut self) -> Option<Socket> {
        let mut socket = open(self.cluster, &self.table, 0).await?;
        let mut hello = self.rng.below_of(&self.hellos).to_owned();
        if self.rng.percent(20) {
            hello = mutate(&hello, &self.hellos, &mut self.rng);
        }
        socket.send(Message::Text(hello.clone().into())).await.ok()?;
        match timeout(PATIENCE, socket.next()).await {
            Ok(Some(Ok(Message::Text(_) | Message::Ping(_)))) => Some(socket),
            Ok(_) => None,
            Err(_) => {
                self.world.fail("every message is answered, or its socket closed", hello);
                None
            }
        }
    }

    /// Reads the answer to a message; `false` if the socket was closed.
    async fn answer(&mut self, socket: &mut Socket, asked: &str) -> bool {
        let wanted = match serde_json::from_str(asked) {
            Ok(ToServer::Do { id, .. }) => Some(id),
            _ => None,
        };
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            match serde_json::from_str(&text) {
                Ok(ToClient::Ack { id, .. }) if Some(&id) == wanted.as_ref() => {
                    self.acknowledged += 1;
                    return true;
                }
                Ok(ToClient::Refused { id, .. }) if Some(&id) == wanted.as_ref() => return true,
                Ok(ToClient::Error { .. } | ToClient::Pong) if wanted.is_none() => return true,
                Ok(
                    ToClient::Update(_)
                    | ToClient::Snapshot(_)
                    | ToClient::Stalled { .. }
                    | ToClient::Presence { .. }
                    | ToClient::Queued { .. },
                ) => {}
                Ok(answer) => {
                    let what = format!("{asked}: {answer:?}");
                    self.world.fail("an answer matches the message", what);
                }
                Err(error) => self.world.fail("messages can be parsed", format!("{error}: {text}")),
            }
        }
        false
    }

    /// Sends a mutated request, which must not cause a server error.
    async fn request(&mut self) {
        let number = self.rng.below(self.requests.len() as u64) as usize;
        let mut body = self.requests[number].body.clone();
        let mut path = self.requests[number].path.clone();
        if !self.rng.percent(15) {
            body = mutate(&body, &self.bodies, &mut self.rng);
        }
        if self.rng.percent(10) {
            path = format!("/{}", mutate(&path[1..], &self.bodies, &mut self.rng));
            path.retain(|letter| letter.is_ascii_graphic());
        }
        let Known { method, header, .. } = &self.requests[number];
        let mac;
        let header = match header.0 {
            MAC_HEADER => {
                mac = self.board.sign(&body);
                (MAC_HEADER, mac.as_str())
            }
            name => (name, header.1.as_str()),
        };
        let (status, reply) = self.cluster.ask(method, &path, header, body.clone()).await;
        self.answered.1 += 1;
        // Unknown paths belong to the pages, which may not be built.
        if status >= 500 && !reply.contains("its pages are not built") {
            let what = format!("{method} {path} {body}: {status} {reply}");
            self.world.fail("mutated input causes no server error", what);
        }
    }
}
