//! The opening explorer over HTTP: it follows the archive, and knows nothing of running games.

mod common;

use commit_reveal::SigningKey;
use common::{ARBITER, Client, PASSWORD, PAWNS, TestEnv, TestServer, give_salts};
use explorer::{Batch, Date, GameData, GameResult, Index, IndexedGame, PostgresIndex, SqliteIndex};
use protocol::{Command, ExplorerAnswer, PlayerResults, TablePlan, ToClient, TurnState};
use server::Config;
use std::{sync::Arc, time::Duration};
use store::{PostgresOptions, PostgresStore, SqliteStore, Store};
use test_postgres::PostgresServer;

/// A rated table of two accounts.
struct Game {
    table: String,
    seats: Vec<Client>,
}

impl Game {
    async fn open(server: &TestServer, variant: &str, players: [&str; 2]) -> Game {
        let plan = TablePlan { rated: true, ..common::plan(variant, "", "5+3") };
        let created = server.open_as(plan, players[0]).await;
        let joined = server.join_as(&created.table, players[1]).await;
        let (mut seats, mut is_waiting) = (Vec::new(), false);
        for (token, player) in [created.token, joined.token].iter().zip(players) {
            let table = created.table.as_str();
            let mut client = Client::connect_with(player, &server.address, table, token, 0).await;
            let snapshot = client.next().await.expect("a snapshot");
            is_waiting |= matches!(&snapshot, ToClient::Snapshot(snapshot)
                if snapshot.state.turn == TurnState::Waiting);
            seats.push(client);
        }
        if is_waiting {
            let mut people: Vec<(u8, &mut Client)> = (0..).zip(&mut seats).collect();
            give_salts(&mut people).await;
        }
        Game { table: created.table.to_string(), seats }
    }

    async fn put(&mut self, seat: u8, command: Command) {
        let client = &mut self.seats[usize::from(seat)];
        let (_, answer) = client.act(seat, command.clone()).await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{command:?}: {answer:?}");
        let n = client.n;
        for client in &mut self.seats {
            client.until(n).await;
        }
    }

    async fn play(&mut self, moves: &[&str]) {
        for (ply, played) in moves.iter().enumerate() {
            self.put((ply % 2) as u8, Command::Act { action: (*played).into() }).await;
        }
    }

    async fn resign(&mut self, seat: u8) {
        self.put(seat, Command::Resign).await;
    }
}

async fn ask(server: &TestServer, query: &str, headers: &str) -> ExplorerAnswer {
    let path = format!("/api/explorer?{query}");
    let (status, body) = server.http("GET", &path, "", headers).await;
    assert_eq!(status, 200, "{query}: {body}");
    serde_json::from_str(&body).expect("an answer")
}

