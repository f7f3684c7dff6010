//! A smart board behind its bridge: what it tells until it is acknowledged.

use crate::{
    house::{ARBITER, House},
    world::World,
};
use boardlink::{Body, Event, ToBoard, ToHost};
use protocol::RegisteredEboard;
use smart_boards::{Key, MAC_HEADER, Post, Reply};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::timeout;

pub(crate) const BOARD: &str = "0000000000000000000000a1";
const GAME: u32 = 1;
/// The store's name of its game.
const LOG: &str = "board:0000000000000000000000a1:0000000001";
/// So soon a bridge hangs up that does not wait.
const HANGS_UP: Duration = Duration::from_millis(2);

/// The board, over all lives.
pub(crate) struct Board {
    key: Key,
    memory: Mutex<Memory>,
}

struct Memory {
    /// How many events have happened.
    happened: u32,
    /// How many of them are acknowledged.
    acknowledged: u32,
    /// The number of the last post.
    posts: u64,
}

impl Board {
    /// Lets the board in.
    pub(crate) async fn register(house: &House) -> Result<Board, String> {
        let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
        let bearer = format!("Bearer {ARBITER}");
        let (_, reply) = house.ask("POST", "/api/boards", ("authorization", &bearer), body).await;
        let registered: RegisteredEboard =
            serde_json::from_str(&reply).map_err(|error| format!("{error}: {reply}"))?;
        let key = registered.key.parse().map_err(|_| format!("no key: {reply}"))?;
        let memory = Memory { happened: 0, acknowledged: 0, posts: 0 };
        Ok(Board { key, memory: Mutex::new(memory) })
    }

    /// Signs a message as the board's.
    pub(crate) fn sign(&self, body: &str) -> String {
        self.key.sign(BOARD, body.as_bytes())
    }

    /// So many more events happen.
    pub(crate) fn happens(&self, events: u32) {
        self.memory().happened += events;
    }

    /// Tells the server what it has not acknowledged.
    pub(crate) async fn tell(
        self: Arc<Board>,
        world: Arc<World>,
        house: Arc<House>,
        hangs_up: bool,
    ) {
        let body = self.post();
        let mac = self.sign(&body);
        let path = format!("/api/boards/{BOARD}/messages");
        let asked = house.ask("POST", &path, (MAC_HEADER, &mac), body);
        let (status, reply) = if hangs_up {
            let Ok(answered) = timeout(HANGS_UP, asked).await else { return };
            answered
        } else {
            asked.await
        };
        world.note("board", &format!("{status} {reply}"));
        if status == 200 {
            self.answered(&world, &reply);
        }
    }

    /// Whether everything is acknowledged.
    pub(crate) fn is_done(&self) -> bool {
        let memory = self.memory();
        memory.acknowledged == memory.happened
    }

    /// What stands in the log is what happened, once and in order.
    pub(crate) fn check(&self, world: &World) {
        let memory = self.memory();
        let log = world.disk.load(LOG).unwrap_or_default();
        let events: Vec<Event> =
            log.iter().filter_map(|logged| serde_json::from_str(&logged.public).ok()).collect();
        let expected: Vec<Event> = (0..log.len() as u32).map(event).collect();
        if events != expected && !world.disk.is_cheated(LOG) {
            world.fail("a board's events stand once and in order", format!("{events:?}"));
        }
        if (log.len() as u32) < memory.acknowledged && !world.disk.is_cheated(LOG) {
            let what = format!("{} of {}", log.len(), memory.acknowledged);
            world.fail("what a board may forget is stored", what);
        }
    }

    fn post(&self) -> String {
        let mut memory = self.memory();
        memory.posts += 1;
        let events = (memory.acknowledged..memory.happened).map(event).map(ToHost::Event);
        let post = Post { n: memory.posts, messages: events.collect() };
        serde_json::to_string(&post).unwrap_or_default()
    }

    fn answered(&self, world: &World, reply: &str) {
        let Ok(Reply { answers }) = serde_json::from_str(reply) else {
            return world.fail("messages can be read", reply);
        };
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
