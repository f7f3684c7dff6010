//! How fast one socket may speak.

use crate::limits::{MESSAGE_EVERY, MESSAGES_AT_ONCE, OWN_MESSAGE_EVERY};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Counts messages: so many at once, and one in so long.
pub(super) struct Pace {
    every: Duration,
    /// When all that was said is worked off.
    free_at: Instant,
}

impl Pace {
    /// A stranger's, or this machine's own.
    pub(super) fn new(is_own: bool) -> Pace {
        let every = if is_own { OWN_MESSAGE_EVERY } else { MESSAGE_EVERY };
        Pace { every, free_at: Instant::now() }
    }

    /// One more was said.
    pub(super) fn count(&mut self) {
        self.free_at = self.free_at.max(Instant::now()) + self.every;
    }

    /// Until one more may be said.
    pub(super) async fn ready(&self) {
        let at_once = self.every * (MESSAGES_AT_ONCE - 1);
        if self.free_at > Instant::now() + at_once {
            sleep_until(self.free_at - at_once).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn many_at_once_then_one_after_the_other() {
        for (is_own, every) in [(false, MESSAGE_EVERY), (true, OWN_MESSAGE_EVERY)] {
            let mut pace = Pace::new(is_own);
            let began = Instant::now();
            let mut say = async |count: u32| {
                for _ in 0..count {
                    pace.ready().await;
                    pace.count();
                }
                began.elapsed()
            };
            assert_eq!(say(MESSAGES_AT_ONCE).await, Duration::ZERO);
            let took = say(100).await;
            assert!((every * 99..every * 102).contains(&took), "{took:?}");
        }
    }
}
