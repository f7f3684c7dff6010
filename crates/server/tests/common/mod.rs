//! Server on loopback with simulated time and repeatable random numbers, and a client for its
//! sockets.
//!
//! Each test uses a part of this module.
#![allow(dead_code)]

pub(crate) mod mailbox;
pub(crate) mod mosquitto;

use broker::Broker;
use commit_reveal::SigningKey;
use futures_util::{SinkExt, StreamExt};
use protocol::{
    Command, Created, FromChat, JoinRequest, Joined, OpenRequest, SeatPlan, TablePlan, ToClient,
    ToServer, UnixMs,
};
use server::{Config, Env, Hub, RngError};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use store::{SqliteStore, Store};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderName},
};

/// Clock set by the test, and repeatable random numbers.
pub(crate) struct TestEnv {
    pub(crate) now: AtomicU64,
    /// How far the wall clock is ahead of the monotonic clock.
    pub(crate) wall_ahead: AtomicU64,
    drawn: AtomicU64,
    /// Whether random numbers are unavailable.
    pub(crate) is_empty: AtomicBool,
    /// Whether a jump of the time means that the process was stopped.
    pub(crate) stops: AtomicBool,
    /// Number of times that the server has asked whether it does.
    pub(crate) stop_questions: AtomicU64,
}

impl TestEnv {
    pub(crate) fn new() -> Arc<TestEnv> {
        Arc::new(TestEnv {
            now: AtomicU64::new(1_000_000),
            wall_ahead: AtomicU64::new(0),
            drawn: AtomicU64::new(0),
            is_empty: AtomicBool::new(false),
            stops: AtomicBool::new(false),
            stop_questions: AtomicU64::new(0),
        })
    }
}

impl Env for TestEnv {
    fn now_ms(&self) -> UnixMs {
        UnixMs(self.now.load(Ordering::SeqCst).wrapping_add(self.wall_ahead.load(Ordering::SeqCst)))
    }

    fn steady_ms(&self) -> u64 {
        self.now.load(Ordering::SeqCst)
    }

    fn notices_stops(&self) -> bool {
        self.stop_questions.fetch_add(1, Ordering::SeqCst);
        self.stops.load(Ordering::SeqCst)
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        let count = self.drawn.fetch_add(1, Ordering::SeqCst);
        if self.is_empty.load(Ordering::SeqCst) {
            return Err(RngError("there is none".into()));
        }
        // The second term makes ids of 32 characters differ.
        let step = 29 + (count / 32) as u8;
        Ok(std::array::from_fn(|i| {
            (count.wrapping_mul(167) as u8).wrapping_add((i as u8).wrapping_mul(step))
        }))
    }
}

/// Timeout for one answer of a server, which also suffices on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Waits for an answer of a server, and panics if it does not come. Pings and other messages do not
/// prolong the wait.
pub(crate) async fn in_time<T>(wanted: &str, answer: impl Future<Output = T>) -> T {
    let Ok(answer) = tokio::time::timeout(PATIENCE, answer).await else {
        panic!("{wanted}: did not come within {} s", PATIENCE.as_secs());
    };
    answer
}

