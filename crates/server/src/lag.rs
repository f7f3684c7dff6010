//! How long the network takes between us and one viewer, measured by ourselves: a ping goes out with
//! the time on it, the browser's pong brings it back. A page's own idea of time is never asked.

use crate::{
    config::Source,
    planted::{self, Bug},
};
use std::{collections::VecDeque, sync::Arc};

/// How many round trips are remembered.
const KEPT: usize = 5;

/// The round trips of one socket.
pub(crate) struct Lag {
    source: Arc<dyn Source>,
    trips_ms: VecDeque<u64>,
    awaited_ms: Option<u64>,
}

impl Lag {
    pub(crate) fn new(source: Arc<dyn Source>) -> Lag {
        Lag { source, trips_ms: VecDeque::with_capacity(KEPT), awaited_ms: None }
    }

    /// What to put on a ping.
    pub(crate) fn ping(&mut self) -> [u8; 8] {
        let now_ms = self.source.now_ms();
        self.awaited_ms = Some(now_ms);
        now_ms.to_be_bytes()
    }

    /// A pong came back. One that answers no ping of ours, or an old one, is not measured.
    pub(crate) fn pong(&mut self, stamp: &[u8]) {
        let sent_ms = self.awaited_ms.filter(|sent_ms| sent_ms.to_be_bytes() == stamp);
        let Some(sent_ms) = sent_ms else { return };
        self.awaited_ms = None;
        if self.trips_ms.len() == KEPT {
            self.trips_ms.pop_front();
        }
        self.trips_ms.push_back(self.source.now_ms().saturating_sub(sent_ms));
    }

    /// What the network can be shown to take for one message there and one back: the fastest of the
    /// last round trips, so that no single stall, real or made, is given back as thinking time.
    pub(crate) fn proven_ms(&self) -> u64 {
        if planted::has(Bug::HeldPong) {
            return self.trips_ms.back().copied().unwrap_or(0);
        }
        self.trips_ms.iter().copied().min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::NoChance;
    use std::sync::atomic::{AtomicU64, Ordering};

    struct Hand(AtomicU64);

    impl Source for Hand {
        fn now_ms(&self) -> u64 {
            self.0.load(Ordering::SeqCst)
        }

        fn random(&self) -> Result<[u8; 32], NoChance> {
            Ok([0; 32])
        }
    }

    #[test]
    fn only_what_can_be_shown() {
        let hand = Arc::new(Hand(AtomicU64::new(1_000)));
        let mut lag = Lag::new(hand.clone());
        assert_eq!(lag.proven_ms(), 0, "nothing is known yet");
        let mut trip = |ms: u64| {
            let stamp = lag.ping();
            hand.0.fetch_add(ms, Ordering::SeqCst);
            lag.pong(&[9; 8]);
            lag.pong(&stamp);
            lag.pong(&stamp);
            lag.proven_ms()
        };
        for (ms, proven) in [(80, 80), (900, 80), (120, 80), (90, 80), (95, 80), (99, 90), (70, 70)]
        {
            assert_eq!(trip(ms), proven, "after {ms}");
        }
    }
}
