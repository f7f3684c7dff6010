//! Cost of idle servers: one on a file, and one and three on PostgreSQL.

use super::Server;
use std::time::Duration;
use test_nats::NatsServer;
use test_postgres::PostgresServer;

/// Duration of a measurement: processor time has a resolution of 10 ms.
const LASTS: Duration = Duration::from_secs(30);

pub(super) async fn bear() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = Server::start(folder.path(), None, None);
    rest("one server with a file", &[alone], None).await;
    for count in [1, 3] {
        let folder = tempfile::tempdir().expect("a folder");
        let (postgres, nats) = (PostgresServer::start(), NatsServer::start());
        let (database, hints) = (postgres.database(), nats.address());
        let node = |_| Server::start(folder.path(), Some(&database), Some(&hints));
        let servers: Vec<Server> = (0..count).map(node).collect();
        rest(&format!("{count} server(s) on one PostgreSQL"), &servers, Some(&postgres)).await;
    }
}

async fn rest(what: &str, servers: &[Server], postgres: Option<&PostgresServer>) {
    let busy = || servers.iter().map(Server::busy).sum::<Duration>();
    let database = || postgres.map_or(Duration::ZERO, PostgresServer::busy);
    let before = (busy(), database());
    tokio::time::sleep(LASTS).await;
    let took = (busy().saturating_sub(before.0), database().saturating_sub(before.1));
    let thousandths = |took: Duration| took.as_secs_f64() * 1e3 / LASTS.as_secs_f64();
    let memory: u64 = servers.iter().map(Server::resident_kib).sum();
    println!(
        "{what}, idle: {:.1} thousandths of a core and {:.0} MiB a server, PostgreSQL {:.1} \
         thousandths",
        thousandths(took.0) / servers.len() as f64,
        memory as f64 / 1024.0 / servers.len() as f64,
        thousandths(took.1),
    );
}
