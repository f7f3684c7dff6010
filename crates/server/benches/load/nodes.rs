//! One, two and three servers on PostgreSQL: moves per second, and the delay until a move is
//! visible at another server.

use super::{Client, HURRIED, LASTS, PACE, STEADY, Server, connect, hear, load, play, say};
use protocol::{ToClient, ToServer};
use std::time::Duration;
use test_nats::NatsServer;
use test_postgres::PostgresServer;
use tokio::{
    net::TcpStream,
    task::JoinSet,
    time::{Instant, interval_at},
};
use tokio_tungstenite::WebSocketStream;

/// Maximum number of servers.
const MAX_NODES: usize = 3;
/// Number of games with a spectator at another server.
const WATCHED: usize = 100;

pub(super) async fn bear() {
    for count in 1..=MAX_NODES {
        let folder = tempfile::tempdir().expect("a folder");
        let (postgres, mut nats) = (PostgresServer::start(), NatsServer::start());
        let (database, hints) = (postgres.database(), nats.address());
        let node = |_| Server::start(folder.path(), Some(&database), Some(&hints));
        println!("{count} server(s) on one PostgreSQL:");
        for (clients, pace) in [(HURRIED, None), (STEADY, Some(PACE))] {
            let servers: Vec<Server> = (0..count).map(node).collect();
            let borne = play(&servers, Some(&postgres), clients, pace).await;
            println!("{}: {borne}", load(clients, pace));
        }
        if count == MAX_NODES {
            let servers: Vec<Server> = (0..count).map(node).collect();
            watch(&servers, "with hints").await;
            nats.kill();
            watch(&servers, "without").await;
        }
    }
}

/// Measures the time from an acknowledgement at one server to the update at another.
async fn watch(servers: &[Server], how: &str) {
    let mut games = JoinSet::new();
    let end = Instant::now() + LASTS;
    for game in 0..WATCHED {
        let (here, there) = (&servers[game % servers.len()], &servers[(game + 1) % servers.len()]);
        let (mover, table) = Client::sit_down_at(here).await;
        let mut viewer = connect(there, &table).await;
        say(&mut viewer, &ToServer::Hello { token: String::new(), last: 0, seat: None }).await;
        hear(&mut viewer).await;
        games.spawn(follow(mover, viewer, game, end));
    }
    let mut waits = games.join_all().await.concat();
    waits.sort_unstable();
    let part = |thousandths: usize| waits[(waits.len() - 1) * thousandths / 1000];
    println!(
        "{WATCHED} games seen at another server, {how}: p50 {:.1?}, p99 {:.1?} after {} moves",
        part(500),
        part(990),
        waits.len()
    );
}

async fn follow(
    mut mover: Client,
    mut viewer: WebSocketStream<TcpStream>,
    game: usize,
    end: Instant,
) -> Vec<Duration> {
    let mut waits = Vec::new();
    let spread = PACE * game as u32 / WATCHED as u32;
    let mut beats = interval_at(Instant::now() + spread, PACE);
    while Instant::now() < end {
        beats.tick().await;
        mover.step().await;
        let acknowledged = Instant::now();
        loop {
            match hear(&mut viewer).await {
                ToClient::Update(update) if update.n == mover.n => break,
                _ => {}
            }
        }
        waits.push(acknowledged.elapsed());
    }
    waits
}
