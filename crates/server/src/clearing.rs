//! Room: tables at which no game has begun are cleared away, and a database that fills up is named
//! before it is full.

use crate::{
    hub::Hub,
    limits::{CLEAR_EVERY, CLEARED_AT_ONCE, FULL_PERCENT, UNBEGUN_MS},
    log,
};
use std::{collections::HashSet, sync::Arc};
use store::StoreError;

/// Why a table that could be cleared away is not.
pub(crate) enum Stays {
    /// It may be later.
    Now,
    /// It must be kept: it has begun, or nobody can say whether it has.
    Ever,
}

impl Hub {
    /// Looks for what can be cleared away, for good.
    pub(crate) async fn clear_away(self: &Arc<Hub>) {
        let mut kept = HashSet::new();
        let mut ticks = tokio::time::interval(CLEAR_EVERY);
        loop {
            ticks.tick().await;
            if let Err(error) = self.clear_unbegun(&mut kept).await {
                tracing::error!(%error, "tables that never began cannot be looked for");
            }
            if let Some(words) = self.fills_up().await {
                tracing::warn!("{words}");
            }
        }
    }

    /// Clears away the oldest tables at which no game has begun, and to which nobody has come for
    /// long; how many. `kept` are those that have been looked at and stay.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub(crate) async fn clear_unbegun(
        &self,
        kept: &mut HashSet<String>,
    ) -> Result<usize, StoreError> {
        let before_ms = self.app.now_ms().saturating_sub(UNBEGUN_MS);
        let limit = CLEARED_AT_ONCE.saturating_add(kept.len() as u32);
        let mut cleared = 0;
        for id in self.app.store.open_before(before_ms, limit).await? {
            if kept.contains(&id) || !self.keep_asleep(&id) {
                continue;
            }
            let result = self.clear(&id, before_ms).await;
            self.let_return(&id);
            match result {
                Ok(()) => cleared += 1,
                Err(Stays::Now) => {}
                Err(Stays::Ever) => _ = kept.insert(id),
            }
        }
        if cleared > 0 {
            tracing::info!(cleared, "tables that never began");
        }
        Ok(cleared)
    }

    /// Clears away a table to which nobody has come since, and which is kept asleep.
    pub(crate) async fn clear(&self, id: &str, before_ms: u64) -> Result<(), Stays> {
        let log = self.app.store.load(id).await.map_err(|error| match error {
            StoreError::Damaged { .. } => Stays::Ever,
            _ => Stays::Now,
        })?;
        // The store knows of games of old only that nothing but seats were taken in them.
        if log::replay(id, &log).map_err(|_| Stays::Ever)?.has_started() {
            return Err(Stays::Ever);
        }
        if log.last().is_some_and(|event| event.at_ms >= before_ms) {
            return Err(Stays::Now);
        }
        self.app.store.delete_open(id, log.len() as u64).await.map_err(|error| {
            tracing::warn!(table = id, %error, "a table that never began stays");
            Stays::Now
        })
    }

    /// What to say about a database that will soon take no more.
    pub(crate) async fn fills_up(&self) -> Option<String> {
        let usage = self.app.store.usage().await.ok()?;
        let percent = usage.percent().filter(|&percent| percent >= FULL_PERCENT)?;
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        let (used, most) = (mib(usage.used_bytes), mib(usage.max_bytes.unwrap_or_default()));
        Some(format!("the database is {percent} % full: {used:.1} of {most:.1} MiB (--max-size)"))
    }
}
