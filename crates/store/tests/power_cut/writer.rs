//! The traced writer: several concurrent games; each acknowledged event is printed.

use protocol::UnixMs;
use std::{io::Write, path::Path, sync::Arc};
use store::{Append, GameLog, NewEvent, SeatToken, SqliteStore, StoreError};

pub(crate) const GAMES: [&str; 4] = ["first", "second", "third", "fourth"];
/// Events per game: enough that the WAL is checkpointed during the run.
const EVENTS: u64 = 150;

/// Writes all games.
pub(crate) async fn write(folder: &Path) {
    let store = Arc::new(SqliteStore::open(&folder.join("chuhe.db")).await.unwrap());
    let games = GAMES.map(|game| {
        let store = store.clone();
        tokio::spawn(async move {
            for count in 0..EVENTS {
                one_more(&store, append(game, count)).await.unwrap();
                let line = format!("acknowledged {game} {}\n", count + 1);
                // A single write call, atomic with respect to other writers.
                std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
            }
        })
    });
    for game in games {
        game.await.unwrap();
    }
}

/// Appends an event to a game, or creates it.
pub(crate) async fn one_more(store: &SqliteStore, append: Append) -> Result<(), StoreError> {
    match append.expected {
        0 => store.create(1, append).await,
        _ => store.append(append).await,
    }
}

pub(crate) fn append(game: &str, count: u64) -> Append {
    let token = SeatToken { hash: format!("hash of {game}"), seats: vec![0] };
    Append {
        game: game.into(),
        expected: count,
        events: vec![event(game, count)],
        token: (count == 0).then_some(token),
        deadline_ms: Some(UnixMs(count)),
        is_open: false,
        finished: None,
    }
}

/// The event at a position, always the same.
pub(crate) fn event(game: &str, seq: u64) -> NewEvent {
    NewEvent {
        kind: "acted",
        seat: Some(1),
        command: Some(format!("{game}-{seq}")),
        public: format!("{game} {seq} ").repeat(200),
        secret: if seq.is_multiple_of(5) { format!("secret {seq}") } else { String::new() },
        at_ms: UnixMs(seq),
    }
}
