//! The backends under test, and test data.

use protocol::UnixMs;
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{
    Accounts, Append, ClusterIdentity, ClusterStore, Ladders, LoginSession, NewEvent, Player,
    PostgresOptions, PostgresStore, SqliteStore, Standing, Store,
    testing::{FaultyStore, MemoryStore, Switches},
};
use test_postgres::PostgresServer;

/// A store and everything that must live as long as it does.
pub(crate) trait Backend: Sized + Send + Sync + 'static {
    type Store: Store + Ladders;

    /// Creates an empty store.
    fn fresh() -> impl Future<Output = Self> + Send;
    fn store(&self) -> &Self::Store;
    /// Opens what was committed a second time.
    fn reopened(&self) -> impl Future<Output = Self::Store> + Send;
    /// Makes the database reclaim space now.
    fn tidy(&self) {}
}

/// Stores of several servers on the same data.
pub(crate) trait Cluster: Sized + Send + Sync + 'static {
    type Node: Store + ClusterStore;

    /// Creates empty data.
    fn fresh() -> impl Future<Output = Self> + Send;
    /// Opens the data as one more server.
    fn node(&self) -> impl Future<Output = Self::Node> + Send;
}

pub(crate) struct Sqlite {
    folder: tempfile::TempDir,
    store: SqliteStore,
}

impl Backend for Sqlite {
    type Store = SqliteStore;

    async fn fresh() -> Sqlite {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("deep/er/games.db")).await.unwrap();
        Sqlite { folder, store }
    }

    fn store(&self) -> &SqliteStore {
        &self.store
    }

    async fn reopened(&self) -> SqliteStore {
        SqliteStore::open(&self.folder.path().join("deep/er/games.db")).await.unwrap()
    }
}

/// A separate database on the server that all tests share.
pub(crate) struct Postgres {
    folder: tempfile::TempDir,
    address: String,
    store: PostgresStore,
}

/// A database without an open store.
pub(crate) struct PostgresCluster {
    folder: tempfile::TempDir,
    address: String,
}

impl Postgres {
    fn options(address: &str, folder: &tempfile::TempDir) -> PostgresOptions {
        PostgresOptions::new(address, &folder.path().join("store.key")).unwrap()
    }
}

impl Backend for Postgres {
    type Store = PostgresStore;

    async fn fresh() -> Postgres {
        let folder = tempfile::tempdir().unwrap();
        let address = PostgresServer::shared().database();
        let store = PostgresStore::open(Postgres::options(&address, &folder)).await.unwrap();
        Postgres { folder, address, store }
    }

    fn store(&self) -> &PostgresStore {
        &self.store
    }

    async fn reopened(&self) -> PostgresStore {
        PostgresStore::open(Postgres::options(&self.address, &self.folder)).await.unwrap()
    }

    fn tidy(&self) {
        PostgresServer::shared().sql(&self.address, "VACUUM");
    }
}

impl Cluster for PostgresCluster {
    type Node = PostgresStore;

    async fn fresh() -> PostgresCluster {
        let folder = tempfile::tempdir().unwrap();
        PostgresCluster { folder, address: PostgresServer::shared().database() }
    }

    async fn node(&self) -> PostgresStore {
        let [signer, arbiter] = ["signer", "arbiter"].map(str::to_owned);
        let identity = ClusterIdentity { rules: 1, signer, arbiter };
        let options = Postgres::options(&self.address, &self.folder).node(identity);
        PostgresStore::open(options).await.unwrap()
    }
}

/// A store in memory, and the number of its servers.
#[derive(Default)]
pub(crate) struct Memory {
    store: MemoryStore,
    nodes: AtomicUsize,
}

impl Backend for Memory {
    type Store = MemoryStore;

    async fn fresh() -> Memory {
        Memory::default()
    }

    fn store(&self) -> &MemoryStore {
        &self.store
    }

    async fn reopened(&self) -> MemoryStore {
        self.store.clone()
    }
}

impl Cluster for Memory {
    type Node = MemoryStore;

    async fn fresh() -> Memory {
        Memory::default()
    }

    async fn node(&self) -> MemoryStore {
        self.store.node(self.nodes.fetch_add(1, Ordering::SeqCst) == 0)
    }
}

/// A store that could fail but does not.
#[derive(Default)]
pub(crate) struct Faulty {
    memory: Memory,
    store: FaultyStore<MemoryStore>,
}

impl Faulty {
    fn wrap(store: MemoryStore) -> FaultyStore<MemoryStore> {
        FaultyStore::new(store, Switches::default())
    }
}

impl Backend for Faulty {
    type Store = FaultyStore<MemoryStore>;

    async fn fresh() -> Faulty {
        let memory = Memory::default();
        Faulty { store: Faulty::wrap(memory.store.clone()), memory }
    }

    fn store(&self) -> &FaultyStore<MemoryStore> {
        &self.store
    }

    async fn reopened(&self) -> FaultyStore<MemoryStore> {
        Faulty::wrap(self.memory.store.clone())
    }
}

impl Cluster for Faulty {
    type Node = FaultyStore<MemoryStore>;

    async fn fresh() -> Faulty {
        Faulty::default()
    }

    async fn node(&self) -> FaultyStore<MemoryStore> {
        Faulty::wrap(self.memory.node().await)
    }
}

pub(crate) fn event(public: &str, secret: &str, command: Option<&str>) -> NewEvent {
    NewEvent {
        kind: "acted",
        seat: Some(1),
        command: command.map(str::to_owned),
        public: public.into(),
        secret: secret.into(),
        at_ms: UnixMs(7),
    }
}

pub(crate) fn append(game: &str, expected: u64, events: Vec<NewEvent>) -> Append {
    Append {
        game: game.into(),
        expected,
        events,
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

pub(crate) fn player(key: &str) -> Player {
    Player {
        id: format!("id-{key}").into(),
        key: key.into(),
        name: key.to_uppercase(),
        password: format!("hash-{key}"),
        since_ms: UnixMs(5),
        standing: Standing::default(),
        mail: None,
    }
}

pub(crate) fn session(hash: &str, player: &str, until_ms: u64) -> LoginSession {
    LoginSession {
        hash: hash.into(),
        player: format!("id-{player}").into(),
        until_ms: UnixMs(until_ms),
    }
}

/// Creates a store with accounts that are signed in until time 100.
pub(crate) async fn with_players<B: Backend>(names: &[&str]) -> B {
    let backend = B::fresh().await;
    for name in names {
        let session = session(&format!("s-{name}"), name, 100);
        backend.store().add_player(player(name), session).await.unwrap();
    }
    backend
}
