//! Cancelling a table that waits for players.

use crate::{accounts::Person, base::HubError, lobby::Lobby};
use protocol::GameId;
use std::sync::Arc;

impl Lobby {
    /// Deletes a table without another player. It can then be found neither by its link nor in the
    /// list. Without a token the person's account closes it, on any device.
    ///
    /// # Errors
    /// If neither the token nor the account has a seat there, if another player has joined, or if the
    /// store fails.
    pub(crate) async fn cancel(
        self: &Arc<Lobby>,
        id: &GameId,
        token: &str,
        closer: Person,
    ) -> Result<(), HubError> {
        let table = self.tables.load(id).await?;
        let own = table.close(token.to_owned(), closer).await?;
        self.withdraw_challenges(id).await;
        self.forget_seek(id).await;
        // A client may have opened the table by its link just now.
        let lock = self.tables.lock_for_deletion(id).ok_or(HubError::Busy)?;
        // A separate task, because the client may disconnect, and the table must not stay locked.
        let (tables, id) = (self.tables.clone(), id.to_owned());
        let clearing = tokio::spawn(async move {
            let cleared = tables.clear_closed(&id, &own).await;
            drop(lock);
            cleared
        });
        clearing.await.unwrap_or(Err(HubError::Busy))
    }
}
