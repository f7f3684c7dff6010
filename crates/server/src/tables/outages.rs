//! Time spans in which nothing could be stored, for tables that were not in memory then.

use crate::limits::OUTAGES;
use protocol::UnixMs;
use std::collections::VecDeque;

/// Time spans as start and end in Unix ms, earliest first.
#[derive(Default)]
pub(crate) struct Outages(VecDeque<(UnixMs, UnixMs)>);

impl Outages {
    /// Adds a time span.
    pub(crate) fn add(&mut self, from_ms: UnixMs, to_ms: UnixMs) {
        if self.0.len() == OUTAGES {
            self.0.pop_front();
        }
        self.0.push_back((from_ms, to_ms));
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Outage time after a table's last event, in milliseconds, to be credited to that table.
    pub(crate) fn owed_since(&self, last_ms: UnixMs) -> u64 {
        let owed = |(from_ms, to_ms): &(UnixMs, UnixMs)| to_ms.since(last_ms.max(*from_ms));
        self.0.iter().map(owed).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_owed_lies_behind_the_last_event() {
        let mut outages = Outages::default();
        assert!(outages.is_empty());
        outages.add(UnixMs(100), UnixMs(200));
        outages.add(UnixMs(300), UnixMs(310));
        for (last_ms, owed_ms) in [(0, 110), (100, 110), (150, 60), (200, 10), (305, 5), (310, 0)] {
            assert_eq!(outages.owed_since(UnixMs(last_ms)), owed_ms, "since {last_ms}");
        }
        for _ in 0..2 * OUTAGES {
            outages.add(UnixMs(400), UnixMs(401));
        }
        assert_eq!(outages.owed_since(UnixMs(0)), OUTAGES as u64);
    }
}
