//! Seeks of correspondence games, which stay while their host is away and over restarts. The log of
//! the table decides whether such a seek becomes a game.

use crate::{
    accounts::Person,
    base::HubError,
    limits::{KEPT_SEEKS_PER_ACCOUNT, SEEKS},
    lobby::{Lobby, challenges::is_correspondence, seeks::stays, taken_seek::ListedText},
    tables::Handle,
};
use game::Refusal;
use protocol::{AccountId, GameId, TablePlan};
use store::NewSeek;

impl Lobby {
    /// Checks that an account may add a seek with this plan.
    ///
    /// # Errors
    /// `seek-limit` and `seeks-full`, and if the store fails.
    pub(super) async fn check_may_stay(
        &self,
        plan: &TablePlan,
        account: Option<&AccountId>,
    ) -> Result<(), HubError> {
        if !stays(plan, account) {
            return Ok(());
        }
        let kept = self.waiting_seeks().await?;
        let kept = || kept.iter().filter(|seek| seek.stays());
        if kept().filter(|seek| seek.profile.account() == account).count() >= KEPT_SEEKS_PER_ACCOUNT
        {
            let message =
                format!("an account has at most {KEPT_SEEKS_PER_ACCOUNT} correspondence seeks");
            return Err(Refusal::new("seek-limit", message).with(KEPT_SEEKS_PER_ACCOUNT).into());
        }
        if kept().count() >= SEEKS {
            let message = format!("there are {SEEKS} correspondence seeks already; join one");
            return Err(Refusal::new("seeks-full", message).into());
        }
        Ok(())
    }

    /// The host of a seek that stays. The host of another seek is connected, so the table knows the
    /// account.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn host_of_kept(&self, table: &GameId) -> Result<Option<AccountId>, HubError> {
        // Only a table that was listed has a seek.
        let plan = self.tables.info(table).await?.plan;
        if !plan.is_public || !is_correspondence(&plan) {
            return Ok(None);
        }
        let waiting = self.waiting_seeks().await?;
        let seek = waiting.iter().find(|waiting| waiting.seek.table == *table);
        Ok(seek.and_then(|seek| seek.profile.account().cloned()))
    }

    /// Ends the seek of a full table, if it stays while its host is away: no refresh notices it.
    pub(crate) async fn settle_seek(&self, id: &GameId, table: &Handle) {
        let Ok(info) = table.info().await else { return };
        let is_kept = info.plan.is_public && is_correspondence(&info.plan);
        if is_kept && matches!(table.waits().await, Ok(None)) {
            self.forget_seek(id).await;
        }
    }

    /// Lists the seeks that have stayed over a restart, except those whose tables cannot be read.
    /// With several servers they are in the shared list.
    ///
    /// # Errors
    /// If the store fails to read or to end seeks.
    pub(crate) async fn restore_seeks(&self) -> Result<(), HubError> {
        let store = &self.tables.app.store;
        if store.cluster().is_some() {
            return Ok(());
        }
        let mut gone = Vec::new();
        for NewSeek { game, text, since_ms, .. } in
            store.kept_seeks(self.tables.app.now_ms()).await?
        {
            let waits = match self.tables.info(&game).await {
                Ok(info) => info.seats.iter().any(|seat| !seat.taken),
                Err(HubError::NoTable(_)) => false,
                Err(error) => {
                    // One table that cannot be read keeps no server from starting. The seek stays
                    // in the store for the next start.
                    tracing::error!(table = game.as_str(), %error, "failed to restore seek");
                    continue;
                }
            };
            let listed = serde_json::from_str::<ListedText>(&text).ok().filter(|_| waits);
            match listed {
                Some(ListedText { seek, profile }) => {
                    let maker = profile.account().cloned().map_or(Person::Own, Person::Account);
                    self.seeks.add(&seek, profile, &maker, since_ms);
                }
                None => gone.push(game),
            }
        }
        if !gone.is_empty() {
            store.end_kept_seeks(gone).await?;
        }
        Ok(())
    }
}
