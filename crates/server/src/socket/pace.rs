//! Rate limit of one socket.

use crate::limits::{MESSAGE_EVERY, MESSAGES_AT_ONCE, OWN_MESSAGE_EVERY};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Counts messages: a burst, then one per interval.
pub(super) struct Pace {
    every: Duration,
    /// Time at which all messages so far are paid for.
    free_at: Instant,
}

impl Pace {
    /// Limit for a remote client, or for this machine.
    pub(super) fn new(is_own: bool) -> Pace {
        let every = if is_own { OWN_MESSAGE_EVERY } else { MESSAGE_EVERY };
        Pace { every, free_at: Instant::now() }
    }

    /// Counts a message.
    pub(super) fn count(&mut self) {
        self.free_at = self.free_at.max(Instant::now()) + self.every;
    }

    /// Completes when another message may be read.
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
