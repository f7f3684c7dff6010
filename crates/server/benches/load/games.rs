//! Cost of a move by the number of games, at a thousand moves per second in total.

use super::{Server, play};
use std::time::Duration;
use test_postgres::PostgresServer;

/// Numbers of games. One address may not open many more.
const GAMES: [usize; 3] = [125, 500, 2_000];
/// Interval between two moves of all games together.
const PACE: Duration = Duration::from_millis(1);

pub(super) async fn bear() {
    println!("a thousand moves a second in so many games:");
    for games in GAMES {
        for postgres in [None, Some(PostgresServer::start())] {
            let folder = tempfile::tempdir().expect("a folder");
            let database = postgres.as_ref().map(PostgresServer::database);
            let servers = [Server::start(folder.path(), database.as_deref(), None)];
            let pace = PACE * games as u32;
            let borne = play(&servers, postgres.as_ref(), games, Some(pace)).await;
            let place = if postgres.is_some() { "PostgreSQL" } else { "a file" };
            let kib = servers[0].resident_kib();
            println!("{games} games in {place}: {borne}; {} MiB", kib >> 10);
        }
    }
}
