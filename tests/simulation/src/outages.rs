//! The times at which the store was unavailable.

/// Intervals in order of their start.
#[derive(Default)]
pub(crate) struct Outages {
    /// Certain outages: from, to.
    whole: Vec<(u64, u64)>,
    /// Possible outages.
    doubtful: Vec<(u64, u64)>,
}

/// Time of an outage that need not be credited, until it is detected.
const DETECTION_MS: u64 = 5_000;
/// Time that may be credited in addition, until the end of the outage is detected.
const RECOVERY_MS: u64 = 40_000;
/// Time that may be credited at a game's start if an earlier outage was detected. A table without
/// running clocks retries only when a player acts.
const RETRY_MS: u64 = 1_000;

impl Outages {
    pub(crate) fn add(&mut self, from_ms: u64, to_ms: u64, is_whole: bool) {
        if is_whole {
            self.whole.push((from_ms, to_ms));
        }
        self.doubtful.push((from_ms, to_ms));
    }

    /// Ends the current outage.
    pub(crate) fn end(&mut self, now_ms: u64) {
        let all = self.whole.iter_mut().chain(&mut self.doubtful);
        all.for_each(|(_, to)| *to = now_ms.min(*to));
    }

    /// Minimum and maximum time that must be credited for an interval.
    pub(crate) fn bounds(&self, from_ms: u64, to_ms: u64) -> (u64, u64) {
        let least = merged(&self.whole, from_ms, to_ms).map(|ms| ms.saturating_sub(DETECTION_MS));
        let most = merged(&self.doubtful, from_ms, to_ms).map(|ms| ms + RECOVERY_MS);
        let is_untried = self.doubtful.iter().any(|(_, to)| *to <= from_ms);
        (least.sum(), most.sum::<u64>() + if is_untried { RETRY_MS } else { 0 })
    }
}

/// Durations of the outages within an interval; adjacent ones are merged.
fn merged(spans: &[(u64, u64)], from_ms: u64, to_ms: u64) -> impl Iterator<Item = u64> {
    let clipped = spans.iter().map(|(from, to)| (from.max(&from_ms), to.min(&to_ms)));
    let mut spans: Vec<(u64, u64)> =
        clipped.filter(|(from, to)| from < to).map(|(from, to)| (*from, *to)).collect();
    spans.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (from, to) in spans {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged.into_iter().map(|(from, to)| to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_that_touch_are_one() {
        let mut outages = Outages::default();
        outages.add(10_000, 20_000, true);
        outages.add(20_000, 30_000, true);
        outages.add(50_000, 60_000, false);
        for (from, to, expected) in [
            (0, 100_000, (15_000, 110_000)),
            (15_000, 25_000, (5_000, 50_000)),
            (0, 9_000, (0, 0)),
            (31_000, 49_000, (0, 1_000)),
            (0, 12_000, (0, 42_000)),
        ] {
            assert_eq!(outages.bounds(from, to), expected, "{from} to {to}");
        }
    }
}
