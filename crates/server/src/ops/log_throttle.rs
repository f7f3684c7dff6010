//! Limits the rate of a repeated log message, and counts the omitted ones.

use crate::limits::REPEATED_LOG_EVERY;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::{
    fmt::Display,
    num::NonZeroU32,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// Rate-limited log message.
pub(crate) struct LogThrottle {
    may_speak: LazyLock<DefaultDirectRateLimiter>,
    unsaid: AtomicU64,
}

impl LogThrottle {
    /// State before the first message.
    pub(crate) const fn new() -> LogThrottle {
        LogThrottle {
            // The period is a constant other than zero.
            may_speak: LazyLock::new(|| {
                let once = NonZeroU32::MIN;
                let quota = Quota::with_period(REPEATED_LOG_EVERY).unwrap_or(Quota::per_hour(once));
                RateLimiter::direct(quota)
            }),
            unsaid: AtomicU64::new(0),
        }
    }

    /// Logs a warning, with the subject of this occurrence.
    pub(crate) fn warn(&self, what: &'static str, about: &dyn Display) {
        if let Some(unsaid) = self.turn() {
            tracing::warn!(%about, unsaid, "{what}");
        }
    }

    /// Logs an error.
    pub(crate) fn error(&self, what: &'static str, error: &dyn Display) {
        if let Some(unsaid) = self.turn() {
            tracing::error!(%error, unsaid, "{what}");
        }
    }

    /// If a message is due, the number of messages omitted since the last one.
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

    /// Messages are limited, and none is left out of the count.
    #[test]
    fn noise_is_counted() {
        let throttle = LogThrottle::new();
        let said = (0..10_000).filter_map(|_| throttle.turn()).map(|unsaid| unsaid + 1);
        let told: u64 = said.sum();
        let untold = throttle.unsaid.load(Relaxed);
        assert_eq!(told + untold, 10_000);
        assert!(untold >= 9_990, "{untold}");
    }
}
