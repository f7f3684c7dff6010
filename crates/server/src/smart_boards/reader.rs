//! Reads finished games from the store, with limited parallelism and a cache.

use super::{
    SmartBoardError,
    finished::{audit_of, log_of},
};
use crate::limits::{READ_GAMES, READERS};
use protocol::{BoardId, GameId, UnixMs};
use serde::de::DeserializeOwned;
use smart_boards::{BoardGame, Moment};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};
use store::{LoggedEvent, Store, StoreError};
use tokio::sync::Semaphore;

/// Reader with a cache of recent games.
pub(super) struct Reader {
    permits: Semaphore,
    memory: Mutex<KnownGames>,
}

#[derive(Default)]
struct KnownGames {
    /// Most recently used first.
    games: VecDeque<(GameId, Arc<BoardGame>)>,
    /// Number of changes of logs. A read that began before a change may be outdated.
    changes: u64,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { permits: Semaphore::new(READERS), memory: Mutex::default() }
    }
}

impl Reader {
    /// A game of a board.
    pub(super) async fn game(
        &self,
        store: &Arc<dyn Store>,
        board: &BoardId,
        number: u32,
        now: Moment,
    ) -> Result<Arc<BoardGame>, SmartBoardError> {
        let log = log_of(board, number);
        let (known, changes) = self.recall(&log);
        if let Some(game) = known {
            return Ok(game);
        }
        let permit = self.permits.acquire().await.map_err(|_| SmartBoardError::Busy)?;
        let game = load(&**store, board, number, now).await?;
        drop(permit);
        let game = game.ok_or(SmartBoardError::NoGame(number))?.game;
        self.remember(log, game.clone(), changes);
        Ok(game)
    }

    /// Runs CPU-heavy work on a blocking thread.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SmartBoardError> {
        let _permit = self.permits.acquire().await.map_err(|_| SmartBoardError::Busy)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| SmartBoardError::Busy)
    }

    /// Drops a log that has grown.
    pub(super) fn forget(&self, log: &str) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.changes += 1;
        memory.games.retain(|(known, _)| known != log);
    }

    /// Drops all logs with this prefix.
    pub(super) fn forget_all(&self, place: &str) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.changes += 1;
        memory.games.retain(|(known, _)| !known.starts_with(place));
    }

    fn recall(&self, log: &str) -> (Option<Arc<BoardGame>>, u64) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let place = memory.games.iter().position(|(known, _)| known == log);
        let known = place.and_then(|place| memory.games.remove(place));
        if let Some(known) = &known {
            memory.games.push_front(known.clone());
        }
        (known.map(|(_, game)| game), memory.changes)
    }

    fn remember(&self, log: GameId, game: Arc<BoardGame>, changes: u64) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.changes == changes {
            memory.games.push_front((log, game));
            memory.games.truncate(READ_GAMES);
        }
    }
}

/// Game as stored in its log.
pub(super) struct Loaded {
    pub(super) game: Arc<BoardGame>,
    /// Number of log entries.
    pub(super) lines: u64,
}

/// Reads a game from the store; `None` if it does not exist.
pub(super) async fn load(
    store: &dyn Store,
    board: &BoardId,
    number: u32,
    now: Moment,
) -> Result<Option<Loaded>, StoreError> {
    let log = match store.load(&log_of(board, number)).await {
        Ok(log) => log,
        Err(StoreError::NoGame(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let older = match store.load(&audit_of(board, number)).await {
        Ok(audit) => audit,
        Err(StoreError::NoGame(_)) => Vec::new(),
        Err(error) => return Err(error),
    };
    let follow = move || {
        let lines = log.len() as u64;
        let game = BoardGame::from_log(number, lines_of(&log), lines_of(&older), now);
        Loaded { game: Arc::new(game), lines }
    };
    tokio::task::spawn_blocking(follow).await.map(Some).map_err(|_| StoreError::Closed)
}

/// Parses log entries, each with its time.
fn lines_of<T: DeserializeOwned>(log: &[LoggedEvent]) -> Vec<(Option<T>, UnixMs)> {
    let read = |text: &str| serde_json::from_str(text).ok();
    log.iter().map(|stored| (read(&stored.public), stored.at_ms)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardlink::{Body, Event, Settings};
    use smart_boards::LogEntry;
    use store::{
        Append, GameLog, NewEvent,
        testing::{FaultyStore, MemoryStore, Operation},
    };

    type TestStore = FaultyStore<MemoryStore>;

    const BOARD: &str = "0000000000000000000000a1";

    /// Store with this number of games of the board.
    async fn store(games: u32) -> Arc<TestStore> {
        let store = TestStore::default();
        for game in 1..=games {
            let body = Body::Setup { settings: Settings::default() };
            let line = LogEntry::Event(Event { game, seq: 0, at_ms: 0, body });
            let event = NewEvent {
                kind: line.kind(),
                seat: None,
                command: None,
                public: serde_json::to_string(&line).expect("json"),
                secret: String::new(),
                at_ms: UnixMs(0),
            };
            let append = Append {
                game: log_of(&BOARD.into(), game),
                expected: 0,
                events: vec![event],
                token: None,
                deadline_ms: None,
                is_open: false,
                finished: None,
            };
            store.create(1, append).await.expect("a log");
        }
        Arc::new(store)
    }

    /// Recent games are not read again; older and changed ones are.
    #[tokio::test]
    async fn the_last_games_are_remembered() {
        let games = READ_GAMES as u32 + 1;
        let memory = store(games).await;
        let store: Arc<dyn Store> = memory.clone();
        let reader = Reader::default();
        let now = Moment { unix_ms: UnixMs(1), steady_ms: 1 };
        // Reads the log, and the second log of earlier versions.
        let mut seen = 0;
        let mut reads = async |game| {
            let found = reader.game(&store, &BOARD.into(), game, now).await.expect("a game");
            assert_eq!((found.number(), found.next()), (game, 1));
            let loads = memory.faults().calls(&[Operation::Load]);
            std::mem::replace(&mut seen, loads) != loads
        };
        for game in 1..=games {
            assert!(reads(game).await, "{game} is new");
            assert!(!reads(game).await, "{game} again");
        }
        assert!(!reads(2).await, "of the last ones");
        assert!(reads(1).await, "the oldest one was forgotten");
        assert!(!reads(2).await && reads(3).await, "the board that was asked for last stays");
        reader.forget(&log_of(&BOARD.into(), 2));
        assert!(reads(2).await, "it has grown");
        assert!(reader.game(&store, &BOARD.into(), games + 1, now).await.is_err());
    }
}