/// Password of all test accounts.
pub(crate) const PASSWORD: &str = "a shared password";
/// Plan of a table for a host and guests.
pub(crate) fn plan(variant: &str, options: &str, clock: &str) -> TablePlan {
    let mut seats = vec![SeatPlan::Open; if variant == "sifang" { 4 } else { 2 }];
    seats[0] = SeatPlan::Host;
    TablePlan {
        variant: variant.into(),
        options: options.into(),
        clock: clock.into(),
        setup_seconds: 0,
        seats,
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

/// Ten plies of xiangqi after which only pawns have moved.
pub(crate) const PAWNS: [&str; 10] =
    ["a3a4", "a6a5", "c3c4", "c6c5", "e3e4", "e6e5", "g3g4", "g6g5", "i3i4", "i6i5"];

/// The arbiter's key.
pub(crate) const ARBITER: &str = "the arbiter of the test";

pub(crate) struct TestServer {
    pub(crate) address: String,
    pub(crate) hub: Arc<Hub>,
    task: tokio::task::JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn start(folder: &Path, env: Arc<TestEnv>) -> TestServer {
        TestServer::start_with(folder, env, None).await
    }

    pub(crate) async fn start_with(
        folder: &Path,
        env: Arc<TestEnv>,
        broker: Option<Broker>,
    ) -> TestServer {
        let store = SqliteStore::open(&folder.join("chuhe.db")).await.expect("a store");
        TestServer::start_on(Arc::new(store), env, broker).await
    }

    pub(crate) async fn start_on(
        store: Arc<dyn Store>,
        env: Arc<TestEnv>,
        broker: Option<Broker>,
    ) -> TestServer {
        let config = Config {
            env,
            broker,
            ..Config::system(Vec::new(), ARBITER.into(), SigningKey::from_bytes([5; 32]))
        };
        TestServer::start_as(store, config).await
    }

    /// Starts a server that trusts a proxy on this machine.
    pub(crate) async fn start_behind_proxy(folder: &Path, env: Arc<TestEnv>) -> TestServer {
        let store = SqliteStore::open(&folder.join("chuhe.db")).await.expect("a store");
        let trusted_proxies = vec![server::network("127.0.0.1").expect("an address")];
        let config = Config::system(Vec::new(), ARBITER.into(), SigningKey::from_bytes([5; 32]));
        TestServer::start_as(Arc::new(store), Config { env, trusted_proxies, ..config }).await
    }

    pub(crate) async fn start_as(store: Arc<dyn Store>, config: Config) -> TestServer {
        let hub = Hub::start(config, store).await.expect("a hub");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let serving = server::serve(listener, hub.clone(), std::future::pending());
        let task = tokio::spawn(serving);
        TestServer { address, hub, task }
    }

    /// Sends a request with a body. Returns status and body.
    pub(crate) async fn http(
        &self,
        method: &str,
        path: &str,
        body: &str,
        extra: &str,
    ) -> (u16, String) {
        let reply = self.exchange(method, path, body, extra).await;
        let status = reply.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let body =
            reply.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        (status, body)
    }

    /// Sends a request. Returns the whole response with headers.
    pub(crate) async fn exchange(
        &self,
        method: &str,
        path: &str,
        body: &str,
        extra: &str,
    ) -> String {
        let mut stream = TcpStream::connect(&self.address).await.expect("a connection");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{extra}content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("written");
        let mut reply = String::new();
        let read = stream.read_to_string(&mut reply);
        in_time(&format!("reply to {method} {path}"), read).await.expect("a reply");
        reply
    }

    /// Sends a request with this head. Returns the response.
    pub(crate) async fn raw(&self, head: &str) -> String {
        self.raw_with(head, "").await
    }

    /// Sends head and body; writing and reading run concurrently.
    pub(crate) async fn raw_with(&self, head: &str, body: &str) -> String {
        let stream = TcpStream::connect(&self.address).await.expect("a connection");
        let request = format!("{head}connection: close\r\n\r\n{body}");
        let (mut reader, mut writer) = stream.into_split();
        let mut reply = Vec::new();
        let exchange = async {
            tokio::join!(writer.write_all(request.as_bytes()), reader.read_to_end(&mut reply))
        };
        let (written, read) = in_time("reply to a raw request", exchange).await;
        written.expect("written");
        read.expect("a reply");
        // The frames of a socket are no text.
        String::from_utf8_lossy(&reply).into_owned()
    }

    /// `GET` that must succeed.
    pub(crate) async fn get(&self, path: &str) -> String {
        let (status, body) = self.http("GET", path, "", "").await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Registers an account. Returns the headers that its browser then sends.
    pub(crate) async fn register(&self, name: &str) -> String {
        let body = format!(r#"{{"name":"{name}","password":"{PASSWORD}"}}"#);
        let reply = self.exchange("POST", "/api/account", &body, "").await;
        self.cookie(&reply).unwrap_or_else(|| panic!("{name}: {reply}"))
    }

    /// Headers that a browser sends after a response with a cookie.
    pub(crate) fn cookie(&self, reply: &str) -> Option<String> {
        let set = reply.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
        let (cookie, _) = set.split_once(';')?;
        Some(format!("cookie: {cookie}\r\norigin: http://{}\r\n", self.address))
    }

    pub(crate) async fn open(&self, plan: TablePlan) -> Created {
        self.open_as(plan, "").await
    }

    /// Opens a table with these headers.
    pub(crate) async fn open_as(&self, plan: TablePlan, headers: &str) -> Created {
        let request = OpenRequest { plan, name: "Hanna".into() };
        let body = serde_json::to_string(&request).expect("json");
        let (status, reply) = self.http("POST", "/api/tables", &body, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str(&reply).expect("created")
    }

    pub(crate) async fn join(&self, table: &str) -> Joined {
        self.join_as(table, "").await
    }

    /// Joins a table with these headers.
    pub(crate) async fn join_as(&self, table: &str, headers: &str) -> Joined {
        let request = JoinRequest { name: "Guest".into(), seat: None };
        let body = serde_json::to_string(&request).expect("json");
        let (status, reply) =
            self.http("POST", &format!("/api/tables/{table}/join"), &body, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str(&reply).expect("joined")
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Viewer's socket, with all received texts.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) texts: Vec<String>,
    pub(crate) n: u64,
    commands: u64,
}

impl Client {
    pub(crate) async fn connect(address: &str, table: &str, token: &str, last: u64) -> Client {
        Client::connect_from(None, address, table, token, last).await
    }

    /// Connects through a proxy that reports this client.
    pub(crate) async fn connect_from(
        visitor: Option<&str>,
        address: &str,
        table: &str,
        token: &str,
        last: u64,
    ) -> Client {
        let header =
            visitor.map_or_else(String::new, |visitor| format!("x-forwarded-for: {visitor}"));
        Client::connect_with(&header, address, table, token, last).await
    }

    /// With these header lines.
    pub(crate) async fn connect_with(
        headers: &str,
        address: &str,
        table: &str,
        token: &str,
        last: u64,
    ) -> Client {
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let mut request = url.into_client_request().expect("an address");
        for (name, value) in headers.lines().filter_map(|line| line.split_once(": ")) {
            let name: HeaderName = name.parse().expect("a header's name");
            request.headers_mut().insert(name, value.parse().expect("a header's value"));
        }
        let connecting = tokio_tungstenite::connect_async(request);
        let (socket, _) = in_time("open socket", connecting).await.expect("a socket");
        let mut client = Client { socket, texts: Vec::new(), n: last, commands: 0 };
        client.send(&ToServer::Hello { token: token.into(), last, seat: None }).await;
        client
    }

    /// Sends this first message to a table, which refuses it. Returns the code of the error, and the
    /// code and the reason of the close frame.
    pub(crate) async fn refused(address: &str, table: &str, first: &str) -> (String, u16, String) {
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let connecting = tokio_tungstenite::connect_async(url);
        let (mut socket, _) = in_time("open socket", connecting).await.expect("a socket");
        socket.send(Message::Text(first.into())).await.expect("sent");
        let mut refusal = String::new();
        let closing = async {
            loop {
                match socket.next().await.expect("an open socket") {
                    Ok(Message::Text(text)) => match serde_json::from_str(&text) {
                        Ok(ToClient::Error { code, .. }) => refusal = code,
                        other => panic!("{first}: {other:?}"),
                    },
                    Ok(Message::Close(Some(frame))) => break frame,
                    Ok(_) => {}
                    Err(error) => panic!("{first}: {error}"),
                }
            }
        };
        let frame = in_time(&format!("close frame after {first}"), closing).await;
        (refusal, frame.code.into(), frame.reason.to_string())
    }

    pub(crate) async fn send(&mut self, message: &ToServer) {
        let text = serde_json::to_string(message).expect("json");
        self.socket.send(Message::Text(text.into())).await.expect("sent");
    }

    /// Flushes pending pongs: the library sends them with the next message.
    pub(crate) async fn pong(&mut self) {
        self.send(&ToServer::Ping).await;
        let pong = async {
            while !matches!(self.next().await.expect("an open socket"), ToClient::Pong) {}
        };
        in_time("pong", pong).await;
    }

    /// Next message; `None` when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<ToClient> {
        in_time("message of the table", self.read_message()).await
    }

    async fn read_message(&mut self) -> Option<ToClient> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => {
                    self.texts.push(text.to_string());
                    if text.starts_with(FromChat::START) {
                        continue;
                    }
                    let message: ToClient = serde_json::from_str(&text).expect("a message");
                    match &message {
                        ToClient::Update(told) => self.n = told.n,
                        ToClient::Snapshot(snapshot) => self.n = snapshot.n,
                        // Presence is irrelevant here.
                        ToClient::Presence { .. } => continue,
                        _ => {}
                    }
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Next message of the chat.
    pub(crate) async fn next_chat(&mut self) -> FromChat {
        in_time("message of the chat", self.read_chat()).await
    }

    async fn read_chat(&mut self) -> FromChat {
        loop {
            let message = self.socket.next().await.expect("an open socket");
            let Ok(Message::Text(text)) = message else { continue };
            self.texts.push(text.to_string());
            if text.starts_with(FromChat::START) {
                return serde_json::from_str(&text).expect("a message of the chat");
            }
            match serde_json::from_str(&text) {
                Ok(ToClient::Update(told)) => self.n = told.n,
                Ok(ToClient::Snapshot(snapshot)) => self.n = snapshot.n,
                _ => {}
            }
        }
    }

    /// Sends a command and waits for its answer. Returns the id and the answer.
    pub(crate) async fn act(&mut self, seat: u8, command: Command) -> (String, ToClient) {
        self.commands += 1;
        let id = format!("{:032x}", u128::from(self.commands) << 64 | u128::from(seat));
        let answer = self.act_as(&id, seat, command).await;
        (id, answer)
    }

    pub(crate) async fn act_as(&mut self, id: &str, seat: u8, command: Command) -> ToClient {
        let message = ToServer::Do { id: id.into(), expect: self.n, seat, command };
        self.send(&message).await;
        self.answer(id).await
    }

    pub(crate) async fn answer(&mut self, wanted: &str) -> ToClient {
        let answer = async {
            loop {
                let message = self.next().await.expect("an open socket");
                match &message {
                    ToClient::Ack { id, .. } | ToClient::Refused { id, .. } if id == wanted => {
                        break message;
                    }
                    _ => {}
                }
            }
        };
        in_time(&format!("answer to the command {wanted}"), answer).await
    }

    /// Reads until these seats are present.
    pub(crate) async fn until_here(&mut self, wanted: &[u8]) -> Vec<u8> {
        let presence = async {
            loop {
                let message = self.socket.next().await.expect("an open socket");
                let Ok(Message::Text(text)) = message else { continue };
                self.texts.push(text.to_string());
                if let Ok(ToClient::Presence { here, .. }) = serde_json::from_str(&text)
                    && here == wanted
                {
                    break here;
                }
            }
        };
        in_time(&format!("presence of the seats {wanted:?}"), presence).await
    }

    /// Reads until event `n`.
    pub(crate) async fn until(&mut self, n: u64) {
        let event = async {
            while self.n < n {
                self.next().await.expect("an open socket");
            }
        };
        in_time(&format!("event {n}"), event).await;
    }

    /// Sends a command that must succeed. It is repeated if a busy disk delayed it until the clocks
    /// were paused.
    pub(crate) async fn does(&mut self, seat: u8, command: Command) {
        // Bounds a hang.
        for _ in 0..600 {
            match self.act(seat, command.clone()).await.1 {
                ToClient::Ack { .. } => return,
                ToClient::Refused { code, .. } if code == "not-stored" => {}
                answer => panic!("{command:?}: {answer:?}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{command:?} is never stored");
    }

    pub(crate) async fn play(&mut self, seat: u8, action: &str) {
        self.does(seat, Command::Act { action: action.into() }).await;
    }
}

/// Commits and sends the salts of these seats, as pages do, and waits until all clients have them.
pub(crate) async fn give_salts(people: &mut [(u8, &mut Client)]) {
    let salt = |seat: u8| commit_reveal::Salt::new([seat + 1; 16]);
    for (seat, client) in &mut *people {
        let commitment = salt(*seat).commitment().to_string();
        let (_, answer) = client.act(*seat, Command::CommitSalt { commitment }).await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    }
    let mut n = 0;
    for (seat, client) in &mut *people {
        let salt = salt(*seat).to_string();
        let (_, answer) = client.act(*seat, Command::RevealSalt { salt }).await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
        n = client.n;
    }
    for (_, client) in people {
        client.until(n).await;
    }
}
