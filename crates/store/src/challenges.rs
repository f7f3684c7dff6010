use crate::StoreError;
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};

/// A challenge of one account to another. Its table waits for the recipient. A table may wait for
/// several recipients, each at another seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Id of the waiting table.
    pub game: GameId,
    /// Account id of the challenger.
    pub challenger: AccountId,
    /// Account id of the recipient.
    pub recipient: AccountId,
    /// The seat that is reserved for the recipient; `None` for the only open seat.
    pub seat: Option<u8>,
    /// Further data, not interpreted by the store.
    pub text: String,
    /// The recipient's answer: [`ACCEPTED`], or the reason for declining. `None` while the challenge is
    /// open.
    pub answer: Option<String>,
    /// Creation time, Unix ms.
    pub since_ms: UnixMs,
    /// Expiry time, Unix ms, unless renewed.
    pub until_ms: UnixMs,
}

/// What tells a challenge from all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeKey {
    /// Id of the waiting table.
    pub game: GameId,
    /// Account id of the recipient.
    pub recipient: AccountId,
}

impl Challenge {
    /// What tells the challenge from all others.
    pub fn key(&self) -> ChallengeKey {
        ChallengeKey { game: self.game.clone(), recipient: self.recipient.clone() }
    }
}

/// The answer of a recipient who takes the seat.
pub const ACCEPTED: &str = "accepted";

/// Challenges between accounts. The recipient's first answer counts. Whether an accepted challenge
/// becomes a game is decided by the log of its table: the challenger may have withdrawn.
#[async_trait]
pub trait Challenges: Send + Sync {
    /// Adds a challenge.
    ///
    /// # Errors
    /// [`StoreError::TooManyChallenges`] if the challenger has `max_open` open challenges, or one to
    /// the same recipient. Reserved seats count apart from challenges without a seat.
    async fn add_challenge(&self, challenge: Challenge, max_open: u32) -> Result<(), StoreError>;

    /// Returns the challenges whose recipients a table waits for, by recipient. Also those that were
    /// declined or have expired, for at least 15 days after their expiry.
    async fn challenges_at(&self, game: &GameId) -> Result<Vec<Challenge>, StoreError>;

    /// Returns all unexpired challenges, oldest first.
    async fn challenges(&self, now_ms: UnixMs) -> Result<Vec<Challenge>, StoreError>;

    /// Records the answer of a recipient to an open challenge. The same answer may be repeated.
    ///
    /// # Errors
    /// [`StoreError::NoChallenge`] if there is no such challenge, if it has expired, or if it has
    /// another answer already.
    async fn answer_challenge(
        &self,
        game: &GameId,
        recipient: &AccountId,
        answer: &str,
        now_ms: UnixMs,
    ) -> Result<(), StoreError>;

    /// Extends the challenges of these games until `until_ms`, unless they have expired or were
    /// declined.
    async fn renew_challenges(
        &self,
        games: Vec<GameId>,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<(), StoreError>;

    /// Ends challenges: they expire now, and stay known at their tables.
    async fn end_challenges(
        &self,
        challenges: Vec<ChallengeKey>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError>;

    /// Removes challenges.
    async fn remove_challenges(&self, challenges: Vec<ChallengeKey>) -> Result<(), StoreError>;
}

/// Time for which an expired challenge is kept, in milliseconds. By then its table is deleted.
pub(crate) const KEPT_MS: u64 = 15 * 24 * 3_600 * 1_000;
