//! Store in memory for tests, with every failure of a disk.

use async_trait::async_trait;
use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
};
use store::{
    Accounts, Append, Archive, ArchiveFilter, Board, Cursor, Finished, GameLog, LoggedEvent,
    NewEvent, NewPassword, Player, SeatToken, Session, SmartBoards, StoreError, Usage,
};
use tokio::sync::{Notify, watch};

#[derive(Default)]
struct Game {
    log: Vec<LoggedEvent>,
    tokens: Vec<SeatToken>,
    deadline_ms: Option<u64>,
    is_open: bool,
}

#[derive(Default)]
pub(crate) struct MemoryStore {
    games: Mutex<HashMap<String, Game>>,
    /// Commits nothing and reports failure.
    pub(crate) fails: AtomicBool,
    /// Can still store the heartbeat.
    pub(crate) has_little_room: AtomicBool,
    /// Commits and reports failure.
    pub(crate) lies: AtomicBool,
    /// Cannot read.
    pub(crate) blind: AtomicBool,
    /// Blocks until released.
    pub(crate) hangs: AtomicBool,
    pub(crate) let_go: Notify,
    /// Number of appends.
    pub(crate) appends: AtomicUsize,
    /// Number of logs read.
    pub(crate) loads: AtomicUsize,
}

impl MemoryStore {
    pub(crate) fn log(&self, game: &str) -> Vec<LoggedEvent> {
        self.games().get(game).map_or_else(Vec::new, |game| game.log.clone())
    }

    /// Appends an event as another writer.
    pub(crate) fn intrude(&self, game: &str, public: &str) {
        let mut games = self.games();
        let log = &mut games.get_mut(game).expect("a game").log;
        log.push(LoggedEvent {
            seq: log.len() as u64,
            command: None,
            public: public.to_owned(),
            secret: String::new(),
            at_ms: 0,
        });
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Game>> {
        self.games.lock().expect("no panic before")
    }

    async fn write(&self, append: Append, is_new: bool) -> Result<(), StoreError> {
        self.appends.fetch_add(1, SeqCst);
        if self.hangs.load(SeqCst) {
            self.let_go.notified().await;
        }
        if self.fails.load(SeqCst) {
            return Err(failed());
        }
        let mut games = self.games();
        if !is_new && !games.contains_key(&append.game) {
            return Err(StoreError::NoGame(append.game));
        }
        let game = games.entry(append.game.clone()).or_default();
        let found = game.log.len() as u64;
        if found != append.expected {
            let Append { game, expected, .. } = append;
            return Err(StoreError::Stale { game, expected, found });
        }
        let logged = |(seq, event): (u64, NewEvent)| LoggedEvent {
            seq,
            command: event.command,
            public: event.public,
            secret: event.secret,
            at_ms: event.at_ms,
        };
        game.log.extend((found..).zip(append.events).map(logged));
        game.tokens.extend(append.token);
        game.deadline_ms = append.deadline_ms;
        game.is_open = append.is_open && (is_new || game.is_open);
        if self.lies.load(SeqCst) { Err(failed()) } else { Ok(()) }
    }
}

fn failed() -> StoreError {
    StoreError::Database("disk full".into())
}

#[async_trait]
impl GameLog for MemoryStore {
    async fn create(&self, _rules: u32, append: Append) -> Result<(), StoreError> {
        self.write(append, true).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(append, false).await
    }

    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError> {
        if self.blind.load(SeqCst) {
            return Err(failed());
        }
        self.loads.fetch_add(1, SeqCst);
        let log = self.log(game);
        if log.is_empty() { Err(StoreError::NoGame(game.to_owned())) } else { Ok(log) }
    }

    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError> {
        Ok(self.games().get(game).map_or_else(Vec::new, |game| game.tokens.clone()))
    }

    async fn games_with_deadline(&self) -> Result<Vec<String>, StoreError> {
        let games = self.games();
        let due = games.iter().filter(|(_, game)| game.deadline_ms.is_some());
        Ok(due.map(|(id, _)| id.clone()).collect())
    }

    async fn games_with_prefix(&self, _beginning: &str) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn open_before(&self, before_ms: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        let games = self.games();
        let is_open = |game: &Game| {
            game.is_open && game.log.first().is_some_and(|event| event.at_ms < before_ms)
        };
        let open = games.iter().filter(|(_, game)| is_open(game)).map(|(id, _)| id.clone());
        Ok(open.take(limit as usize).collect())
    }

    async fn delete_open(&self, game: &str, expected: u64) -> Result<(), StoreError> {
        let mut games = self.games();
        let id = game.to_owned();
        let Some(found) = games.get(game) else { return Err(StoreError::NoGame(id)) };
        if !found.is_open {
            return Err(StoreError::Begun(id));
        }
        let found = found.log.len() as u64;
        if found != expected {
            return Err(StoreError::Stale { game: id, expected, found });
        }
        games.remove(game);
        Ok(())
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        Ok(Usage { used_bytes: 0, max_bytes: None })
    }

    async fn mark_alive(&self, _now_ms: u64) -> Result<(), StoreError> {
        if self.has_little_room.load(SeqCst) { Ok(()) } else { self.health().await }
    }

    async fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    async fn health(&self) -> Result<(), StoreError> {
        if self.fails.load(SeqCst) { Err(failed()) } else { Ok(()) }
    }
}

#[async_trait]
impl SmartBoards for MemoryStore {
    async fn put_board(&self, _board: Board) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl Accounts for MemoryStore {
    async fn add_player(&self, _player: Player, _session: Session) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }

    async fn player_by_key(&self, _key: &str) -> Result<Option<Player>, StoreError> {
        Ok(None)
    }

    async fn names_of(&self, _ids: Vec<String>) -> Result<HashMap<String, String>, StoreError> {
        Ok(HashMap::new())
    }

    async fn names_with_prefix(&self, _key: &str, _limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn add_session(
        &self,
        _session: Session,
        _proven: String,
        _instead: Option<String>,
        _now_ms: u64,
    ) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }

    async fn session(&self, _hash: &str, _now_ms: u64) -> Result<Option<Player>, StoreError> {
        Ok(None)
    }

    async fn end_session(&self, _hash: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn set_password(&self, _new: NewPassword) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }
}

#[async_trait]
impl Archive for MemoryStore {
    async fn archive(&self, _question: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        Ok(Vec::new())
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        _limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        Ok((Vec::new(), cursor))
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }
}
