//! How a move's price changes with the number of games in which a steady thousand a second are played.

use super::{Server, play};
use std::time::Duration;
use test_postgres::PostgresServer;

/// So many games, each slower the more there are. One address may not open many more at once.
const GAMES: [usize; 3] = [125, 500, 2_000];
/// The pace of one game, had it all the moves to itself.
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
