use crate::StoreError;
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use std::time::Duration;

/// Properties that all servers on one database must share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterIdentity {
    /// Version of the rules for new games.
    pub rules: u32,
    /// Public signing key as text.
    pub signer: String,
    /// Fingerprint of the arbiter's key; reveals nothing about the key.
    pub arbiter: String,
}

/// A table that waits for any opponent, as added to the list of seeks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSeek {
    /// Terms of the game, equal for seeks that may match each other.
    pub kind: String,
    /// The table's game id.
    pub game: GameId,
    /// Identifies the creator (account or address).
    pub creator: String,
    /// Further data, not interpreted by the store.
    pub text: String,
    /// Creation time, Unix ms.
    pub since_ms: UnixMs,
    /// Expiry time, Unix ms, unless renewed. An expired seek can be renewed for [`SEEK_PAUSE_MS`].
    pub until_ms: UnixMs,
}

/// Time in which an expired seek can be renewed, in milliseconds: its host may come back.
pub const SEEK_PAUSE_MS: u64 = 600_000;

/// A listed seek.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeek {
    /// Position in the list; earlier seeks have smaller numbers.
    pub number: i64,
    /// The seek.
    pub seek: NewSeek,
}

/// A line of a table's chat that the servers share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedChatLine {
    /// Position among all lines; later lines have larger numbers.
    pub number: i64,
    /// The table's game id.
    pub game: GameId,
    /// The line, not interpreted by the store.
    pub text: String,
}

/// Coordination between several servers ("nodes") on one database, beside the logs.
///
/// Leases only save work: a paused node may still believe that it holds a lease that another node
/// has taken over. Anything that must happen exactly once is decided by a log append.
#[async_trait]
pub trait ClusterStore: Send + Sync {
    /// Unique id of this database.
    fn cluster_id(&self) -> &str;

    /// Whether no other node was connected when this one connected.
    fn is_first(&self) -> bool;

    /// Returns the database's clock, Unix ms. All nodes use it.
    async fn clock_ms(&self) -> Result<UnixMs, StoreError>;

    /// Of the given games with their known number of events, returns those whose log has another
    /// length or which no longer exist.
    async fn changed_logs(&self, known: Vec<(GameId, u64)>) -> Result<Vec<GameId>, StoreError>;

    /// Claims games with a passed deadline, earliest first, at most `limit`. No other node gets
    /// them until `until_ms` or until an event is appended to them.
    async fn claim_due(
        &self,
        now_ms: UnixMs,
        until_ms: UnixMs,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError>;

    /// Takes or renews a lease. Returns `false` while another holder has it.
    async fn take_lease(
        &self,
        name: &str,
        holder: &str,
        term: Duration,
    ) -> Result<bool, StoreError>;

    /// Releases a lease held by `holder`.
    async fn release_lease(&self, name: &str, holder: &str) -> Result<(), StoreError>;

    /// Records which seats (digits) of which games have a viewer connected to `node`. Valid until
    /// `until_ms` or until the next record of this node.
    async fn set_presence(
        &self,
        node: &str,
        seats: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError>;

    /// Returns the seats with viewers at other nodes, for those of the given games that have any.
    async fn present_elsewhere(
        &self,
        node: &str,
        games: Vec<GameId>,
        now_ms: UnixMs,
    ) -> Result<Vec<(GameId, String)>, StoreError>;

    /// Returns the seeks that expire after `after_ms` and are not taken at `now_ms`, oldest first.
    /// With `now_ms` twice, those are the ones that are listed.
    async fn seeks(&self, now_ms: UnixMs, after_ms: UnixMs) -> Result<Vec<ListedSeek>, StoreError>;

    /// Takes and returns the seek with this number. Of concurrent callers on any nodes one gets it;
    /// the others get `None`. At `until_ms` it is listed again unless it was removed: the caller's
    /// node may have died.
    async fn take_seek(
        &self,
        number: i64,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<Option<ListedSeek>, StoreError>;

    /// Adds a seek. If a creator has more than `max_per_creator` seeks, the oldest are dropped.
    async fn add_seek(&self, seek: NewSeek, max_per_creator: u32) -> Result<(), StoreError>;

    /// Returns a seek that was taken until `until_ms` to the list, unless another caller has taken it
    /// since.
    async fn return_seek(&self, number: i64, until_ms: UnixMs) -> Result<(), StoreError>;

    /// Extends the seeks of these games until `until_ms`, if they would expire before.
    async fn renew_seeks(&self, games: Vec<GameId>, until_ms: UnixMs) -> Result<(), StoreError>;

    /// Removes the seeks of these games.
    async fn remove_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError>;

    /// Counts one use against a limit of `at_once`, refilled by one per `every`. Returns `false` if
    /// the limit is exhausted. Exact across nodes.
    async fn admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError>;

    /// Whether [`ClusterStore::admit`] would succeed; counts nothing.
    async fn would_admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError>;

    /// Adds lines of chat, which expire at `until_ms`. A reader never sees a line before one with a
    /// smaller number.
    async fn add_chat_lines(
        &self,
        lines: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError>;

    /// Number of the latest unexpired line of chat; 0 without any.
    async fn last_chat_number(&self) -> Result<i64, StoreError>;

    /// Returns the lines of chat after a number, of all tables and nodes, in order, at most `limit`.
    async fn chat_lines_after(
        &self,
        number: i64,
        limit: u32,
    ) -> Result<Vec<SharedChatLine>, StoreError>;

    /// Removes expired rows.
    async fn remove_expired(&self, now_ms: UnixMs) -> Result<(), StoreError>;
}
