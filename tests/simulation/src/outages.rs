//! When the house could store and when it could not.

/// Spans of time, as they were, in order of their beginning.
#[derive(Default)]
pub(crate) struct Outages {
    /// Nothing could be stored: from, to.
    whole: Vec<(u64, u64)>,
    /// Nobody knew whether anything could be.
    doubtful: Vec<(u64, u64)>,
}

/// So much of an outage need not be given back: how long it takes to be noticed.
const UNNOTICED_MS: u64 = 5_000;
/// So much more than an outage may be given back: until it is found that it is over.
const UNENDED_MS: u64 = 40_000;
/// So much more at a game's beginning, if the table found earlier that it could not store: one whose
/// clocks do not run tries again only when somebody does something.
const UNTRIED_MS: u64 = 1_000;

impl Outages {
    pub(crate) fn add(&mut self, from_ms: u64, to_ms: u64, is_whole: bool) {
        if is_whole {
            self.whole.push((from_ms, to_ms));
        }
        self.doubtful.push((from_ms, to_ms));
    }

    /// What goes on ends now: something else follows.
    pub(crate) fn end(&mut self, now_ms: u64) {
        let all = self.whole.iter_mut().chain(&mut self.doubtful);
        all.for_each(|(_, to)| *to = now_ms.min(*to));
    }

    /// How much must, and how much may at most, be given back of a time.
    pub(crate) fn bounds(&self, from_ms: u64, to_ms: u64) -> (u64, u64) {
        let least = merged(&self.whole, from_ms, to_ms).map(|ms| ms.saturating_sub(UNNOTICED_MS));
        let most = merged(&self.doubtful, from_ms, to_ms).map(|ms| ms + UNENDED_MS);
        let is_untried = self.doubtful.iter().any(|(_, to)| *to <= from_ms);
        (least.sum(), most.sum::<u64>() + if is_untried { UNTRIED_MS } else { 0 })
    }
}

/// How long each outage within a time was, those that touch being one.
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
