//! Hosts who are moved to each other's tables, by one server or by several on one store.

use super::profile::Profile;
use crate::{
    Config, Env, Hub, RngError,
    accounts::{Person, Visitor},
    base::HubError,
    tables::{DepartureStep, Hello, Outgoing},
};
use commit_reveal::SigningKey;
use protocol::{Created, GameId, OpenRequest, SeatPlan, TablePlan, ToClient, UnixMs};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::SeqCst},
};
use store::{GameLog, MarkedAccount, Standing, testing::MemoryStore};
use tokio::sync::mpsc;

/// A clock that the test sets, and repeatable random numbers.
#[derive(Default)]
struct TestEnv {
    now_ms: AtomicU64,
    drawn: AtomicU64,
}

impl Env for TestEnv {
    fn now_ms(&self) -> UnixMs {
        UnixMs(1_000_000 + self.now_ms.load(SeqCst))
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        let count = self.drawn.fetch_add(1, SeqCst);
        let byte =
            |i: usize| (count.wrapping_mul(167) as u8).wrapping_add((i as u8).wrapping_mul(29));
        Ok(std::array::from_fn(byte))
    }
}

/// Servers on one store.
struct TestHubs {
    env: Arc<TestEnv>,
    store: MemoryStore,
    hubs: Vec<Arc<Hub>>,
}

impl TestHubs {
    async fn start(count: usize) -> TestHubs {
        let env = Arc::new(TestEnv::default());
        let own = env.clone();
        let store = MemoryStore::with_clock(move || own.now_ms());
        let mut hubs = Vec::new();
        for number in 0..count {
            let key = SigningKey::from_bytes([5; 32]);
            let config =
                Config { env: env.clone(), ..Config::system(Vec::new(), String::new(), key) };
            let store = if count > 1 { store.node(number == 0) } else { store.clone() };
            hubs.push(Hub::start(config, Arc::new(store)).await.expect("a hub"));
        }
        TestHubs { env, store, hubs }
    }

    /// Opens a table with a seek at a server. The page of the host is connected.
    async fn seek(&self, hub: usize, seats: [SeatPlan; 2], profile: Profile) -> Host {
        self.seek_with("5+3", hub, seats, profile).await
    }

