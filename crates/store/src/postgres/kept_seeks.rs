//! Seeks that stay, in PostgreSQL: they are in the list of all seeks.

use super::PostgresStore;
use crate::{ClusterStore, KeptSeeks, ListedSeek, NewSeek, StoreError};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};

#[async_trait]
impl KeptSeeks for PostgresStore {
    async fn keep_seek(&self, seek: NewSeek) -> Result<(), StoreError> {
        self.add_seek(seek, i32::MAX as u32).await
    }

    async fn kept_seeks(&self, now_ms: UnixMs) -> Result<Vec<NewSeek>, StoreError> {
        let listed = self.seeks(now_ms, now_ms).await?;
        Ok(listed.into_iter().map(|ListedSeek { seek, .. }| seek).collect())
    }

    async fn end_kept_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.remove_seeks(games).await
    }
}
