use super::{Operation, WholeStore, Write};
use crate::StoreError;
use async_trait::async_trait;
use protocol::GameId;

/// Decides what becomes of each operation of a [`FaultyStore`](super::FaultyStore).
#[async_trait]
pub trait FaultPlan: Send + Sync + 'static {
    /// Executes a write: waits, changes, fails or commits it ([`Write::commit`]).
    async fn write(&self, write: Write, store: &dyn WholeStore) -> Result<(), StoreError>;

    /// Called before a read, and before a change of data that servers share outside the logs. The
    /// operation is executed after this has returned `Ok`. `game` is empty if the operation does not
    /// concern one game.
    async fn read(&self, operation: Operation, game: &GameId) -> Result<(), StoreError>;
}
