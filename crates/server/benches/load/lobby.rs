//! The lobby: the time from the second seek until both players see the board, at one server and
//! across three, and the cost of a viewer while the lobby changes four times a second.

use super::{Server, connect, say};
use futures_util::{SinkExt, StreamExt};
use protocol::{Created, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer};
use std::time::Duration;
use test_nats::NatsServer;
use test_postgres::PostgresServer;
use tokio::{
    net::TcpStream,
    task::JoinSet,
    time::{Instant, interval},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Number of servers on one database.
const NODES: usize = 3;
/// Number of measured pairs, and of viewers.
const PAIRS: usize = 200;
const VIEWERS: usize = 10_000;
/// Duration of the load with viewers.
const LASTS: Duration = Duration::from_secs(10);

pub(super) async fn bear() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = [Server::start(folder.path(), None, None)];
    pair(&server, "at one server").await;
    watch(&server[0]).await;
    pair_across_servers().await;
}

/// Both seekers are at different servers.
async fn pair_across_servers() {
    if !PostgresServer::is_installed() {
        return println!("PostgreSQL is not installed: one server only");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (postgres, mut nats) = (PostgresServer::start(), NatsServer::start());
    let (database, hints) = (postgres.database(), nats.address());
    let node = |_| Server::start(folder.path(), Some(&database), Some(&hints));
    let servers: Vec<Server> = (0..NODES).map(node).collect();
    pair(&servers, "across three servers, with hints").await;
    nats.kill();
    pair(&servers, "across three servers, without hints").await;
}

/// Seeks a game; the clock distinguishes the seeks.
async fn seek(server: &Server, clock: usize) -> Created {
    let plan = TablePlan {
        variant: "xiangqi".into(),
        options: String::new(),
        clock: clock.to_string(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Open],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    };
    server.post("seeks", &OpenRequest { plan, name: "Seeker".into() }).await
}

/// Waits until both seats are taken: then the page shows the board. That the other's page is open is
/// known later, at another server.
async fn until_both(socket: &mut WebSocketStream<TcpStream>) {
    loop {
        let message = socket.next().await.expect("an open socket").expect("a message");
        let Message::Text(text) = message else { continue };
        let state = match serde_json::from_str(&text) {
            Ok(ToClient::Snapshot(snapshot)) => snapshot.state,
            Ok(ToClient::Update(update)) => update.state,
            _ => continue,
        };
        if state.seats.iter().all(|seat| seat.taken) {
            return;
        }
    }
}

/// Pairs seekers who are at a server and at the next one.
async fn pair(servers: &[Server], place: &str) {
    let mut waits = Vec::new();
    for number in 0..PAIRS {
        let clock = 1 + number % 90;
        let mut sockets = Vec::new();
        let mut began = Instant::now();
        for seeker in 0..2 {
            let server = &servers[(number + seeker) % servers.len()];
            began = Instant::now();
            let created = seek(server, clock).await;
            let mut socket = connect(server, &created.table).await;
            let hello = ToServer::Hello { token: created.token, last: 0, seat: None };
            say(&mut socket, &hello).await;
            sockets.push(socket);
        }
        for socket in &mut sockets {
            until_both(socket).await;
        }
        waits.push(began.elapsed());
    }
    waits.sort_unstable();
    let part = |thousandths: usize| waits[(waits.len() - 1) * thousandths / 1000];
    println!(
        "{PAIRS} pairs {place}: both boards p50 {:.1?}, p99 {:.1?} after the second seek",
        part(500),
        part(990)
    );
}

async fn watch(server: &Server) {
    let before_kib = server.resident_kib();
    let mut viewers = JoinSet::new();
    for _ in 0..VIEWERS {
        let stream = TcpStream::connect(&server.address).await.expect("a connection");
        let address = format!("ws://{}/api/lobby", server.address);
        let (mut socket, _) = client_async(address, stream).await.expect("a socket");
        let hello = Message::Text(r#"{"type":"hello"}"#.into());
        socket.send(hello).await.expect("sent");
        viewers.spawn(async move {
            let mut updates = 0_usize;
            while let Some(Ok(message)) = socket.next().await {
                updates += usize::from(message.is_text());
            }
            updates
        });
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (kib, busy) = (server.resident_kib().saturating_sub(before_kib), server.busy());
    let end = Instant::now() + LASTS;
    let mut beats = interval(Duration::from_millis(250));
    let mut seeks = 0_usize;
    while Instant::now() < end {
        beats.tick().await;
        // Every second seek ends the one before.
        seek(server, 100 + seeks / 2 % 60).await;
        seeks += 1;
    }
    let took = server.busy().saturating_sub(busy);
    println!(
        "{VIEWERS} viewers of the lobby, {seeks} changes in {LASTS:?}: {:.1} KiB a viewer, {:.2} \
         cores, {:.1} µs of processor a message",
        kib as f64 / VIEWERS as f64,
        took.as_secs_f64() / LASTS.as_secs_f64(),
        took.as_secs_f64() * 1e6 / (VIEWERS * seeks) as f64,
    );
    viewers.abort_all();
}
