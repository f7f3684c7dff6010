//! Limits how often all tables are queried, independent of the number of requests.

use crate::limits::LOOK_MS;

/// Time of the last query.
#[derive(Default)]
pub(crate) struct LookTimer {
    looked_ms: Option<u64>,
}

impl LookTimer {
    /// Whether a query is due; then the caller runs it. After the clock was set back, a query is
    /// due at once.
    pub(crate) fn is_due(&mut self, now_ms: u64) -> bool {
        let is_due = self.looked_ms.is_none_or(|looked_ms| {
            now_ms.saturating_sub(looked_ms) >= LOOK_MS || now_ms < looked_ms
        });
        if is_due {
            self.looked_ms = Some(now_ms);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_limited() {
        let mut timer = LookTimer::default();
        for (now_ms, expected) in
            [(5_000, true), (5_000, false), (5_999, false), (6_000, true), (10, true), (11, false)]
        {
            assert_eq!(timer.is_due(now_ms), expected, "{now_ms}");
        }
    }
}
