//! A smart board behind its bridge: it repeats its events until they are acknowledged.

use crate::{
    cluster::{ARBITER, Cluster},
    world::World,
};
use boardlink::{Body, Event, ToBoard, ToHost};
use protocol::RegisteredSmartBoard;
use smart_boards::{Answer, Key, LogEntry, MAC_HEADER, Post};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::timeout;

pub(crate) const BOARD: &str = "0000000000000000000000a1";
const GAME: u32 = 1;
/// Id of its game in the store.
const LOG: &str = "board:0000000000000000000000a1:0000000001";
/// Time after which an impatient bridge disconnects.
const DISCONNECT_AFTER: Duration = Duration::from_millis(2);

/// The board, which survives crashes of the server.
pub(crate) struct Board {
    key: Key,
    memory: Mutex<Memory>,
}

struct Memory {
    /// Number of events so far.
    happened: u32,
    /// Number of acknowledged events.
    acknowledged: u32,
    /// Number of the last post.
    posts: u64,
    /// The nonce for the next post.
    nonce: Option<u64>,
}

impl Board {
    /// Registers the board.
    pub(crate) async fn register(cluster: &Cluster) -> Result<Board, String> {
        let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
        let bearer = format!("Bearer {ARBITER}");
        let (_, reply) = cluster.ask("POST", "/api/boards", ("authorization", &bearer), body).await;
        let registered: RegisteredSmartBoard =
            serde_json::from_str(&reply).map_err(|error| format!("{error}: {reply}"))?;
        let key = registered.key.parse().map_err(|_| format!("no key: {reply}"))?;
        let memory = Memory { happened: 0, acknowledged: 0, posts: 0, nonce: None };
        Ok(Board { key, memory: Mutex::new(memory) })
    }

    /// Signs a message with the board's key.
    pub(crate) fn sign(&self, body: &str) -> String {
        self.key.sign(BOARD, body.as_bytes())
    }

    /// Adds events.
    pub(crate) fn happens(&self, events: u32) {
        self.memory().happened += events;
    }

    /// Posts the unacknowledged events.
    pub(crate) async fn tell(
        self: Arc<Board>,
        world: Arc<World>,
        cluster: Arc<Cluster>,
        hangs_up: bool,
    ) {
        let body = self.post();
        let mac = self.sign(&body);
        let path = format!("/api/boards/{BOARD}/messages");
        let asked = cluster.ask("POST", &path, (MAC_HEADER, &mac), body);
        let (status, reply) = if hangs_up {
            let Ok(answered) = timeout(DISCONNECT_AFTER, asked).await else { return };
            answered
        } else {
            asked.await
        };
        world.note("board", &format!("{status} {reply}"));
        if status == 200 {
            self.answered(&world, &reply);
        }
    }

    /// Whether all events are acknowledged.
    pub(crate) fn is_done(&self) -> bool {
        let memory = self.memory();
        memory.acknowledged == memory.happened
    }

    /// Checks that the log contains the events once and in order.
    pub(crate) fn check(&self, world: &World) {
        let memory = self.memory();
        let log = world.disk.store.log(&LOG.into());
        let entries = log.iter().filter_map(|logged| serde_json::from_str(&logged.public).ok());
        let events: Vec<Event> = entries
            .filter_map(|entry| match entry {
                LogEntry::Event(event) => Some(event),
                LogEntry::Lost { .. } | LogEntry::Note { .. } => None,
            })
            .collect();
        let expected: Vec<Event> = (0..events.len() as u32).map(event).collect();
        if events != expected && !world.disk.has_lied(LOG) {
            world.fail("a board's events are logged once and in order", format!("{events:?}"));
        }
        if (events.len() as u32) < memory.acknowledged && !world.disk.has_lied(LOG) {
            let what = format!("{} of {}", events.len(), memory.acknowledged);
            world.fail("acknowledged board events are stored", what);
        }
    }

    fn post(&self) -> String {
        let mut memory = self.memory();
        memory.posts += 1;
        let events = (memory.acknowledged..memory.happened).map(event).map(ToHost::Event);
        let (n, nonce) = (memory.posts, memory.nonce);
        let post = Post { n, nonce, messages: events.collect() };
        serde_json::to_string(&post).unwrap_or_default()
    }

    fn answered(&self, world: &World, reply: &str) {
        let Ok(Answer { nonce, answers, .. }) = serde_json::from_str(reply) else {
            return world.fail("messages can be parsed", reply);
        };
        self.memory().nonce = nonce;
        for answer in answers {
            if let ToBoard::Ack { game: GAME, next } = answer {
                let mut memory = self.memory();
                memory.acknowledged = memory.acknowledged.max(next.min(memory.happened));
            }
        }
        self.check(world);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn event(seq: u32) -> Event {
    let body = if seq == 0 { Body::Setup { settings: Default::default() } } else { Body::Restored };
    Event { game: GAME, seq, at_ms: 0, body }
}
