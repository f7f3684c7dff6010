//! The simulated time, which continues across crashes, and the server's randomness.

use crate::rng::Rng;
use protocol::UnixMs;
use server::{Env, RngError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// Start of the simulation, as Unix time in milliseconds.
const EPOCH_MS: u64 = 1_000_000;

/// Time and randomness of one simulation.
pub(crate) struct Clock {
    /// Start of the current life: the simulation's time and the runtime's.
    began: Mutex<(u64, Option<Instant>)>,
    rng: Mutex<Rng>,
}

impl Clock {
    pub(crate) fn new(seed: u64) -> Clock {
        Clock { began: Mutex::new((EPOCH_MS, None)), rng: Mutex::new(Rng::new(!seed)) }
    }

    /// Starts a life; called within its runtime.
    pub(crate) fn begin(&self) {
        self.began().1 = Some(Instant::now());
    }

    /// Ends a life and skips a time without a server; called within its runtime.
    pub(crate) fn end(&self, away_ms: u64) {
        let now_ms = self.now_ms().0;
        *self.began() = (now_ms + away_ms, None);
    }

    fn began(&self) -> MutexGuard<'_, (u64, Option<Instant>)> {
        self.began.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Env for Clock {
    fn now_ms(&self) -> UnixMs {
        let (since_ms, began) = *self.began();
        UnixMs(since_ms + began.map_or(0, |began| began.elapsed().as_millis() as u64))
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(8).for_each(|part| part.copy_from_slice(&rng.next().to_le_bytes()));
        Ok(bytes)
    }
}

/// The wall clock of one server, which may be ahead.
pub(crate) struct WrongClock {
    pub(crate) clock: Arc<Clock>,
    pub(crate) ahead_ms: u64,
}

impl Env for WrongClock {
    fn now_ms(&self) -> UnixMs {
        self.clock.now_ms() + self.ahead_ms
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        self.clock.random()
    }
}
