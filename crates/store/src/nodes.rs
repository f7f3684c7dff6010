use crate::StoreError;
use async_trait::async_trait;
use std::time::Duration;

/// What all servers on one database must have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// The version of the rules that they begin games under.
    pub rules: u32,
    /// Who they are to whoever checks what they sign: a public key, as text.
    pub signer: String,
    /// Whom they let decide: what tells the arbiter's key from others, and nothing about it.
    pub arbiter: String,
}

/// A table whose host waits for anybody, as it is put into the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSeek {
    /// The same for those that suit each other.
    pub kind: String,
    /// The table.
    pub game: String,
    /// Who made it, as a name that tells makers apart.
    pub maker: String,
    /// What else is to be kept. The store does not look into it.
    pub text: String,
    /// When it was made, in milliseconds since the epoch.
    pub since_ms: u64,
    /// When it ends, unless it is renewed.
    pub until_ms: u64,
}

/// One that is in the list, or was taken from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeek {
    /// Its place: who came first has the smaller one.
    pub n: i64,
    /// What it is.
    pub seek: NewSeek,
}

/// What several servers on one database, its nodes, ask of it beside the logs.
///
/// Leases save work and promise nothing: a node that was held up may believe that it has one which
/// another has taken over. What must happen once is decided by the log.
#[async_trait]
pub trait Nodes: Send + Sync {
    /// What tells this database from every other.
    fn house(&self) -> &str;

    /// Whether no other node had the database when this one came.
    fn is_first(&self) -> bool;

    /// The database's clock, in milliseconds since the epoch: the one that all nodes go by.
    async fn clock_ms(&self) -> Result<u64, StoreError>;

    /// Of these games, each with how many events are known of it, those that stand elsewhere by now
    /// or are gone.
    async fn moved_on(&self, known: Vec<(String, u64)>) -> Result<Vec<String>, StoreError>;

    /// Games whose deadline has passed, the earliest first, at most so many. Until `until_ms`, or
    /// something happens in them, nobody else gets them.
    async fn claim_due(
        &self,
        now_ms: u64,
        until_ms: u64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// Takes or renews a lease; `false` while another holds it.
    async fn take_lease(
        &self,
        name: &str,
        holder: &str,
        term: Duration,
    ) -> Result<bool, StoreError>;

    /// Gives a lease back. One that another holds stays.
    async fn end_lease(&self, name: &str, holder: &str) -> Result<(), StoreError>;

    /// Notes through which seats of which games, each a digit, somebody looks at a node; until then,
    /// or until it is noted anew.
    async fn note_presence(
        &self,
        node: &str,
        seats: Vec<(String, String)>,
        until_ms: u64,
    ) -> Result<(), StoreError>;

    /// Through which seats of these games somebody looks at other nodes; nothing of those where nobody
    /// does.
    async fn present_elsewhere(
        &self,
        node: &str,
        games: Vec<String>,
        now_ms: u64,
    ) -> Result<Vec<(String, String)>, StoreError>;

    /// Notes that these accounts sit in a game, for [`Nodes::playing`].
    async fn note_playing(&self, game: &str, players: Vec<String>) -> Result<(), StoreError>;

    /// Games in which an account sits, as far as that was noted, at most so many. Some may be over.
    async fn playing(&self, player: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Forgets who sits in these games.
    async fn end_playing(&self, games: Vec<String>) -> Result<(), StoreError>;

    /// Everybody who waits, the oldest first.
    async fn seeks(&self, now_ms: u64) -> Result<Vec<ListedSeek>, StoreError>;

    /// Takes the oldest of a kind, so that nobody else gets it; none of those that were passed.
    async fn take_seek(
        &self,
        kind: &str,
        passed: Vec<i64>,
        now_ms: u64,
    ) -> Result<Option<ListedSeek>, StoreError>;

    /// Adds one, unless another of its kind waits already: then that is taken. Of two who come at the
    /// same time, to whatever nodes, one gets the other. Of one maker's, more than `most`, the oldest
    /// give way.
    async fn add_seek(
        &self,
        seek: NewSeek,
        passed: Vec<i64>,
        most: u32,
    ) -> Result<Option<ListedSeek>, StoreError>;

    /// Puts one back that was taken, in its old place.
    async fn put_seek_back(&self, seek: ListedSeek) -> Result<(), StoreError>;

    /// Keeps those of these games until then.
    async fn renew_seeks(&self, games: Vec<String>, until_ms: u64) -> Result<(), StoreError>;

    /// Forgets those of these games.
    async fn end_seeks(&self, games: Vec<String>) -> Result<(), StoreError>;

    /// Lets somebody have one more of what is limited to so many at once and then one in so long;
    /// `false` if that is too much. Exact, however many nodes ask.
    async fn admit(
        &self,
        key: &str,
        now_ms: u64,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError>;

    /// Whether [`Nodes::admit`] would let somebody have one more; nothing is counted.
    async fn would_admit(
        &self,
        key: &str,
        now_ms: u64,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError>;

    /// Forgets what counts no more.
    async fn tidy(&self, now_ms: u64) -> Result<(), StoreError>;
}
