use crate::{NewSeek, StoreError};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};

/// Seeks that stay while their host is away, and over restarts. Whether a seek becomes a game is
/// decided by the log of its table: a seek may be listed a moment longer than its table waits.
#[async_trait]
pub trait KeptSeeks: Send + Sync {
    /// Adds a seek. Does nothing if the table has one.
    async fn keep_seek(&self, seek: NewSeek) -> Result<(), StoreError>;

    /// Returns all unexpired seeks, oldest first.
    async fn kept_seeks(&self, now_ms: UnixMs) -> Result<Vec<NewSeek>, StoreError>;

    /// Removes the seeks of these games.
    async fn end_kept_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError>;
}
