use crate::{Nodes, StoreError, archive::Finished};
use async_trait::async_trait;

/// An event as it is handed in.
#[derive(Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The stable name of its kind.
    pub kind: &'static str,
    /// The seat it belongs to, if to one.
    pub seat: Option<u8>,
    /// The client's id of the command that caused it, on the command's first event.
    pub command: Option<String>,
    /// Text that anyone may read who reads the log.
    pub public: String,
    /// Text that nobody may read who reads the disk, often empty.
    pub secret: String,
    /// Milliseconds since the epoch.
    pub at_ms: u64,
}

/// An event as it is read back.
#[derive(Clone, PartialEq, Eq)]
pub struct LoggedEvent {
    /// 0 for the game's first.
    pub seq: u64,
    /// The client's id of the command that caused it.
    pub command: Option<String>,
    /// As handed in.
    pub public: String,
    /// As handed in.
    pub secret: String,
    /// As handed in.
    pub at_ms: u64,
}

/// A token's hash and the seats it opens, each a digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatToken {
    /// The hash as hex; the token itself is nowhere.
    pub hash: String,
    /// The seats.
    pub seats: Vec<u8>,
}

/// What is committed together.
#[derive(Clone)]
pub struct Append {
    /// The game.
    pub game: String,
    /// How many events the writer has seen: the sequence of the first new one.
    pub expected: u64,
    /// The events; may be none.
    pub events: Vec<NewEvent>,
    /// A token to add.
    pub token: Option<SeatToken>,
    /// When the table must be looked at next, from now on.
    pub deadline_ms: Option<u64>,
    /// Whether the game has not begun with these events. Once it has it is never deleted.
    pub is_open: bool,
    /// The game that these events end or correct, for the archive: written once, and written over.
    pub finished: Option<Finished>,
}

/// How much room a store takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// In bytes, without what is free to be written over.
    pub used_bytes: u64,
    /// The most it was allowed, if it was.
    pub max_bytes: Option<u64>,
}

impl Usage {
    /// How full it is, in percent of what it may take; `None` if there is no limit but the disk's.
    pub fn percent(&self) -> Option<u64> {
        let max_bytes = self.max_bytes.filter(|&max_bytes| max_bytes > 0)?;
        Some(self.used_bytes.saturating_mul(100) / max_bytes)
    }
}

/// The log of each game, and when the server that writes it was last alive.
#[async_trait]
pub trait GameLog: Send + Sync {
    /// Adds a game with its first events, all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Database`] if there is one of this name, or the database fails.
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError>;

    /// Appends events, all or nothing. Returning means committed.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the log stands elsewhere than expected; [`StoreError::NoGame`].
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// The whole log of a game, its chain checked to the end.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it does not hold what was written; [`StoreError::NoGame`].
    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError>;

    /// What follows the first `known` events of a game, chained to them and to the log's end; often
    /// nothing.
    ///
    /// # Errors
    /// As [`GameLog::load`]; also [`StoreError::Damaged`] if there are fewer than that.
    async fn load_since(&self, game: &str, known: u64) -> Result<Vec<LoggedEvent>, StoreError> {
        let mut log = self.load(game).await?;
        if (log.len() as u64) < known {
            return Err(StoreError::Damaged { game: game.to_owned(), seq: log.len() as u64 });
        }
        Ok(log.split_off(known as usize))
    }

    /// The tokens of a game in the order of being added, their chain checked; none for no game.
    ///
    /// # Errors
    /// [`StoreError::DamagedTokens`] if they are not what was written.
    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError>;

    /// The oldest games that have not begun and were made before this moment, at most so many.
    async fn open_before(&self, before_ms: u64, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes a game that has not begun, with everything of it.
    ///
    /// # Errors
    /// [`StoreError::Begun`] if it has, [`StoreError::Stale`] if its log is longer than expected,
    /// [`StoreError::NoGame`]; then everything stays.
    async fn delete_open(&self, game: &str, expected: u64) -> Result<(), StoreError>;

    /// The games with a deadline, the nearest first.
    async fn with_deadline(&self) -> Result<Vec<String>, StoreError>;

    /// The ids of the games that begin with this text, in the order in which the games began.
    async fn games_from(&self, beginning: &str) -> Result<Vec<String>, StoreError>;

    /// Notes that the server is alive.
    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError>;

    /// When the server was last alive.
    async fn last_alive(&self) -> Result<Option<u64>, StoreError>;

    /// How much room is taken, and how much there may be.
    async fn usage(&self) -> Result<Usage, StoreError>;

    /// Whether a game could be stored now: found out by a commit that needs room.
    ///
    /// # Errors
    /// Why it could not.
    async fn health(&self) -> Result<(), StoreError>;

    /// What it has for several servers, if others may write to it too.
    fn nodes(&self) -> Option<&dyn Nodes> {
        None
    }
}
