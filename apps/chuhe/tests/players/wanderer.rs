//! Players and spectators that change the server when it does not answer, as pages behind a load
//! balancer do.

use super::{COMES_AGAIN, DANCE, Server, open, try_open};
use futures_util::{SinkExt, StreamExt};
use protocol::{Command, Created, Snapshot, ToClient, ToServer, UpdateEvent};
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

/// Clients change the server after this time without a message; servers ping more often.
const SILENCE: Duration = Duration::from_secs(3);

/// Shared state of all clients: server addresses, number of acknowledged moves, end of the test.
#[derive(Default)]
pub struct World {
    addresses: Mutex<Vec<String>>,
    pub acknowledged: AtomicU64,
    pub is_over: AtomicBool,
}

impl World {
    /// Replaces the server addresses.
    pub fn set(&self, addresses: Vec<String>) {
        *self.addresses.lock().unwrap_or_else(PoisonError::into_inner) = addresses;
    }

    fn address(&self, turn: usize) -> String {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses[turn % addresses.len()].clone()
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }
}

/// Connection to one server.
struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    /// Connects and sends the last known event, as a page does; the server sends a snapshot or the
    /// rest. Returns `None` if the server does not answer or is behind the client.
    async fn open(address: &str, table: &str, token: &str, told: &mut Told) -> Option<Line> {
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let opening = tokio::time::timeout(SILENCE, tokio_tungstenite::connect_async(&url));
        let mut line = Line(opening.await.ok()?.ok()?.0);
        let hello = ToServer::Hello { token: token.to_owned(), last: told.n, seat: None };
        line.say(&hello).await?;
        told.take(&line.hear().await?);
        Some(line)
    }

    async fn say(&mut self, message: &ToServer) -> Option<()> {
        let text = serde_json::to_string(message).expect("json");
        self.0.send(Message::Text(text.into())).await.ok()
    }

    /// Next message; `None` if the connection is closed or silent.
    async fn hear(&mut self) -> Option<ToClient> {
        loop {
            match tokio::time::timeout(SILENCE, self.0.next()).await.ok()?? {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("a message"));
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
    }
}

/// What a client has received of a game, over all connections.
#[derive(Default)]
struct Told {
    n: u64,
    actions: Vec<String>,
}

impl Told {
    /// Starts again from a snapshot, which must contain everything received before.
    fn begin(&mut self, snapshot: &Snapshot) {
        let shown: Vec<String> = snapshot.history.iter().map(|entry| entry.done.clone()).collect();
        assert!(shown.starts_with(&self.actions), "told {:?}, then shown {shown:?}", self.actions);
        assert!(snapshot.n >= self.n, "told {}, then shown {}", self.n, snapshot.n);
        *self = Told { n: snapshot.n, actions: shown };
    }

    fn take(&mut self, message: &ToClient) {
        let update = match message {
            ToClient::Snapshot(snapshot) => return self.begin(snapshot),
            ToClient::Update(update) => update,
            _ => return,
        };
        assert_eq!(update.n, self.n + 1, "no gap in the sequence");
        self.n = update.n;
        if let UpdateEvent::Acted(entry) = &update.event {
            self.actions.push(entry.done.clone());
        }
    }
}

/// Player at a table.
pub struct Wanderer {
    pub table: Created,
    turn: usize,
    told: Told,
    acknowledged: Vec<String>,
    /// Unanswered command: its id and action.
    open: Option<(String, String)>,
    /// Whether the game has reached its maximum length.
    is_full: bool,
    /// Earlier games: their tables and acknowledged actions.
    past: Vec<(String, Vec<String>)>,
}

impl Wanderer {
    /// Opens a table. `turn` chooses the first server.
    pub fn sit_down(server: &Server, turn: usize) -> Wanderer {
        let table = open(server);
        Wanderer::at(table, turn)
    }

    fn at(table: Created, turn: usize) -> Wanderer {
        let (told, acknowledged, past) = (Told::default(), Vec::new(), Vec::new());
        Wanderer { table, turn, told, acknowledged, open: None, is_full: false, past }
    }

    /// Continues at a new table, if the server opens one.
    fn sit_down_again(&mut self, address: &str) {
        let Some(table) = tokio::task::block_in_place(|| try_open(address)) else { return };
        let next = Wanderer::at(table, self.turn);
        let Wanderer { table, acknowledged, mut past, .. } = std::mem::replace(self, next);
        past.push((table.table.into_string(), acknowledged));
        self.past = past;
    }

