//! The numbers that `cargo xtask compare` reads.

use super::{Borne, Client, HURRIED, PACE, STEADY, Server, play};
use test_postgres::PostgresServer;

/// Tables whose memory is measured, and the plies played at each.
const TABLES: usize = 500;
const PLIES: usize = 40;

pub(super) async fn bear() {
    let has_postgres = PostgresServer::is_installed();
    for is_in_postgres in [false, true].into_iter().filter(|wanted| has_postgres || !wanted) {
        for (load, clients, pace) in
            [("saturated", HURRIED, None), ("1,000 moves/s", STEADY, Some(PACE))]
        {
            let postgres = is_in_postgres.then(PostgresServer::start);
            let database = postgres.as_ref().map(PostgresServer::database);
            let folder = tempfile::tempdir().expect("a folder");
            let servers = [Server::start(folder.path(), database.as_deref(), None)];
            let Borne { waits, busy, .. } = play(&servers, None, clients, pace).await;
            let micros = busy.as_secs_f64() * 1e6 / waits.len() as f64;
            let store = if is_in_postgres { "PostgreSQL" } else { "SQLite" };
            println!("measured processor per move, {load}, {store}: {micros:.1} µs");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), None, None);
    let _warm = Client::sit_down(&server).await;
    let before = server.resident_kib();
    let mut clients = Vec::new();
    for _ in 0..TABLES {
        clients.push(Client::sit_down(&server).await);
    }
    futures_util::future::join_all(clients.iter_mut().map(async |client| {
        for _ in 0..PLIES {
            client.step().await;
        }
    }))
    .await;
    let kib = server.resident_kib().saturating_sub(before) as f64 / TABLES as f64;
    println!("measured memory of a table with {PLIES} plies and a socket: {kib:.1} KiB");
}
