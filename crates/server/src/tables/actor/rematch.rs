//! Creation of a rematch's table.

use super::Actor;
use crate::base::{Backoff, HubError};
use protocol::GameId;
use std::pin::Pin;
use table::Input;
use tokio::time::{Duration, Instant};

type RematchCreation = Pin<Box<dyn Future<Output = Result<GameId, HubError>> + Send>>;

/// Lease for creating the table and announcing it.
const OPENED_WITHIN: Duration = Duration::from_secs(5);

/// TableStatus of the rematch's table.
#[derive(Default)]
pub(super) struct Rematch {
    creation: Option<RematchCreation>,
    /// Id of the new table once it is open.
    table: Option<GameId>,
    /// Time of the next try after a failure.
    retry: Option<(Instant, Backoff)>,
}

impl Rematch {
    pub(super) fn is_under_way(&self) -> bool {
        self.creation.is_some() || self.retry.is_some()
    }

    fn try_later(&mut self) {
        let mut backoff = self.retry.map_or(Backoff::START, |(_, backoff)| backoff);
        self.retry = Some((Instant::now() + backoff.next(), backoff));
    }
}

/// Id of the opened table; pending forever if none is being opened.
pub(super) async fn opened(rematch: &mut Rematch) -> Result<GameId, HubError> {
    match &mut rematch.creation {
        Some(creation) => creation.as_mut().await,
        None => std::future::pending().await,
    }
}

impl Actor {
    /// Opens the rematch's table, then appends its id to this table's log.
    pub(super) fn follow_rematch(&mut self) {
        if !self.state.table.wants_rematch() {
            self.rematch.retry = None;
            return;
        }
        let is_early = self.rematch.retry.is_some_and(|(at, _)| Instant::now() < at);
        if is_early || self.rematch.creation.is_some() {
            return;
        }
        let Some(table) = self.rematch.table.clone() else {
            // A rematch counts against the limit for new tables.
            if self.app.quotas.admit(self.viewers.address(), None).is_err() {
                return self.rematch.try_later();
            }
            let (app, old, tokens) =
                (self.app.clone(), self.state.table.clone(), self.state.tokens.clone());
            let lease = format!("rematch {}", self.id);
            self.rematch.creation = Some(Box::pin(async move {
                // The lease is not released: until it expires, the new table has been announced.
                if !app.leases.take(&lease, OPENED_WITHIN).await {
                    return Err(HubError::Busy);
                }
                app.open_rematch(&old, &tokens).await
            }));
            return;
        };
        self.rematch.try_later();
        if let Err(refusal) = self.put(Input::Rematched { table: &table }) {
            tracing::error!(table = self.id.as_str(), %refusal, "failed to record rematch");
        }
    }

    pub(super) fn rematch_opened(&mut self, opened: Result<GameId, HubError>) {
        self.rematch.creation = None;
        match opened {
            Ok(table) => self.rematch.table = Some(table),
            // Another server opens it.
            Err(HubError::Busy) => self.rematch.try_later(),
            Err(error) => {
                tracing::error!(table = self.id.as_str(), %error, "failed to open rematch");
                self.rematch.try_later();
            }
        }
    }

    /// Time of the next try.
    pub(super) fn rematch_wake(&self) -> Option<Instant> {
        self.rematch.retry.map(|(at, _)| at).filter(|_| self.log.can_append())
    }
}
