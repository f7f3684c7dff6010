use super::MemoryStore;
use crate::{ClusterStore, KeptSeeks, ListedSeek, NewSeek, StoreError};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};

#[async_trait]
impl KeptSeeks for MemoryStore {
    async fn keep_seek(&self, seek: NewSeek) -> Result<(), StoreError> {
        self.add_seek(seek, u32::MAX).await
    }

    async fn kept_seeks(&self, now_ms: UnixMs) -> Result<Vec<NewSeek>, StoreError> {
        let listed = self.seeks(now_ms, now_ms).await?;
        Ok(listed.into_iter().map(|ListedSeek { seek, .. }| seek).collect())
    }

    async fn end_kept_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.remove_seeks(games).await
    }
}
