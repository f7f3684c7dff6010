//! The time that all servers on one store go by: the database's, not that of each machine's wall.

use crate::config::{NoChance, Source};
use std::sync::{
    Arc,
    atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
};
use store::{Nodes, StoreError};

/// How often the database's clock is read to find the moment at which it was read.
const READINGS: usize = 5;

/// A clock that nobody sets, ahead of this machine's own by what the database says. It never goes
/// back.
pub(crate) struct HouseClock {
    own: Arc<dyn Source>,
    ahead_ms: AtomicI64,
    latest_ms: AtomicU64,
}

impl HouseClock {
    /// One that is set by the database.
    ///
    /// # Errors
    /// When that does not answer.
    pub(crate) async fn start(
        own: Arc<dyn Source>,
        nodes: &dyn Nodes,
    ) -> Result<HouseClock, StoreError> {
        let (ahead_ms, latest_ms) = (AtomicI64::new(0), AtomicU64::new(0));
        let clock = HouseClock { own, ahead_ms, latest_ms };
        clock.set(nodes).await?;
        Ok(clock)
    }

    /// Sets it anew, by the reading that took the least time.
    ///
    /// # Errors
    /// When the database does not answer; then it goes on as before.
    pub(crate) async fn set(&self, nodes: &dyn Nodes) -> Result<(), StoreError> {
        let mut best: Option<(u64, i64)> = None;
        for _ in 0..READINGS {
            let before_ms = self.own.steady_ms();
            let there_ms = nodes.clock_ms().await?;
            let took_ms = self.own.steady_ms().saturating_sub(before_ms);
            let here_ms = before_ms + took_ms / 2;
            if best.is_none_or(|(least_ms, _)| took_ms < least_ms) {
                best = Some((took_ms, there_ms as i64 - here_ms as i64));
            }
        }
        if let Some((_, ahead_ms)) = best {
            self.ahead_ms.store(ahead_ms, Relaxed);
        }
        Ok(())
    }
}

impl Source for HouseClock {
    fn now_ms(&self) -> u64 {
        let now_ms = self.own.steady_ms().saturating_add_signed(self.ahead_ms.load(Relaxed));
        self.latest_ms.fetch_max(now_ms, Relaxed).max(now_ms)
    }

    fn random(&self) -> Result<[u8; 32], NoChance> {
        self.own.random()
    }
}
