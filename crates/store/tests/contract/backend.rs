//! The backends under test, and test data.

use store::{
    Accounts, Append, Ladders, NewEvent, Player, PostgresOptions, PostgresStore, Session,
    SqliteStore, Store,
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

pub(crate) fn event(public: &str, secret: &str, command: Option<&str>) -> NewEvent {
    NewEvent {
        kind: "acted",
        seat: Some(1),
        command: command.map(str::to_owned),
        public: public.into(),
        secret: secret.into(),
        at_ms: 7,
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
        id: format!("id-{key}"),
        key: key.into(),
        name: key.to_uppercase(),
        password: format!("hash-{key}"),
        since_ms: 5,
    }
}

pub(crate) fn session(hash: &str, player: &str, until_ms: u64) -> Session {
    Session { hash: hash.into(), player: format!("id-{player}"), until_ms }
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
