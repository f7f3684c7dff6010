//! Growth with the size of the archive. It is filled with rated games, ten times as many in each
//! round. In each round one server folds the new games, and another is queried and played on.
//!
//! `CHUHE_ARCHIVE` sets the final number of games. Each game has one event, so that the archive
//! grows and not the logs.

use super::{PACE, STEADY, Server, play};
use protocol::{ArchivedGame, ArchivedPlayer, GameId, Place, UnixMs};
use std::{path::Path, sync::Arc, time::Duration};
use store::{
    Append, ArchiveFilter, Ended, Finished, FinishedPlayer, LoginSession, NewEvent, Player,
    PostgresOptions, PostgresStore, SqliteStore, Store,
};
use test_postgres::PostgresServer;
use tokio::{task::JoinSet, time::Instant};

/// First and default last number of games.
const MIN_GAMES: u64 = 10_000;
const MAX_GAMES: u64 = 1_000_000;
const PLAYERS: u64 = 1_000;
/// Number of games written at the same time.
const AT_ONCE: u64 = 400;
/// End of the first game, Unix ms; one game per minute.
const BEGIN_MS: UnixMs = UnixMs(1_700_000_000_000);

pub(super) async fn bear() {
    let most = std::env::var("CHUHE_ARCHIVE").ok().and_then(|text| text.parse().ok());
    let most = most.unwrap_or(MAX_GAMES);
    println!("an archive in a file:");
    grow(None, most).await;
    println!("an archive in PostgreSQL:");
    let postgres = PostgresServer::start();
    grow(Some(&postgres), most).await;
}

async fn grow(postgres: Option<&PostgresServer>, most: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = postgres.map(PostgresServer::database);
    let mut written = 0;
    let mut size = MIN_GAMES;
    while size <= most {
        let store = open(folder.path(), database.as_deref()).await;
        if written == 0 {
            join(&store).await;
        }
        let began = Instant::now();
        fill(&store, written..size).await;
        let took = began.elapsed();
        println!(
            "{size} games: {:.0} a second written",
            (size - written) as f64 / took.as_secs_f64()
        );
        written = size;
        ask(&store, size).await;
        drop(store);
        start("that takes in what is new", folder.path(), database.as_deref());
        let server = visit(folder.path(), database.as_deref()).await;
        size *= 10;
        // Last, because later servers would load these games.
        if size > most {
            let steady = play(&[server], postgres, STEADY, Some(PACE)).await;
            println!("  {STEADY} games at {PACE:?} a move: {steady}");
        }
    }
}

async fn open(folder: &Path, database: Option<&str>) -> Arc<dyn Store> {
    match database {
        None => Arc::new(SqliteStore::open(&folder.join("chuhe.db")).await.expect("a store")),
        Some(address) => {
            let options = PostgresOptions::new(address, &folder.join("store.key"));
            Arc::new(PostgresStore::open(options.expect("an address")).await.expect("a store"))
        }
    }
}

/// Creates the players' accounts.
async fn join(store: &Arc<dyn Store>) {
    for n in 0..PLAYERS {
        let name = format!("p{n}");
        let (id, key, password) = (name.clone(), name.clone(), "none".to_owned());
        let player = Player {
            id: id.into(),
            key,
            name: name.clone(),
            password,
            since_ms: BEGIN_MS,
            standing: store::Standing::default(),
            mail: None,
        };
        let session = LoginSession { hash: name.clone(), player: name.into(), until_ms: BEGIN_MS };
        store.add_player(player, session).await.expect("an account");
    }
}

async fn fill(store: &Arc<dyn Store>, games: std::ops::Range<u64>) {
    let mut writers = JoinSet::new();
    for writer in 0..AT_ONCE {
        let (store, games) = (store.clone(), games.clone());
        writers.spawn(async move {
            for n in games.skip(writer as usize).step_by(AT_ONCE as usize) {
                store.create(1, game(n)).await.expect("stored");
            }
        });
    }
    writers.join_all().await;
}

/// Finished game with one event.
fn game(n: u64) -> Append {
    let id = format!("{n:016x}");
    let at_ms = BEGIN_MS + n * 60_000;
    let players = [n % PLAYERS, (n / PLAYERS + n + 1) % PLAYERS].map(|player| format!("p{player}"));
    let [red, black] = if players[0] == players[1] { ["p0".into(), "p1".into()] } else { players };
    let names = [red.clone(), black.clone()];
    let archived = ArchivedGame {
        place: Place::Table { table: id.clone().into() },
        variant: "xiangqi".into(),
        clock: "10m".into(),
        ended_ms: at_ms,
        plies: 80,
        reason: "checkmate".into(),
        winners: vec![(n % 2) as u8],
        players: names.map(|name| ArchivedPlayer { name, rated: None }).into(),
    };
    let finished = Finished {
        game: id.clone().into(),
        ladder: "xiangqi/rapid".into(),
        ended_ms: at_ms,
        rated: true,
        players: [red, black]
            .map(|name| FinishedPlayer { id: Some(name.clone().into()), name })
            .into(),
        text: serde_json::to_string(&archived).expect("json"),
    };
    let event = NewEvent {
        kind: "ended",
        seat: None,
        command: None,
        public: r#"{"kind":"ended"}"#.into(),
        secret: String::new(),
        at_ms,
    };
    Append {
        game: id.into(),
        expected: 0,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: Some(finished),
    }
}

/// Requests archive pages: the first, one in the middle, and a player's.
async fn ask(store: &Arc<dyn Store>, size: u64) {
    let middle = Ended { ended_ms: BEGIN_MS + size / 2 * 60_000, game: GameId::default() };
    let page = ArchiveFilter { limit: 20, ..ArchiveFilter::default() };
    let of_player = ArchiveFilter { player: Some("p7".into()), ..page.clone() };
    let of_middle = ArchiveFilter { before: Some(middle), ..page.clone() };
    for (what, question) in
        [("the first page", page), ("one in the middle", of_middle), ("a player's", of_player)]
    {
        let mut least = Duration::MAX;
        for _ in 0..5 {
            let began = Instant::now();
            assert_eq!(store.archive(question.clone()).await.expect("a page").len(), 20);
            least = least.min(began.elapsed());
        }
        println!("  {what} of the archive: {:.2} ms", least.as_secs_f64() * 1e3);
    }
    let usage = store.usage().await.expect("its size");
    println!("  {:.0} bytes a game", usage.used_bytes as f64 / size as f64);
}

/// Starts a server and measures time and memory.
fn start(what: &str, folder: &Path, database: Option<&str>) -> Server {
    let began = Instant::now();
    let server = Server::start(folder, database, None);
    let (took, busy) = (began.elapsed(), server.busy());
    println!(
        "  a server {what} starts in {:.2} s, {:.2} s of processor, and has {} MiB",
        took.as_secs_f64(),
        busy.as_secs_f64(),
        server.resident_kib() / 1024
    );
    server
}

/// Starts a server and measures its start and pages of the ladders.
async fn visit(folder: &Path, database: Option<&str>) -> Server {
    let server = start("to which nothing is new", folder, database);
    for (what, path) in [("a ranking", "ranking/xiangqi/rapid"), ("a player", "players/p7")] {
        let mut least = Duration::MAX;
        for _ in 0..5 {
            let began = Instant::now();
            server.get(path).await;
            least = least.min(began.elapsed());
        }
        println!("  {what} over HTTP: {:.2} ms", least.as_secs_f64() * 1e3);
    }
    server
}