    /// Plays until the test ends.
    pub async fn play(mut self, world: Arc<World>) -> Wanderer {
        while !world.is_over() {
            let address = world.address(self.turn);
            if self.is_full {
                self.sit_down_again(&address);
            }
            let Created { table, token, .. } = &self.table;
            if let Some(line) = Line::open(&address, table, token, &mut self.told).await {
                self.check(&self.told.actions);
                self.talk(line, &world).await;
            }
            self.turn += 1;
            tokio::time::sleep(COMES_AGAIN).await;
        }
        self
    }

    async fn talk(&mut self, mut line: Line, world: &World) -> Option<()> {
        while !world.is_over() {
            let step = self.told.actions.len() % DANCE.len();
            let count = self.acknowledged.len();
            let (id, action) = self
                .open
                .get_or_insert_with(|| (format!("{:032x}", count + 1), DANCE[step].to_owned()))
                .clone();
            // A repeated command belongs to the side that moved then.
            let seat = DANCE.iter().position(|step| *step == action).unwrap_or(0) % 2;
            let (expect, command) = (self.told.n, Command::Act { action: action.clone() });
            let message = ToServer::Do { id: id.clone(), expect, seat: seat as u8, command };
            line.say(&message).await?;
            loop {
                match line.hear().await? {
                    ToClient::Ack { id: done, .. } if done == id => {
                        self.acknowledged.push(action);
                        self.open = None;
                        world.acknowledged.fetch_add(1, Ordering::SeqCst);
                        break;
                    }
                    ToClient::Refused { id: refused, code, .. }
                        if refused == id && code == "game-over" =>
                    {
                        self.is_full = true;
                        return None;
                    }
                    // The command was not stored; it is sent again with the same id.
                    ToClient::Refused { id: refused, code, .. } if refused == id => {
                        assert!(["not-stored", "stale"].contains(&&*code), "{code}");
                        tokio::time::sleep(COMES_AGAIN).await;
                        break;
                    }
                    message => self.told.take(&message),
                }
            }
        }
        Some(())
    }

    /// Compares a server's record with the acknowledged and received actions.
    pub fn look_back(&self, server: &Server) -> Vec<String> {
        for (table, acknowledged) in &self.past {
            assert_eq!(&record(server, table), acknowledged, "{table}");
        }
        let history = record(server, &self.table.table);
        self.check(&history);
        history
    }

    /// Checks a log: acknowledged actions are in it once, received actions are its start, and at
    /// most the one open command is added.
    fn check(&self, history: &[String]) {
        assert!(history.starts_with(&self.told.actions), "told what is not so");
        assert!(history.len() >= self.acknowledged.len(), "acknowledged moves are lost");
        assert!(history.len() <= self.acknowledged.len() + 1, "a move happened twice");
        assert_eq!(&history[..self.acknowledged.len()], &self.acknowledged[..]);
    }
}

/// Actions of a game's record. A server discovers dropped database connections one by one and
/// answers 503 until then.
pub fn record(server: &Server, table: &str) -> Vec<String> {
    let ask = || server.http("GET", &format!("/api/tables/{table}/record"), "");
    let mut reply = ask();
    // Bounds a hang.
    for _ in 0..120 {
        if reply.0 != 503 {
            break;
        }
        std::thread::sleep(Duration::from_millis(500));
        reply = ask();
    }
    let (status, body) = reply;
    assert_eq!(status, 200, "{body}");
    let record: serde_json::Value = serde_json::from_str(&body).expect("json");
    let actions = record["actions"].as_array().expect("actions");
    actions.iter().filter_map(|action| action.as_str().map(str::to_owned)).collect()
}

/// Watches a table until the test ends. Returns the received actions.
pub async fn watch(world: Arc<World>, table: String, mut turn: usize) -> (String, Vec<String>) {
    let mut told = Told::default();
    while !world.is_over() {
        if let Some(mut line) = Line::open(&world.address(turn), &table, "", &mut told).await {
            while !world.is_over()
                && let Some(message) = line.hear().await
            {
                told.take(&message);
            }
        }
        turn += 1;
        tokio::time::sleep(COMES_AGAIN).await;
    }
    (table, told.actions)
}