/// Asks until this many games are indexed.
async fn until_indexed(server: &TestServer, games: u64) -> ExplorerAnswer {
    for _ in 0..2_400 {
        let answer = ask(server, "", "").await;
        if answer.counts.games() >= games {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{games} games are not indexed in time");
}

fn config(env: Arc<TestEnv>, index: Arc<dyn Index>) -> Config {
    let config = Config::system(Vec::new(), ARBITER.into(), SigningKey::from_bytes([5; 32]));
    Config { env, explorer: Some(index), ..config }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_indexed_in_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Arc::new(SqliteStore::open(&folder.path().join("chuhe.db")).await.expect("a store"));
    let index = SqliteIndex::open(&folder.path().join("explorer.db")).await.expect("an index");
    finished_games_are_indexed(store, Arc::new(index)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_indexed_in_postgres() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = PostgresServer::shared().database();
    // The explorer's tables are in the way of nothing, even if they come first.
    let index = PostgresIndex::open(&address).await.expect("an index");
    let options = PostgresOptions::new(&address, &folder.path().join("store.key"));
    let store = PostgresStore::open(options.expect("an address")).await.expect("a store");
    finished_games_are_indexed(Arc::new(store), Arc::new(index)).await;
}

/// Running games, and games with hidden information, never change an answer. Finished games of
/// xiangqi do.
async fn finished_games_are_indexed(store: Arc<dyn Store>, index: Arc<dyn Index>) {
    let env = TestEnv::new();
    let server = TestServer::start_as(store.clone(), config(env.clone(), index.clone())).await;
    let [an, bo, cy] = [
        server.register("Annette").await,
        server.register("Bogdan").await,
        server.register("Cyrano").await,
    ];
    let empty = ask(&server, "", "").await;
    assert_eq!(empty.counts.games(), 0);
    // Two games that go on, and one with hidden information that is over.
    let mut running = Game::open(&server, "xiangqi", [&an, &bo]).await;
    running.play(&["h2e2", "h7e7"]).await;
    let mut hidden = Game::open(&server, "undercover", [&an, &cy]).await;
    hidden.resign(0).await;
    let mut first = Game::open(&server, "xiangqi", [&cy, &bo]).await;
    first.play(&PAWNS).await;
    assert_eq!(ask(&server, "", "").await, empty, "no game of xiangqi is over");
    first.resign(1).await;
    let answer = until_indexed(&server, 1).await;
    let moves: Vec<&str> = answer.moves.iter().map(|row| row.action.as_str()).collect();
    assert_eq!(moves, ["a3a4"]);
    assert_eq!((answer.counts.red, answer.counts.games()), (1, 1));
    assert_eq!(answer.moves[0].rating, Some(1_500));
    assert_eq!(answer.top[0].game.as_ref().map(|game| game.as_str()), Some(&*first.table));
    assert_eq!(answer.top[0].names, ["Cyrano", "Bogdan"]);
    assert_eq!((answer.top[0].result.as_str(), answer.top[0].plies), ("1-0", 0));
    assert_eq!(answer.opening, None);
    assert_eq!(answer.moves[0].opening.as_ref().map(|it| it.hans.as_str()), Some("边兵局"));
    let results: PlayerResults =
        serde_json::from_str(&server.get("/api/players/Cyrano/results").await).expect("results");
    let by_opening: Vec<_> =
        results.openings.iter().map(|it| (&*it.opening.id, it.seat, it.tally.won)).collect();
    assert_eq!(by_opening, [("edge-pawn", 0, 1)]);
    // The answer does not depend on the moves of the running game.
    let told = server.get("/api/explorer?play=h2e2").await;
    running.put(0, Command::Act { action: "h0g2".into() }).await;
    running.put(1, Command::Act { action: "h9g7".into() }).await;
    assert_eq!(server.get("/api/explorer?play=h2e2").await, told);
    for query in ["player=Annette", "play=h2e2,h7e7", "play=h2e2,h7e7,h0g2"] {
        assert_eq!(ask(&server, query, "").await.counts.games(), 0, "{query}");
    }
    // A player of a running game gets no answer; others do.
    let (status, body) = server.http("GET", "/api/explorer", "", &an).await;
    assert_eq!(status, 409, "{body}");
    assert!(body.contains("explorer-in-game"), "{body}");
    assert_eq!(ask(&server, "source=mine", &cy).await.counts.games(), 1);
    running.resign(0).await;
    let answer = until_indexed(&server, 2).await;
    assert_eq!((answer.counts.red, answer.counts.black), (1, 1));
    let after = ask(&server, "play=h2e2", "").await;
    assert_eq!(after.moves[0].action, "h7e7");
    assert_eq!(
        after.moves[0].opening.as_ref().map(|it| it.en.as_str()),
        Some("Same-direction cannons")
    );
    assert_eq!(ask(&server, "source=mine", &an).await.counts.games(), 1);
    assert_eq!(ask(&server, "player=bogdan", "").await.counts.games(), 2);
    assert_eq!(ask(&server, "speeds=blitz,bullet", "").await.counts.games(), 2);
    assert_eq!(ask(&server, "speeds=rapid", "").await.counts.games(), 0);
    // A game that was given up at once is not rated.
    assert_eq!(ask(&server, "ratings=1400", "").await.counts.games(), 1);
    assert_eq!(ask(&server, "ratings=1600", "").await.counts.games(), 0);
    assert_eq!(ask(&server, "since=1970-01&until=1970-01", "").await.counts.games(), 2);
    assert_eq!(ask(&server, "since=1971", "").await.counts.games(), 0);
    // A rebuild gives the same answers, also by another server.
    let before = ask(&server, "", "").await;
    index.clear(explorer::SourceId::ARCHIVE).await.expect("cleared");
    drop(server);
    let server = TestServer::start_as(store, config(env, index)).await;
    assert_eq!(until_indexed(&server, 2).await.moves, before.moves);
    // The index has the name of an account that is closed now.
    let body = serde_json::json!({ "name": "Cyrano", "password": PASSWORD }).to_string();
    let reply = server.exchange("POST", "/api/session", &body, "").await;
    let cy = server.cookie(&reply).expect("signed in");
    let body = serde_json::json!({ "password": PASSWORD }).to_string();
    let (status, reply) = server.http("POST", "/api/account/close", &body, &cy).await;
    assert_eq!(status, 204, "{reply}");
    for query in ["", "player=Bogdan"] {
        let names: Vec<String> =
            ask(&server, query, "").await.top.into_iter().flat_map(|game| game.names).collect();
        assert!(!names.iter().any(|name| name == "Cyrano"), "{names:?}");
        assert!(names.iter().any(|name| name == protocol::CLOSED_NAME), "{names:?}");
        assert!(names.iter().any(|name| name == "Annette"), "{names:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn playing_guests_get_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("explorer.db");
    let index: Arc<dyn Index> = Arc::new(SqliteIndex::open(&file).await.expect("an index"));
    let store =
        Arc::new(SqliteStore::open(&folder.path().join("chuhe.db")).await.expect("a store"));
    let server = TestServer::start_as(store, config(TestEnv::new(), index)).await;
    let host = server.open(common::plan("undercover", "first=red", "5+3")).await;
    ask(&server, "", "").await;
    let guest = server.join(&host.table).await;
    let mut seats = Vec::new();
    for token in [&host.token, &guest.token] {
        let mut client = Client::connect(&server.address, &host.table, token, 0).await;
        client.next().await.expect("a snapshot");
        seats.push(client);
    }
    give_salts(&mut (0..).zip(&mut seats).collect::<Vec<_>>()).await;
    let (status, body) = server.http("GET", "/api/explorer", "", "").await;
    assert_eq!(status, 409, "{body}");
    assert!(body.contains("explorer-in-game"), "{body}");
    seats[0].act(0, Command::Resign).await;
    ask(&server, "", "").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_refused_and_collections_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("explorer.db");
    let index: Arc<dyn Index> = Arc::new(SqliteIndex::open(&file).await.expect("an index"));
    let store =
        Arc::new(SqliteStore::open(&folder.path().join("chuhe.db")).await.expect("a store"));
    let server = TestServer::start_as(store, config(TestEnv::new(), index.clone())).await;
    for (query, status, code) in [
        ("source=collection", 404, "collection"),
        ("source=mine", 401, "sign-in"),
        ("player=Nemo", 404, "no-player"),
        ("fen=nonsense", 422, "fen"),
        ("play=h2e2,h2e2", 422, "play"),
        ("game=go", 422, "game"),
        ("%ff=%ff", 422, "query"),
        ("moves=h2e2", 422, "query"),
    ] {
        let (found, body) = server.http("GET", &format!("/api/explorer?{query}"), "", "").await;
        assert_eq!(found, status, "{query}: {body}");
        assert!(body.contains(&format!("\"code\":\"{code}\"")), "{query}: {body}");
    }
    let source = index.open_collection("Masters").await.expect("a collection");
    let data = GameData {
        reference: String::new(),
        start: String::new(),
        moves: vec!["h2e2".parse().expect("a move"), "h9g7".parse().expect("a move")],
        result: GameResult::Draw,
        names: ["許銀川".into(), "呂欽".into()],
        ratings: [2_600, 2_580],
        speed: None,
        date: Date::read("1999.05.01"),
        event: "五羊杯".into(),
    };
    let games = vec![IndexedGame::imported(data)];
    index.add(Batch { source, games, advance: None }).await.expect("added");
    let answer = ask(&server, "source=collection", "").await;
    assert_eq!((answer.counts.draws, answer.collections.len()), (1, 1));
    assert_eq!(answer.top[0].moves, ["h2e2", "h9g7"]);
    assert_eq!(answer.top[0].event, "五羊杯");
    let answer =
        ask(&server, "source=collection&collection=Masters&play=h2e2&player=%E5%90%95", "");
    assert_eq!(answer.await.counts.games(), 0, "another name");
    let answer = ask(&server, "collection=Masters&play=h2e2&since=1999-05", "").await;
    assert_eq!(answer.moves[0].last, "1999.05.01");
    let archive = ask(&server, "", "").await;
    assert_eq!((archive.counts.games(), archive.collections.len()), (0, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_an_index_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (status, body) = server.http("GET", "/api/explorer", "", "").await;
    assert_eq!(status, 404, "{body}");
    assert!(body.contains("no-explorer"), "{body}");
}