    async fn seek_with(
        &self,
        clock: &str,
        hub: usize,
        seats: [SeatPlan; 2],
        profile: Profile,
    ) -> Host {
        let hub = self.hubs[hub].clone();
        let plan = TablePlan {
            variant: "xiangqi".into(),
            options: String::new(),
            clock: clock.into(),
            setup_seconds: 0,
            seats: seats.to_vec(),
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        let request = OpenRequest { plan, name: "Hanna".into() };
        let (created, seek) =
            hub.lobby.open_seek(&request, Visitor::default()).await.expect("a table");
        let since_ms = hub.app.now_ms();
        hub.lobby.add_seek(&seek, profile, &Person::Own, since_ms).await.expect("a seek");
        let page = Page::attach(&hub, &created.table, &created.token).await;
        Host { created, page }
    }

    async fn listed(&self, hub: usize) -> Vec<GameId> {
        let seeks = self.hubs[hub].lobby.seeks().await.expect("a list");
        seeks.into_iter().map(|seek| seek.table).collect()
    }

    /// Number of events of a kind in a table's log.
    async fn count(&self, table: &GameId, kind: &str) -> usize {
        let log = self.store.load(table).await.expect("a log");
        let start = format!(r#"{{"kind":"{kind}""#);
        log.iter().filter(|event| event.public.starts_with(&start)).count()
    }
}

struct Host {
    created: Created,
    page: Page,
}

struct Page(mpsc::Receiver<Outgoing>);

impl Page {
    async fn attach(hub: &Hub, table: &GameId, token: &str) -> Page {
        let (outbox, inbox) = mpsc::channel(crate::limits::WAITING_MESSAGES);
        let hello = Hello {
            token: token.to_owned(),
            last: 0,
            seat: None,
            address: None,
            maker: Person::Own,
        };
        let table = hub.tables.load(table).await.expect("a table");
        table.attach(hello, outbox).await.expect("let in");
        Page(inbox)
    }

    /// The table and the seat to which the page is sent.
    async fn moved(&mut self) -> (GameId, u8) {
        loop {
            let text = self.0.recv().await.expect("an open socket").into_text();
            if let Ok(ToClient::Moved { table, seat }) = serde_json::from_str(&text) {
                return (table, seat);
            }
        }
    }

    fn is_moved(&mut self) -> bool {
        let mut is_moved = false;
        while let Ok(message) = self.0.try_recv() {
            is_moved |= message.into_text().contains(r#""type":"moved""#);
        }
        is_moved
    }
}

const FIRST: [SeatPlan; 2] = [SeatPlan::Host, SeatPlan::Open];
const SECOND: [SeatPlan; 2] = [SeatPlan::Open, SeatPlan::Host];

fn player(account: &str, rating: u16) -> Profile {
    Profile::of(account, rating, 0, &[])
}

/// The rating windows grow until the younger host is moved, at one server and across two.
#[tokio::test]
async fn a_younger_host_is_moved_when_the_windows_fit() {
    for count in [1, 2] {
        let servers = TestHubs::start(count).await;
        let mut older = servers.seek(0, FIRST, player("an", 1500)).await;
        let mut younger = servers.seek(count - 1, FIRST, player("bo", 1650)).await;
        for hub in &servers.hubs {
            assert!(hub.lobby.match_now(None).await.is_none());
        }
        assert_eq!(servers.listed(0).await.len(), 2);
        servers.env.now_ms.store(10_500, SeqCst);
        for hub in &servers.hubs {
            hub.lobby.match_now(None).await;
        }
        assert_eq!(younger.page.moved().await, (older.created.table.clone(), 1));
        assert!(!older.page.is_moved());
        assert!(servers.listed(0).await.is_empty(), "both seeks have ended");
        // The same token opens the seat.
        let there = servers.hubs[0].clone();
        let page = Page::attach(&there, &older.created.table, &younger.created.token).await;
        drop(page);
        assert_eq!(servers.count(&older.created.table, "joined").await, 2);
        assert_eq!(servers.count(&younger.created.table, "leaving").await, 1);
        assert_eq!(servers.count(&younger.created.table, "moved").await, 1);
        // A page that comes back later is sent on as well.
        let hub = &servers.hubs[count - 1];
        let mut again = Page::attach(hub, &younger.created.table, &younger.created.token).await;
        assert_eq!(again.moved().await.0, older.created.table);
    }
}

/// Several servers that match at the same time seat each host once.
#[tokio::test]
async fn servers_never_match_one_seek_twice() {
    let servers = TestHubs::start(3).await;
    let mut hosts = Vec::new();
    for number in 0..7_usize {
        hosts.push(servers.seek(number % 3, FIRST, player(&format!("p{number}"), 1500)).await);
    }
    let all = servers.hubs.iter().map(|hub| async {
        for _ in 0..4 {
            hub.lobby.match_now(None).await;
            tokio::task::yield_now().await;
        }
    });
    futures_util::future::join_all(all).await;
    let (mut joined, mut moved) = (0, 0);
    for host in &hosts {
        let table = &host.created.table;
        let seated = servers.count(table, "joined").await;
        assert!(seated <= 2, "{table}");
        joined += usize::from(seated == 2);
        let has_moved = servers.count(table, "moved").await;
        assert!(has_moved == 0 || seated == 1, "{table}: the host has two opponents");
        moved += has_moved;
    }
    assert_eq!((joined, moved), (3, 3));
    assert_eq!(servers.listed(0).await.len(), 1);
}

/// A host whose page is away is seated nowhere, and a joined table is not left.
#[tokio::test]
async fn only_a_host_who_waits_is_moved() {
    let servers = TestHubs::start(1).await;
    let older = servers.seek(0, FIRST, player("an", 1500)).await;
    let younger = servers.seek(0, SECOND, player("bo", 1500)).await;
    let Host { created, page } = younger;
    drop(page);
    let hub = &servers.hubs[0];
    hub.lobby.match_now(None).await;
    assert_eq!(servers.count(&older.created.table, "joined").await, 1);
    let _page = Page::attach(hub, &created.table, &created.token).await;
    let table = hub.tables.load(&created.table).await.expect("a table");
    hub.tables.join(&table, "Guest".into(), None, None).await.expect("a seat");
    hub.lobby.match_now(None).await;
    assert_eq!(servers.count(&older.created.table, "joined").await, 1);
    assert_eq!(servers.count(&created.table, "leaving").await, 0);
}

/// By correspondence a host who is back is moved to one who is away. The order of arrival does not
/// count. Two who are away wait.
#[tokio::test]
async fn a_host_who_is_back_is_moved_to_one_who_is_away() {
    for (here, expected) in [(0, Some((0, 1))), (1, Some((1, 0))), (2, None)] {
        let servers = TestHubs::start(1).await;
        let mut hosts = Vec::new();
        for account in ["an", "bo"] {
            hosts.push(servers.seek_with("3d-move", 0, FIRST, player(account, 1500)).await);
        }
        let mut pages = Vec::new();
        let mut tables = Vec::new();
        for (place, Host { created, page }) in hosts.into_iter().enumerate() {
            pages.extend((place == here).then_some(page));
            tables.push(created.table);
        }
        let hub = &servers.hubs[0];
        for (place, table) in tables.iter().enumerate() {
            // The table has noticed that the page is gone.
            let there = hub.tables.load(table).await.expect("a table");
            while there.waits().await.expect("a table") != Some(place == here) {
                tokio::task::yield_now().await;
            }
        }
        hub.lobby.match_now(None).await;
        let mut moved = Vec::new();
        for table in &tables {
            moved.push(servers.count(table, "moved").await);
        }
        let wanted = |place| usize::from(expected.is_some_and(|(goes, _)| goes == place));
        assert_eq!(moved, [wanted(0), wanted(1)], "{here}");
        if let Some((_, stays)) = expected {
            assert_eq!(servers.count(&tables[stays], "joined").await, 2);
        }
    }
}

/// A seek that its closed account still has neither moves nor stays, and keeps no other from its
/// game.
#[tokio::test]
async fn a_closed_account_is_seated_nowhere() {
    for closed in ["an", "bo"] {
        let servers = TestHubs::start(1).await;
        let first = servers.seek(0, FIRST, player("an", 1500)).await;
        let second = servers.seek(0, FIRST, player("bo", 1500)).await;
        let third = servers.seek(0, FIRST, player("cy", 1500)).await;
        let hub = &servers.hubs[0];
        let standing = Standing { closed_ms: Some(UnixMs(1)), ..Standing::default() };
        let marked = MarkedAccount { id: closed.into(), name: closed.into(), standing };
        hub.accounts.standings().set(vec![marked]);
        hub.lobby.match_now(None).await;
        let out = if closed == "an" { &first } else { &second };
        let stays = if closed == "an" { &second } else { &first };
        assert_eq!(servers.count(&out.created.table, "joined").await, 1);
        assert_eq!(servers.count(&out.created.table, "moved").await, 0);
        assert_eq!(servers.count(&stays.created.table, "joined").await, 2);
        assert_eq!(servers.count(&third.created.table, "moved").await, 1);
    }
}

/// A move that a crash has interrupted is finished, or given up.
#[tokio::test]
async fn an_interrupted_move_is_finished() {
    for is_free in [true, false] {
        let servers = TestHubs::start(1).await;
        let older = servers.seek(0, FIRST, player("an", 1500)).await;
        let mut younger = servers.seek(0, FIRST, player("bo", 2400)).await;
        let hub = &servers.hubs[0];
        let there = hub.tables.load(&older.created.table).await.expect("a table");
        if !is_free {
            hub.tables.join(&there, "Guest".into(), None, None).await.expect("a seat");
        }
        let left = hub.tables.load(&younger.created.table).await.expect("a table");
        let leave = DepartureStep::Leave(older.created.table.clone());
        left.depart(leave.clone()).await.expect("committed");
        left.depart(leave).await.expect("a repetition changes nothing");
        let refused = hub.tables.join(&left, "Guest".into(), None, None).await;
        assert!(matches!(refused, Err(HubError::Refused(refusal)) if refusal.code == "seat-taken"));
        let cancelled = hub.lobby.cancel(&younger.created.table, &younger.created.token).await;
        assert!(matches!(cancelled, Err(HubError::Refused(_))));
        tokio::task::yield_now().await;
        hub.lobby.finish_moves().await;
        assert_eq!(younger.page.is_moved(), is_free);
        let expected = if is_free { (1, 0) } else { (0, 1) };
        let table = &younger.created.table;
        let found = (servers.count(table, "moved").await, servers.count(table, "stayed").await);
        assert_eq!(found, expected);
        let joined = hub.tables.join(&left, "Guest".into(), None, None).await;
        assert_eq!(joined.is_ok(), !is_free);
    }
}
