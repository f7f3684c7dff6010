//! Network delay of one viewer, measured by the server: a ping carries the time, and the browser's
//! pong returns it. The page's own clock is never used.
//!
//! A client can delay pongs, so the fastest round trip counts, including the greeting's. A client
//! that delays everything from the start counts as distant; the clock limits the total credit for
//! that.

use crate::base::{Env, Mutant, mutants};
use std::sync::Arc;

/// Round trips of one socket.
pub(crate) struct Lag {
    env: Arc<dyn Env>,
    opened_ms: u64,
    awaited_ms: Option<u64>,
    fastest_ms: Option<u64>,
}

impl Lag {
    /// Starts with the opening of the socket; the client may send from then on.
    pub(crate) fn new(env: Arc<dyn Env>) -> Lag {
        Lag { opened_ms: env.steady_ms(), env, awaited_ms: None, fastest_ms: None }
    }

    /// The first message has arrived.
    pub(crate) fn greeted(&mut self) {
        self.note(self.opened_ms);
    }

    /// Payload of the next ping.
    pub(crate) fn ping(&mut self) -> [u8; 8] {
        let now_ms = self.env.steady_ms();
        self.awaited_ms = Some(now_ms);
        now_ms.to_be_bytes()
    }

    /// A pong has arrived. Unknown and old pongs are ignored.
    pub(crate) fn pong(&mut self, stamp: &[u8]) {
        if let Some(sent_ms) = self.awaited_ms.take_if(|sent_ms| sent_ms.to_be_bytes() == stamp) {
            self.note(sent_ms);
        }
    }

    /// Proven time of a round trip. Pauses, real or pretended, are not credited as thinking time.
    pub(crate) fn proven_ms(&self) -> u64 {
        self.fastest_ms.unwrap_or(0)
    }

    fn note(&mut self, sent_ms: u64) {
        let trip_ms = self.env.steady_ms().saturating_sub(sent_ms);
        if mutants::is_enabled(Mutant::HeldPong) {
            self.fastest_ms = None;
        }
        self.fastest_ms = Some(self.fastest_ms.map_or(trip_ms, |fastest| fastest.min(trip_ms)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::RngError;
    use protocol::UnixMs;
    use std::sync::atomic::{AtomicU64, Ordering};

    struct Hand(AtomicU64);

    impl Env for Hand {
        fn now_ms(&self) -> UnixMs {
            UnixMs(self.0.load(Ordering::SeqCst))
        }

        fn random(&self) -> Result<[u8; 32], RngError> {
            Ok([0; 32])
        }
    }

    #[test]
    fn only_what_can_be_shown() {
        let hand = Arc::new(Hand(AtomicU64::new(1_000)));
        let mut lag = Lag::new(hand.clone());
        assert_eq!(lag.proven_ms(), 0, "nothing is known yet");
        hand.0.fetch_add(110, Ordering::SeqCst);
        lag.greeted();
        assert_eq!(lag.proven_ms(), 110);
        let mut trip = |ms: u64| {
            let stamp = lag.ping();
            hand.0.fetch_add(ms, Ordering::SeqCst);
            lag.pong(&[9; 8]);
            lag.pong(&stamp);
            lag.pong(&stamp);
            lag.proven_ms()
        };
        for (ms, proven) in [(900, 110), (80, 80), (900, 80), (120, 80), (70, 70), (1_000, 70)] {
            assert_eq!(trip(ms), proven, "after {ms}");
        }
    }
}
