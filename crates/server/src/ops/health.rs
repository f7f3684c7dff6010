//! Health check: whether the store commits in time.

use crate::{
    limits::{HEALTH, HEALTH_AGE},
    ops::log_throttle::LogThrottle,
};
use store::{Store, StoreError};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

/// Result of a check, with the fault.
type Verdict = Result<(), &'static str>;

/// Runs checks and keeps the last result.
#[derive(Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Verdict)>>);

impl Health {
    /// Checks the store now.
    pub(crate) async fn ask(&self, store: &dyn Store) -> Verdict {
        let verdict = probe(store).await;
        *self.0.lock().await = Some((Instant::now(), verdict));
        verdict
    }

    /// Returns a recent result, because each check is a commit and remote clients may ask often.
    pub(crate) async fn lately(&self, store: &dyn Store) -> Verdict {
        // The lock is held during the check, so that concurrent callers share its result.
        let mut known = self.0.lock().await;
        if let Some((at, verdict)) = *known
            && at.elapsed() < HEALTH_AGE
        {
            return verdict;
        }
        let verdict = probe(store).await;
        *known = Some((Instant::now(), verdict));
        verdict
    }
}

async fn probe(store: &dyn Store) -> Verdict {
    match timeout(HEALTH, store.health()).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            static THROTTLE: LogThrottle = LogThrottle::new();
            THROTTLE.error("health check failed", &error);
            Err(match error {
                StoreError::Full(_) => "the store is full\n",
                _ => "the store does not store\n",
            })
        }
        Err(_) => Err("the store does not answer\n"),
    }
}
