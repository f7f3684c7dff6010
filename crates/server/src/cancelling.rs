//! A table that waits is given up by who opened it.

use crate::{error::HubError, hub::Hub};
use std::sync::Arc;

impl Hub {
    /// Gives up a table at which nobody else has sat down: nobody finds it any more, whether by
    /// its link or among those who wait.
    ///
    /// # Errors
    /// When the token opens no seat there, or somebody else sits there; when it cannot be now.
    pub(crate) async fn cancel(self: &Arc<Hub>, id: &str, token: &str) -> Result<(), HubError> {
        let table = self.table(id).await?;
        table.close(token.to_owned()).await?;
        self.forget_seek(id).await;
        if !self.keep_asleep(id) {
            // Somebody has come by the link this very moment.
            return Err(HubError::Busy);
        }
        // Of its own: whoever asked may hang up meanwhile, and the table must not stay kept asleep.
        let (hub, id) = (self.clone(), id.to_owned());
        let clearing = tokio::spawn(async move {
            let cleared = hub.clear(&id, u64::MAX).await;
            hub.let_return(&id);
            cleared
        });
        match clearing.await {
            Ok(Ok(())) => Ok(()),
            _ => Err(HubError::Busy),
        }
    }
}
