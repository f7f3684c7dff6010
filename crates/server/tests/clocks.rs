//! The clocks of games: neither a change of the system's clock nor a stop of the process costs time.

mod common;

use commit_reveal::SigningKey;
use common::{ARBITER, Client, TestEnv, TestServer, plan};
use protocol::{Command, ToClient, UnixMs};
use server::Config;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use store::{SqliteStore, Store};

const HOUR_MS: u64 = 3_600_000;

/// A game of ten minutes a side.
struct Game {
    _server: TestServer,
    red: Client,
    black: Client,
}

async fn begin(server: TestServer) -> Game {
    let host = server.open(plan("xiangqi", "", "10")).await;
    let guest = server.join(&host.table).await;
    let red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
    black.next().await;
    let mut game = Game { _server: server, red, black };
    game.red.next().await;
    game
}

impl Game {
    /// Red plays; the other side hears of it.
    async fn play(&mut self, seat: u8, action: &str) -> Result<(), String> {
        let (mover, other) = match seat {
            0 => (&mut self.red, &mut self.black),
            _ => (&mut self.black, &mut self.red),
        };
        match mover.act(seat, Command::Act { action: action.into() }).await.1 {
            ToClient::Ack { n, .. } => {
                other.until(n).await;
                Ok(())
            }
            ToClient::Refused { code, .. } => Err(code),
            answer => panic!("{answer:?}"),
        }
    }
}

#[tokio::test]
async fn the_system_clock_flags_no_player() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let mut game = begin(TestServer::start(folder.path(), env.clone()).await).await;
    env.wall_ahead.store(HOUR_MS, Ordering::SeqCst);
    assert_eq!(game.play(0, "h2e2").await, Ok(()), "an hour forward");
    env.now.fetch_add(60_000, Ordering::SeqCst);
    env.wall_ahead.store(0_u64.wrapping_sub(2 * HOUR_MS), Ordering::SeqCst);
    assert_eq!(game.play(1, "h9g7").await, Ok(()), "two hours back");
    // The clocks run all the same.
    env.now.fetch_add(601_000, Ordering::SeqCst);
    let refused = game.play(0, "h0g2").await.expect_err("ten minutes are over");
    assert!(["flag-fall", "game-over", "stale"].contains(&&*refused), "{refused}");
}

#[tokio::test]
async fn a_stopped_process_costs_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    env.stops.store(true, Ordering::SeqCst);
    let mut game = begin(TestServer::start(folder.path(), env.clone()).await).await;
    // From the second question on the heartbeat has read the clock.
    while env.stop_questions.load(Ordering::SeqCst) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    env.now.fetch_add(HOUR_MS, Ordering::SeqCst);
    assert_eq!(game.play(0, "h2e2").await, Ok(()));
    env.now.fetch_add(HOUR_MS, Ordering::SeqCst);
    assert_eq!(game.play(1, "h9g7").await, Ok(()));
}

/// The countdown of a page went on while the server was stopped, so the page gets the clocks again.
#[tokio::test]
async fn pages_are_corrected_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    env.stops.store(true, Ordering::SeqCst);
    let mut game = begin(TestServer::start(folder.path(), env.clone()).await).await;
    while env.stop_questions.load(Ordering::SeqCst) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    env.now.fetch_add(HOUR_MS, Ordering::SeqCst);
    for page in [&mut game.red, &mut game.black] {
        let ToClient::Snapshot(snapshot) = page.next().await.expect("open") else { panic!() };
        let clocks = snapshot.state.clocks.expect("clocks");
        assert_eq!((clocks.running, clocks.left_ms), (Some(0), vec![600_000; 2]));
    }
}

/// A server that starts with a clock that was set back goes on where it was.
#[tokio::test]
async fn a_clock_that_was_set_back_stops_no_flag() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    env.now.store(10 * HOUR_MS, Ordering::SeqCst);
    let store: Arc<dyn Store> =
        Arc::new(SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap());
    let key = SigningKey::from_bytes([5; 32]);
    let config = Config { env: env.clone(), ..Config::system(Vec::new(), ARBITER.into(), key) };
    let server = TestServer::start_as(store.clone(), config.clone()).await;
    let host = server.open(plan("xiangqi", "", "10")).await;
    server.join(&host.table).await;
    // The heartbeat notes when the server is alive.
    while store.last_alive().await.unwrap() < Some(UnixMs(10 * HOUR_MS)) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(server);
    env.now.store(HOUR_MS, Ordering::SeqCst);
    let server = TestServer::start_as(store, config).await;
    let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    red.next().await;
    env.now.fetch_add(601_000, Ordering::SeqCst);
    let (_, answer) = red.act(0, Command::Act { action: "h2e2".into() }).await;
    assert!(matches!(answer, ToClient::Refused { .. }), "{answer:?}");
}
