//! Random opponents: whoever seeks a game sits down with whoever seeks the same, or waits.

use crate::{
    accounts::Member,
    error::HubError,
    hub::Hub,
    opening::{JoiningPlayer, salt},
    seeks::Waiting,
};
use protocol::{Created, OpenRequest, Seek};
use std::sync::Arc;

/// So long a seeker's page may take to come to its table, in milliseconds.
const COMING_MS: u64 = 15_000;
/// The most tables that wait for anybody at the same time.
const SEEKS: usize = 1_000;

impl Hub {
    /// Seats a seeker at a table that waits for the like of it, or opens one that waits.
    ///
    /// # Errors
    /// When the plan cannot be, or the store fails.
    pub(crate) async fn pair(
        self: &Arc<Hub>,
        request: OpenRequest,
        account: Option<Member>,
    ) -> Result<Created, HubError> {
        let salt = salt(&request.salt)?;
        // One at a time: two seekers must not both wait for each other.
        let mut waiting = self.seeks.0.lock().await;
        self.forget_gone(&mut waiting).await;
        for waits in waiting.iter() {
            let seek = &waits.seek;
            if !waits.suits(&request.plan) {
                continue;
            }
            let table = self.table(&seek.table).await?;
            // Somebody may have come by the link meanwhile; then the next one is asked.
            if let Ok(joined) = table.join(request.name.clone(), salt, None, account.clone()).await
            {
                let table = seek.table.clone();
                return Ok(Created { table, token: joined.token, seats: vec![joined.seat] });
            }
        }
        if waiting.len() >= SEEKS {
            return Err(HubError::Busy);
        }
        let plan = request.plan.clone();
        let JoiningPlayer { name, member } =
            self.app.joining_player(&plan, request.name.clone(), account.clone());
        let strength = member.map(|member| member.strength);
        let created = self.open(request, account).await?;
        // As the table shows it; one that is open has a host with a name.
        let name = table::clean_name(&name).unwrap_or_default();
        let seek = Seek { table: created.table.clone(), name, strength, plan };
        waiting.push(Waiting { seek, since_ms: self.app.config.source.now_ms() });
        Ok(created)
    }

    /// Who waits for anybody now.
    pub(crate) async fn seeks(self: &Arc<Hub>) -> Vec<Seek> {
        let mut waiting = self.seeks.0.lock().await;
        self.forget_gone(&mut waiting).await;
        waiting.iter().map(|waiting| waiting.seek.clone()).collect()
    }

    /// Forgets tables that are full, and those whose host has gone away.
    async fn forget_gone(self: &Arc<Hub>, waiting: &mut Vec<Waiting>) {
        let now_ms = self.app.config.source.now_ms();
        let mut kept = Vec::with_capacity(waiting.len());
        for waits in waiting.drain(..) {
            let is_coming = now_ms.saturating_sub(waits.since_ms) < COMING_MS;
            let Ok(table) = self.table(&waits.seek.table).await else { continue };
            match table.waits().await {
                Ok(Some(is_there)) if is_there || is_coming => kept.push(waits),
                _ => {}
            }
        }
        *waiting = kept;
    }
}
