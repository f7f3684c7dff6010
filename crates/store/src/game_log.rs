use crate::{ClusterStore, StoreError, finished_game::Finished};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};

/// An event to append.
#[derive(Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// Stable name of the event's kind.
    pub kind: &'static str,
    /// The seat the event belongs to, if any.
    pub seat: Option<u8>,
    /// Client id of the command that caused the event; only on the command's first event.
    pub command: Option<String>,
    /// Text that is stored unencrypted.
    pub public: String,
    /// Text that is encrypted on disk; often empty.
    pub secret: String,
    /// Unix time in milliseconds.
    pub at_ms: UnixMs,
}

/// An event as read from the log.
#[derive(Clone, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Sequence number; the first event of a game has 0.
    pub seq: u64,
    /// Client id of the command that caused the event.
    pub command: Option<String>,
    /// See [`NewEvent::public`].
    pub public: String,
    /// See [`NewEvent::secret`].
    pub secret: String,
    /// See [`NewEvent::at_ms`].
    pub at_ms: UnixMs,
}

/// The log of one of several games.
pub struct LoadedLog {
    /// The game.
    pub game: GameId,
    /// Its log, or why it cannot be read, as [`GameLog::load`] reports it.
    pub log: Result<Vec<LoggedEvent>, StoreError>,
}

/// The hash of a seat token and the seats it opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatToken {
    /// Hash of the token in hex. The token itself is not stored.
    pub hash: String,
    /// Seat numbers.
    pub seats: Vec<u8>,
}

/// Events and related changes that are committed together.
#[derive(Clone)]
pub struct Append {
    /// The game's id.
    pub game: GameId,
    /// Number of events the writer has seen, which is the sequence number of the first new event.
    pub expected: u64,
    /// The events to append; may be empty.
    pub events: Vec<NewEvent>,
    /// A seat token to add.
    pub token: Option<SeatToken>,
    /// The table's next deadline, replacing the previous one.
    pub deadline_ms: Option<UnixMs>,
    /// Whether the game has still not begun after these events. A game that has begun is never
    /// deleted.
    pub is_open: bool,
    /// Archive row of the game that these events end or correct; inserted or replaced.
    pub finished: Option<Finished>,
}

/// Size of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Bytes in use, without free pages.
    pub used_bytes: u64,
    /// Configured maximum in bytes, if any.
    pub max_bytes: Option<u64>,
}

impl Usage {
    /// Used size in percent of the maximum; `None` without a configured maximum.
    pub fn percent(&self) -> Option<u64> {
        let max_bytes = self.max_bytes.filter(|&max_bytes| max_bytes > 0)?;
        Some(self.used_bytes.saturating_mul(100) / max_bytes)
    }
}

/// The event log of each game, and the time of the server's last heartbeat.
#[async_trait]
pub trait GameLog: Send + Sync {
    /// Creates a game with its first events, all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Database`] if a game with this id exists or the database fails.
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError>;

    /// Appends events, all or nothing. When the call returns, they are committed.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the log has another length than expected; [`StoreError::NoGame`].
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// Returns the whole log of a game after verifying its hash chain.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if the log is not what was written; [`StoreError::NoGame`].
    async fn load(&self, game: &GameId) -> Result<Vec<LoggedEvent>, StoreError>;

    /// Returns the logs of several games, in any order. The ids are different.
    ///
    /// # Errors
    /// If none can be read. Problems of single games are in the result.
    async fn load_logs(&self, games: Vec<GameId>) -> Result<Vec<LoadedLog>, StoreError> {
        let mut logs = Vec::with_capacity(games.len());
        for game in games {
            let log = self.load(&game).await;
            logs.push(LoadedLog { game, log });
        }
        Ok(logs)
    }

    /// Returns the events after the first `known` ones, with their hash chain verified up to the
    /// log's head.
    ///
    /// # Errors
    /// As [`GameLog::load`], and [`StoreError::Damaged`] if the log is shorter than `known`.
    async fn load_since(&self, game: &GameId, known: u64) -> Result<Vec<LoggedEvent>, StoreError> {
        let mut log = self.load(game).await?;
        if (log.len() as u64) < known {
            return Err(StoreError::Damaged { game: game.to_owned(), seq: log.len() as u64 });
        }
        Ok(log.split_off(known as usize))
    }

    /// Returns the seat tokens of a game in insertion order after verifying their chain. Empty if
    /// the game does not exist.
    ///
    /// # Errors
    /// [`StoreError::DamagedTokens`] if they are not what was written.
    async fn tokens(&self, game: &GameId) -> Result<Vec<SeatToken>, StoreError>;

    /// Returns the oldest games that have not begun and were created before `before_ms`, at most
    /// `limit`.
    async fn open_before(&self, before_ms: UnixMs, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// Deletes a game that has not begun, with all of its rows.
    ///
    /// # Errors
    /// [`StoreError::Begun`] if it has begun, [`StoreError::Stale`] if its log has another
    /// length, [`StoreError::NoGame`]. In each case nothing is deleted.
    async fn delete_open(&self, game: &GameId, expected: u64) -> Result<(), StoreError>;

    /// Returns the games with a deadline, earliest deadline first.
    async fn games_with_deadline(&self) -> Result<Vec<GameId>, StoreError>;

    /// Returns the ids that begin with `beginning`, in the order in which the games were created.
    async fn games_with_prefix(&self, beginning: &str) -> Result<Vec<GameId>, StoreError>;

    /// Records a heartbeat of the server.
    async fn mark_alive(&self, now_ms: UnixMs) -> Result<(), StoreError>;

    /// Returns the time of the server's last heartbeat.
    async fn last_alive(&self) -> Result<Option<UnixMs>, StoreError>;

    /// Returns the used and the allowed size.
    async fn usage(&self) -> Result<Usage, StoreError>;

    /// Tests whether a game could be stored now, by a commit that allocates space.
    ///
    /// # Errors
    /// The reason why it could not.
    async fn health(&self) -> Result<(), StoreError>;

    /// Returns the operations for several servers, if the backend can be shared.
    fn cluster(&self) -> Option<&dyn ClusterStore> {
        None
    }
}
