//! What is said again and again for as long as something goes on, by whoever causes it: a line now and
//! then, with how many were left out.

use crate::limits::NOISE_EVERY;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::{
    fmt::Display,
    num::NonZeroU32,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// One thing of which the log is not to be full.
pub(crate) struct Noise {
    may_speak: LazyLock<DefaultDirectRateLimiter>,
    unsaid: AtomicU64,
}

impl Noise {
    /// Of which nothing has been said.
    pub(crate) const fn new() -> Noise {
        Noise {
            // The period is a constant, and not zero.
            may_speak: LazyLock::new(|| {
                let once = NonZeroU32::MIN;
                let quota = Quota::with_period(NOISE_EVERY).unwrap_or(Quota::per_hour(once));
                RateLimiter::direct(quota)
            }),
            unsaid: AtomicU64::new(0),
        }
    }

    /// Says it as a warning, with what it is about this time.
    pub(crate) fn warn(&self, what: &'static str, about: &dyn Display) {
        if let Some(unsaid) = self.turn() {
            tracing::warn!(%about, unsaid, "{what}");
        }
    }

    /// Says it as an error.
    pub(crate) fn error(&self, what: &'static str, error: &dyn Display) {
        if let Some(unsaid) = self.turn() {
            tracing::error!(%error, unsaid, "{what}");
        }
    }

    /// How often it was not said since it was, if it is to be said now.
    fn turn(&self) -> Option<u64> {
        let is_turn = self.may_speak.check().is_ok();
        if !is_turn {
            self.unsaid.fetch_add(1, Relaxed);
        }
        is_turn.then(|| self.unsaid.swap(0, Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However often it happens, a line every few seconds says so, and none is lost count of.
    #[test]
    fn noise_is_counted() {
        let noise = Noise::new();
        let said = (0..10_000).filter_map(|_| noise.turn()).map(|unsaid| unsaid + 1);
        let told: u64 = said.sum();
        let untold = noise.unsaid.load(Relaxed);
        assert_eq!(told + untold, 10_000);
        assert!(untold >= 9_990, "{untold}");
    }
}
