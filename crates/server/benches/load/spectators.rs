//! Spectators. A thousand at one table: the time until a player's move is acknowledged, with and
//! without them. Ten thousand on three servers: delay from a move's acknowledgement to their updates,
//! with a few full tables and with a hundred tables.
//!
//! One thread reads all sockets, so its own speed is part of the results; it reads only the number
//! of each message.

use super::{Client, LASTS, Server, connect, hear, say};
use futures_util::StreamExt;
use protocol::ToServer;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use test_nats::NatsServer;
use test_postgres::PostgresServer;
use tokio::{
    net::TcpStream,
    sync::{oneshot, watch},
    task::JoinSet,
    time::{Instant, interval_at},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

const NODES: usize = 3;
const SPECTATORS: usize = 10_000;
/// A table accepts a thousand spectators at each server.
const GAMES: [usize; 2] = [4, 100];
/// Time per move in each game.
const PACE: Duration = Duration::from_secs(2);

/// Acknowledgement times of a game's updates, by number.
type Moments = Arc<Mutex<HashMap<u64, Instant>>>;

/// Spectators of one table.
const CROWD: usize = 1_000;
/// Moves that are measured in turn with and without the crowd, and the pause between moves.
const MOVES: usize = 200;
const ROUNDS: usize = 3;
const MOVE_PAUSE: Duration = Duration::from_millis(40);

pub(super) async fn bear() {
    crowd().await;
    if !PostgresServer::is_installed() {
        return println!("PostgreSQL is not installed: one server only");
    }
    for games in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let (postgres, nats) = (PostgresServer::start(), NatsServer::start());
        let (database, hints) = (postgres.database(), nats.address());
        let node = |_| Server::start(folder.path(), Some(&database), Some(&hints));
        let servers: Vec<Server> = (0..NODES).map(node).collect();
        look_on(&servers, games).await;
    }
}

/// Compares the moves at a table with a crowd and at a table without, at the same server.
async fn crowd() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), None, None);
    let mut waits = [Vec::new(), Vec::new()];
    let watched = server.open().await;
    let address = format!("ws://{}/api/tables/{}/socket", server.address, watched.table);
    let (ready, are_ready) = oneshot::channel();
    // They read in another thread, because the players' thread is measured.
    let spectators = std::thread::spawn(move || look_on_apart(&address, ready));
    let over = are_ready.await.expect("the spectators");
    let mut players = [Client::sit_down(&server).await, Client::at(&server, &watched).await];
    for _ in 0..ROUNDS {
        for (player, waits) in players.iter_mut().zip(&mut waits) {
            for _ in 0..MOVES {
                tokio::time::sleep(MOVE_PAUSE).await;
                waits.push(player.step().await);
            }
        }
    }
    let [alone, crowded] = waits.each_mut().map(|waits| {
        waits.sort_unstable();
        [500, 990].map(|thousandths| waits[(waits.len() - 1) * thousandths / 1000])
    });
    println!(
        "a move is acknowledged after p50 {:.1?}, p99 {:.1?}; with {CROWD} spectators p50 {:.1?}, p99 \
         {:.1?} ({:.2} times)",
        alone[0],
        alone[1],
        crowded[0],
        crowded[1],
        crowded[1].as_secs_f64() / alone[1].as_secs_f64(),
    );
    over.send(()).expect("spectators");
    spectators.join().expect("spectators");
}

/// Connects the crowd, reports that, and reads until told to end.
fn look_on_apart(address: &str, ready: oneshot::Sender<oneshot::Sender<()>>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let mut spectators = JoinSet::new();
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host");
        for _ in 0..CROWD {
            let stream = TcpStream::connect(host).await.expect("a connection");
            let (mut socket, _) = client_async(address, stream).await.expect("a socket");
            say(&mut socket, &ToServer::Hello { token: String::new(), last: 0, seat: None }).await;
            hear(&mut socket).await;
            spectators.spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
        }
        let (end, is_over) = oneshot::channel();
        ready.send(end).expect("a player");
        is_over.await.expect("a player");
        spectators.abort_all();
    });
}

async fn look_on(servers: &[Server], games: usize) {
    let (over, is_over) = watch::channel(false);
    let (mut seated, mut spectators) = (Vec::new(), JoinSet::new());
    for game in 0..games {
        let (here, moments) = (&servers[game % NODES], Moments::default());
        let created = here.open().await;
        for spectator in 0..SPECTATORS / games {
            let mut socket = connect(&servers[spectator % NODES], &created.table).await;
            say(&mut socket, &ToServer::Hello { token: String::new(), last: 0, seat: None }).await;
            hear(&mut socket).await;
            spectators.spawn(see(socket, moments.clone(), is_over.clone()));
        }
        seated.push((here, created, moments));
    }
    // The players connect last, because the server drops silent clients.
    let mut movers = Vec::new();
    for (here, created, moments) in seated {
        movers.push((Client::at(here, &created).await, moments));
    }
    let busy = || servers.iter().map(Server::busy).sum::<Duration>();
    let (before, end) = (busy(), Instant::now() + LASTS);
    let playing = movers.into_iter().enumerate();
    let playing = playing.map(|(game, (mover, moments))| {
        play(mover, moments, PACE * game as u32 / games as u32, end)
    });
    let moves: usize = futures_util::future::join_all(playing).await.into_iter().sum();
    let took = busy().saturating_sub(before);
    // Messages on their way arrive.
    tokio::time::sleep(PACE).await;
    over.send_replace(true);
    let mut waits = spectators.join_all().await.concat();
    waits.sort_unstable();
    let part = |thousandths: usize| waits[(waits.len() - 1) * thousandths / 1000];
    println!(
        "{SPECTATORS} spectators of {games} games at {NODES} servers, a move each {PACE:?}: seen p50 \
         {:.1?}, p99 {:.1?} after its acknowledgement; {} of {} messages came, {:.1} µs of processor \
         each",
        part(500),
        part(990),
        waits.len(),
        moves * (SPECTATORS / games),
        took.as_secs_f64() * 1e6 / waits.len() as f64,
    );
}

/// Moves at the pace, after an initial delay. Returns the number of moves.
async fn play(mut mover: Client, moments: Moments, after: Duration, end: Instant) -> usize {
    let mut beats = interval_at(Instant::now() + after, PACE);
    let mut moves = 0;
    while Instant::now() < end {
        beats.tick().await;
        mover.step().await;
        moments.lock().unwrap_or_else(PoisonError::into_inner).insert(mover.n, Instant::now());
        moves += 1;
    }
    moves
}

/// Delays of the updates on this socket after their acknowledgement.
async fn see(
    mut socket: WebSocketStream<TcpStream>,
    moments: Moments,
    mut is_over: watch::Receiver<bool>,
) -> Vec<Duration> {
    let mut seen = Vec::new();
    loop {
        tokio::select! {
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    seen.extend(number(&text).map(|n| (n, Instant::now())));
                }
                Some(Ok(_)) => {}
                _ => panic!("the server closed the socket"),
            },
            _ = is_over.changed() => break,
        }
    }
    let moments = moments.lock().unwrap_or_else(PoisonError::into_inner);
    let since = |(n, at): (u64, Instant)| Some(at.saturating_duration_since(*moments.get(&n)?));
    seen.into_iter().filter_map(since).collect()
}

/// Sequence number of an update; `None` for other messages.
fn number(text: &str) -> Option<u64> {
    let rest = text.strip_prefix(r#"{"type":"update","n":"#)?;
    rest.split(',').next()?.parse().ok()
}
