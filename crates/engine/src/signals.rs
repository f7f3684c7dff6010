use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// Signals to a running search.
pub(crate) struct Signals {
    began: Instant,
    stopped: AtomicBool,
    /// Start of the mover's own time in microseconds after `began`; [`NEVER`] while pondering.
    counts_from: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Signals {
    /// Signals of a search that begins now. Time does not count yet if it `ponders`.
    pub(crate) fn new(ponders: bool) -> Signals {
        let counts_from = AtomicU64::new(if ponders { NEVER } else { 0 });
        Signals { began: Instant::now(), stopped: AtomicBool::new(false), counts_from }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Starts counting time, unless it is counting already.
    pub(crate) fn ponder_hit(&self) {
        let now = self.began.elapsed().as_micros().min(u128::from(NEVER - 1)) as u64;
        // If it is counting already, the start stays.
        let _ = self.counts_from.compare_exchange(NEVER, now, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The mover's own time that has passed.
    pub(crate) fn own_time(&self) -> Duration {
        match self.counts_from.load(Ordering::Relaxed) {
            NEVER => Duration::ZERO,
            from => self.began.elapsed().saturating_sub(Duration::from_micros(from)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A second `ponderhit` gives no additional time.
    #[test]
    fn time_counts_from_the_first_ponder_hit() {
        let pondering = Signals::new(true);
        assert_eq!(pondering.own_time(), Duration::ZERO);
        pondering.ponder_hit();
        let from = pondering.counts_from.load(Ordering::Relaxed);
        pondering.ponder_hit();
        assert_eq!(pondering.counts_from.load(Ordering::Relaxed), from);

        let playing = Signals::new(false);
        playing.ponder_hit();
        assert_eq!(playing.counts_from.load(Ordering::Relaxed), 0);
    }
}
