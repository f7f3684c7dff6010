//! The end of what an account has in the lobby and at tables when it is closed.

use crate::{accounts::Member, base::HubError, lobby::Lobby};
use protocol::DeclineReason;
use std::sync::Arc;
use store::StoreError;

impl Lobby {
    /// Ends the seeks and challenges of a closed account, and resigns its running rated games. In
    /// casual games the account is not noted; its device may finish them like a guest. Failures are
    /// logged: the account is closed already, and no player can join its tables.
    pub(crate) async fn end_for_closed(self: &Arc<Lobby>, account: &Member) {
        if let Err(error) = self.end_seeks(account).await {
            tracing::warn!(player = account.id.as_str(), %error, "failed to end seeks");
        }
        if let Err(error) = self.end_challenges(account).await {
            tracing::warn!(player = account.id.as_str(), %error, "failed to end challenges");
        }
        self.tables.resign_for(&account.id).await;
    }

    async fn end_seeks(self: &Arc<Lobby>, account: &Member) -> Result<(), HubError> {
        for seek in self.waiting_seeks().await? {
            if seek.profile.account() == Some(&account.id)
                && let Some(taken) = self.take_seek(seek.number()).await?
            {
                taken.finish(false).await?;
            }
        }
        self.seeks_changed();
        Ok(())
    }

    async fn end_challenges(&self, account: &Member) -> Result<(), HubError> {
        let app = &self.tables.app;
        let open = app.store.challenges(app.now_ms()).await?;
        let mut made = Vec::new();
        for challenge in open.into_iter().filter(|it| it.answer.is_none()) {
            if challenge.challenger == account.id {
                made.push(challenge.game);
            } else if challenge.recipient == account.id {
                let reason = DeclineReason::No.as_str();
                let declined =
                    app.store.answer_challenge(&challenge.game, &account.id, reason, app.now_ms());
                match declined.await {
                    // It ended in the meantime.
                    Ok(()) | Err(StoreError::NoChallenge) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        if !made.is_empty() {
            // They expire now, and stay known at their tables, which no player can join any more.
            app.store.end_challenges(made, app.now_ms()).await?;
        }
        self.challenges_changed();
        Ok(())
    }
}
