//! Cancelling a table that waits for players.

use crate::{error::HubError, hub::Hub};
use std::sync::Arc;

impl Hub {
    /// Deletes a table without another player. It can then be found neither by its link nor in the
    /// list.
    ///
    /// # Errors
    /// If the token opens no seat there, if another player has joined, or if the store fails.
    pub(crate) async fn cancel(self: &Arc<Hub>, id: &str, token: &str) -> Result<(), HubError> {
        let table = self.table(id).await?;
        table.close(token.to_owned()).await?;
        self.forget_seek(id).await;
        // A client may have opened the table by its link just now.
        let lock = self.lock_for_deletion(id).ok_or(HubError::Busy)?;
        // A separate task, because the client may disconnect, and the table must not stay locked.
        let (hub, id) = (self.clone(), id.to_owned());
        let clearing = tokio::spawn(async move {
            let cleared = hub.clear(&id, u64::MAX).await;
            drop(lock);
            cleared
        });
        match clearing.await {
            Ok(Ok(())) => Ok(()),
            _ => Err(HubError::Busy),
        }
    }
}
