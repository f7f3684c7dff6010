//! The only crate that knows SQL: an append-only log for each game, and the little around it.
//!
//! * An append names the sequence it expects; of two writers one is refused ([`StoreError::Stale`]).
//! * Nothing is acknowledged before it is committed. Appends that wait are committed together.
//! * Events are chained by hash, so that a damaged or doctored log is noticed when it is read.
//! * The store never looks into an event: two texts, one public, one sealed.

mod chain;
mod sqlite;
mod writer;

use async_trait::async_trait;

pub use sqlite::SqliteStore;

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
    /// Sealed text, often empty.
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
}

/// A smart board that may speak.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// 24 hex digits.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What signs its messages.
    pub key: [u8; 32],
}

/// Why the store could not do it. Never holds an event's text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such game.
    #[error("there is no game `{0}`")]
    NoGame(String),
    /// Somebody else has appended meanwhile.
    #[error("game `{game}` stands at event {found}, not {expected}")]
    Stale {
        /// The game.
        game: String,
        /// What the writer expected.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// The log does not hold what was written.
    #[error("the log of game `{game}` is damaged at event {seq}")]
    Damaged {
        /// The game.
        game: String,
        /// The first event whose hash is wrong.
        seq: u64,
    },
    /// The database failed; nothing of the append was kept.
    #[error("the database failed: {0}")]
    Database(String),
    /// The store is shutting down, or its queue is full for too long.
    #[error("the store takes no more work")]
    Closed,
}

/// Where games are kept.
#[async_trait]
pub trait Store: Send + Sync {
    /// Adds a game with its first events, all or nothing.
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError>;

    /// Appends events, all or nothing. Returning means committed.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// The whole log of a game, its chain checked.
    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError>;

    /// The tokens of a game.
    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError>;

    /// The games with a deadline.
    async fn with_deadline(&self) -> Result<Vec<String>, StoreError>;

    /// The ids of the games that begin with this text, in order.
    async fn games_from(&self, beginning: &str) -> Result<Vec<String>, StoreError>;

    /// Lets a board in, or gives one that is known a new name and key.
    async fn put_board(&self, board: Board) -> Result<(), StoreError>;

    /// Every board, by name.
    async fn boards(&self) -> Result<Vec<Board>, StoreError>;

    /// Notes that the server is alive.
    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError>;

    /// When the server was last alive.
    async fn last_alive(&self) -> Result<Option<u64>, StoreError>;
}
