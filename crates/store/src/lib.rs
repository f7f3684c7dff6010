//! The only crate that knows SQL: an append-only log for each game, and the little around it.
//!
//! * An append names the sequence it expects; of two writers one is refused ([`StoreError::Stale`]).
//! * Nothing is acknowledged before it is committed. Appends that wait are committed together.
//! * Events are chained by hash, so that a damaged or doctored log is noticed when it is read.
//! * The store never looks into an event: two texts, one public, one sealed.
//! * What the archive and the ladders know of a game is written with the event that ends it, so
//!   that neither is ever there without the other.

mod chain;
mod error;
mod finished;
mod players;
mod sqlite;
mod writer;

use async_trait::async_trait;
use tokio::sync::mpsc::UnboundedReceiver;

pub use error::StoreError;
pub use finished::{ArchiveQuestion, Ended, Finished, FinishedPlayer};
pub use players::{NewPassword, Player, Session};
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
    /// The game that these events end or correct, for the archive: written once, and written over.
    pub finished: Option<Finished>,
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

    /// Adds an account and signs it in, both or neither.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another has its key.
    async fn add_player(&self, player: Player, session: Session) -> Result<(), StoreError>;

    /// The account whose name without case is this.
    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError>;

    /// The account of this id.
    async fn player_by_id(&self, id: &str) -> Result<Option<Player>, StoreError>;

    /// Signs a player in whose password was proven against the hash `proven`; what is over by
    /// `now_ms`, and the session `instead`, are forgotten.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the player's hash is another by now: proving takes its
    /// time.
    async fn add_session(
        &self,
        session: Session,
        proven: String,
        instead: Option<String>,
        now_ms: u64,
    ) -> Result<(), StoreError>;

    /// Whose session this is, if it is one and not over by `now_ms`.
    async fn session(&self, hash: &str, now_ms: u64) -> Result<Option<Player>, StoreError>;

    /// Signs out. Without a session of this hash nothing happens.
    async fn end_session(&self, hash: &str) -> Result<(), StoreError>;

    /// Gives a player another password, and ends every session of theirs but the one kept.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the player's hash is not the proven one by now.
    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError>;

    /// Games that are over and public, the latest first.
    async fn archive(&self, question: ArchiveQuestion) -> Result<Vec<Finished>, StoreError>;

    /// Rated games in the order of ending, from after a place (`None`: from the first), at most so
    /// many.
    async fn rated(&self, after: Option<Ended>, limit: u32) -> Result<Vec<Finished>, StoreError>;

    /// Every game that is over, or put right, from now on: told after its commit, and before
    /// whoever asked for the commit has an answer. Not told are those before.
    fn finished(&self) -> UnboundedReceiver<Finished>;

    /// Notes that the server is alive.
    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError>;

    /// When the server was last alive.
    async fn last_alive(&self) -> Result<Option<u64>, StoreError>;
}
