//! Deletes tables without a started game, and warns before the database is full.

use crate::{
    base::{HubError, log},
    limits::{CLEAR_EVERY, CLEARED_AT_ONCE, FULL_PERCENT, UNBEGUN_MS},
    tables::{actor::may_close, registry::Tables},
};
use protocol::{GameId, UnixMs};
use std::collections::HashSet;
use store::StoreError;

/// Why a table is not deleted.
pub(crate) enum Stays {
    /// It may be deleted later.
    Now,
    /// It is kept: its game has started, or its log is unreadable.
    Ever,
}

impl Tables {
    /// Deletes such tables periodically, forever.
    pub(crate) async fn clear_away(&self) {
        let mut kept = HashSet::new();
        let mut ticks = tokio::time::interval(CLEAR_EVERY);
        loop {
            ticks.tick().await;
            if let Err(error) = self.clear_unbegun(&mut kept).await {
                tracing::error!(%error, "failed to look for tables to delete");
            }
            if let Some(words) = self.fills_up().await {
                tracing::warn!(usage = words, "database is nearly full");
            }
        }
    }

    /// Deletes the oldest tables without a started game that had no players for long. Returns their
    /// number. `kept` holds tables that were checked and stay.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn clear_unbegun(
        &self,
        kept: &mut HashSet<GameId>,
    ) -> Result<usize, StoreError> {
        let before_ms = self.app.now_ms() - UNBEGUN_MS;
        let limit = CLEARED_AT_ONCE.saturating_add(kept.len() as u32);
        let mut cleared = 0;
        for id in self.app.store.open_before(before_ms, limit).await? {
            if kept.contains(&id) {
                continue;
            }
            let Some(lock) = self.lock_for_deletion(&id) else { continue };
            let result = self.clear(&id, before_ms).await;
            drop(lock);
            match result {
                Ok(()) => cleared += 1,
                Err(Stays::Now) => {}
                Err(Stays::Ever) => _ = kept.insert(id),
            }
        }
        if cleared > 0 {
            tracing::info!(cleared, "deleted tables that never began");
        }
        Ok(cleared)
    }

    /// Deletes a table without recent players, which is locked against loading.
    async fn clear(&self, id: &GameId, before_ms: UnixMs) -> Result<(), Stays> {
        let log = self.app.store.load(id).await.map_err(|error| match error {
            StoreError::Damaged { .. } => Stays::Ever,
            _ => Stays::Now,
        })?;
        // For games of old versions the store only knows that nothing but seats were taken.
        let table = log::replay(id, &log).map_err(|_| Stays::Ever)?;
        if table.has_started() {
            return Err(Stays::Ever);
        }
        // The host may have a seat at another table already.
        if table.is_leaving() {
            return Err(Stays::Now);
        }
        if log.last().is_some_and(|event| event.at_ms >= before_ms) {
            return Err(Stays::Now);
        }
        self.app.store.delete_open(id, log.len() as u64).await.map_err(|error| {
            tracing::warn!(table = id.as_str(), %error, "failed to delete table");
            Stays::Now
        })
    }

    /// Deletes a table that the player in the seats `own` has closed, and that is locked against
    /// loading. The log is read, because a player may have joined at another server.
    ///
    /// # Errors
    /// If another player has joined, or if the store fails.
    pub(crate) async fn clear_closed(&self, id: &GameId, own: &[u8]) -> Result<(), HubError> {
        let log = self.app.store.load(id).await?;
        let table = log::replay(id, &log)?;
        let has_started = table.has_started() || table.departure().is_some();
        may_close(&table.seat_states(), own, has_started)?;
        self.app.store.delete_open(id, log.len() as u64).await.map_err(|error| match error {
            // It has changed since then.
            StoreError::Stale { .. } | StoreError::Begun(_) => HubError::Busy,
            error => error.into(),
        })
    }

    /// Warning for a database that is nearly full.
    pub(crate) async fn fills_up(&self) -> Option<String> {
        let usage = self.app.store.usage().await.ok()?;
        let percent = usage.percent().filter(|&percent| percent >= FULL_PERCENT)?;
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        let (used, most) = (mib(usage.used_bytes), mib(usage.max_bytes.unwrap_or_default()));
        Some(format!("the database is {percent} % full: {used:.1} of {most:.1} MiB (--max-size)"))
    }
}
