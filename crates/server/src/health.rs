//! Whether games can be played here: whether the store commits, and in time.

use crate::{
    limits::{HEALTH, HEALTH_AGE},
    noise::Noise,
};
use store::{Store, StoreError};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

/// All is well, or what is not.
type Verdict = Result<(), &'static str>;

/// Asks the store, and remembers what it said.
#[derive(Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Verdict)>>);

impl Health {
    /// What is so now.
    pub(crate) async fn ask(&self, store: &dyn Store) -> Verdict {
        let verdict = probe(store).await;
        *self.0.lock().await = Some((Instant::now(), verdict));
        verdict
    }

    /// What was so a moment ago: every probe is a commit, and strangers may ask often.
    pub(crate) async fn lately(&self, store: &dyn Store) -> Verdict {
        // Held while the store is asked: whoever comes meanwhile waits for the same answer.
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
            static NOISE: Noise = Noise::new();
            NOISE.error("the store is not healthy", &error);
            Err(match error {
                StoreError::Full(_) => "the store is full\n",
                _ => "the store does not store\n",
            })
        }
        Err(_) => Err("the store does not answer\n"),
    }
}
