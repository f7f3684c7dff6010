//! The actor of a table with a store that fails on demand, in simulated time.

mod clearing;
mod leaving;
mod storing;
mod telling;

use super::{Handle, Hello, Outgoing, SeatCommand};
use crate::{
    Config, Env, Hub, RngError,
    accounts::{Person, Visitor},
    base::HubError,
};
use commit_reveal::SigningKey;
use protocol::{Command, GameId, OpenRequest, SeatPlan, TablePlan, ToClient, UnixMs};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::SeqCst},
};
use store::testing::{Fault, FaultyStore, MemoryStore, Operation};
use tokio::{
    sync::mpsc,
    time::{Duration, Instant},
};

/// Clock of the test runtime, and repeatable random numbers.
struct TestEnv {
    began: Instant,
    drawn: AtomicU64,
}

impl Env for TestEnv {
    fn now_ms(&self) -> UnixMs {
        UnixMs(1_000_000 + self.began.elapsed().as_millis() as u64)
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        let count = self.drawn.fetch_add(1, SeqCst);
        Ok(std::array::from_fn(|i| {
            (count.wrapping_mul(167) as u8).wrapping_add((i as u8).wrapping_mul(29))
        }))
    }
}

/// The operations that commit events.
const COMMITS: [Operation; 2] = [Operation::Create, Operation::Append];

/// A store that fails on demand.
type TestStore = FaultyStore<MemoryStore>;

/// Server without its network part.
struct TestHub {
    store: Arc<TestStore>,
    hub: Arc<Hub>,
}

impl TestHub {
    async fn start() -> TestHub {
        TestHub::start_on(Arc::new(TestStore::default())).await
    }

    async fn start_on(store: Arc<TestStore>) -> TestHub {
        let env = Arc::new(TestEnv { began: Instant::now(), drawn: AtomicU64::new(0) });
        let key = SigningKey::from_bytes([5; 32]);
        let config = Config { env, ..Config::system(Vec::new(), String::new(), key) };
        let hub = Hub::start(config, store.clone()).await.expect("a hub");
        TestHub { store, hub }
    }

    /// Nothing can be stored from now on, if so.
    fn fail(&self, fails: bool) {
        if fails {
            self.store.faults().start(Fault::Fails, &Operation::GAME_WRITES);
        } else {
            self.store.faults().stop(Fault::Fails);
        }
    }

    /// Commits hang from now on, if so; otherwise those that hang are continued.
    fn hang(&self, hangs: bool) {
        if hangs {
            self.store.faults().start(Fault::Hangs, &COMMITS);
        } else {
            self.store.faults().stop(Fault::Hangs);
        }
    }

    /// Number of appends that were tried.
    fn appends(&self) -> usize {
        self.store.faults().calls(&COMMITS)
    }

    /// Starts a game between two connected players.
    async fn game(&self, clock: &str) -> (GameId, Page, Page) {
        let created = self
            .hub
            .tables
            .open(open(plan("xiangqi", clock)), Visitor::default())
            .await
            .expect("a table");
        let table = self.hub.tables.load(&created.table).await.expect("an actor");
        let joined =
            self.hub.tables.join(&table, "Guest".into(), None, None).await.expect("a seat");
        let red = Page::attach(&table, &created.token, 0).await;
        let black = Page::attach(&table, &joined.token, 0).await;
        (created.table, red, black)
    }
}

fn plan(variant: &str, clock: &str) -> TablePlan {
    TablePlan {
        variant: variant.into(),
        options: String::new(),
        clock: clock.into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Open],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

fn open(plan: TablePlan) -> OpenRequest {
    OpenRequest { plan, name: "Hanna".into() }
}

/// Viewer without a socket.
struct Page {
    table: Handle,
    token: String,
    viewer: u64,
    inbox: mpsc::Receiver<Outgoing>,
    n: u64,
    commands: u128,
}

impl Page {
    async fn attach(table: &Handle, token: &str, last: u64) -> Page {
        let (outbox, inbox) = mpsc::channel(crate::limits::WAITING_MESSAGES);
        let (token_text, maker) = (token.into(), Person::Own);
        let hello = Hello { token: token_text, last, seat: None, address: None, maker };
        let viewer = table.attach(hello, outbox).await.expect("let in").viewer;
        Page { table: table.clone(), token: token.to_owned(), viewer, inbox, n: last, commands: 0 }
    }

    fn say(&self, id: &str, seat: u8, command: Command) -> Result<(), HubError> {
        let (viewer, expect, id) = (self.viewer, self.n, id.to_owned());
        let (permit, span) = (None, tracing::Span::none());
        self.table.command(SeatCommand {
            viewer,
            id,
            expect,
            seat,
            command,
            lag_ms: 0,
            permit,
            span,
        })
    }

    /// Sends a command and returns its id.
    fn act(&mut self, seat: u8, action: &str) -> String {
        self.commands += 1;
        let id = format!("{:032x}", (u128::from(self.viewer) << 64) + self.commands);
        self.say(&id, seat, Command::Act { action: action.into() }).expect("room in the queue");
        id
    }

    /// Next message; `None` when the socket is to be closed.
    async fn next(&mut self) -> Option<ToClient> {
        let wait = tokio::time::timeout(Duration::from_secs(3_600), self.inbox.recv());
        let text = wait.await.expect("a message within the hour")?.into_text();
        let message: ToClient = serde_json::from_str(&text).expect("a message");
        match &message {
            ToClient::Update(update) => self.n = update.n,
            ToClient::Snapshot(snapshot) => self.n = snapshot.n,
            _ => {}
        }
        Some(message)
    }

    /// Reads until a message matches.
    async fn until<T>(&mut self, mut read: impl FnMut(&ToClient) -> Option<T>) -> T {
        loop {
            let message = self.next().await.expect("an open socket");
            if let Some(found) = read(&message) {
                return found;
            }
        }
    }

    /// Answer to a command: success, or the code of its refusal.
    async fn answer(&mut self, wanted: &str) -> Result<(), String> {
        self.until(|message| match message {
            ToClient::Ack { id, .. } if id == wanted => Some(Ok(())),
            ToClient::Refused { id, code, .. } if id == wanted => Some(Err(code.clone())),
            _ => None,
        })
        .await
    }

    async fn plays(&mut self, seat: u8, action: &str) -> Result<(), String> {
        let id = self.act(seat, action);
        self.answer(&id).await
    }
}
