//! The end of what accounts have in the lobby and at tables when they are closed.

use crate::{base::HubError, lobby::Lobby};
use protocol::{AccountId, DeclineReason};
use std::sync::Arc;
use store::StoreError;

impl Lobby {
    /// Ends the seeks and challenges of closed accounts, and resigns their running rated games. In
    /// casual games the account is not noted; its device may finish them like a guest. Returns the
    /// accounts of which everything has ended. Failures are logged: the accounts are closed already,
    /// no player can join their tables, and the caller tries again later.
    pub(crate) async fn end_for_closed(
        self: &Arc<Lobby>,
        accounts: &[AccountId],
    ) -> Vec<AccountId> {
        let seeks = self.end_seeks(accounts).await;
        if let Err(error) = &seeks {
            tracing::warn!(%error, "failed to end seeks of closed accounts");
        }
        let challenges = self.end_challenges(accounts).await;
        if let Err(error) = &challenges {
            tracing::warn!(%error, "failed to end challenges of closed accounts");
        }
        let mut ended = Vec::new();
        for account in accounts {
            if self.tables.resign_for(account).await && seeks.is_ok() && challenges.is_ok() {
                ended.push(account.clone());
            }
        }
        ended
    }

    async fn end_seeks(self: &Arc<Lobby>, accounts: &[AccountId]) -> Result<(), HubError> {
        let mut is_changed = false;
        for seek in self.waiting_seeks().await? {
            if seek.profile.account().is_some_and(|account| accounts.contains(account))
                && let Some(taken) = self.take_seek(seek.number()).await?
            {
                taken.finish(false).await?;
                is_changed = true;
            }
        }
        if is_changed {
            self.seeks_changed();
        }
        Ok(())
    }

    async fn end_challenges(&self, accounts: &[AccountId]) -> Result<(), HubError> {
        let app = &self.tables.app;
        let open = app.store.challenges(app.now_ms()).await?;
        let (mut made, mut is_changed) = (Vec::new(), false);
        for challenge in open.into_iter().filter(|it| it.answer.is_none()) {
            if accounts.contains(&challenge.challenger) {
                made.push(challenge.key());
            } else if accounts.contains(&challenge.recipient) {
                is_changed = true;
                let reason = DeclineReason::No.as_str();
                let declined = app.store.answer_challenge(
                    &challenge.game,
                    &challenge.recipient,
                    reason,
                    app.now_ms(),
                );
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
            is_changed = true;
        }
        if is_changed {
            self.challenges_changed();
        }
        Ok(())
    }
}
