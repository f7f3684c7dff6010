//! Limits how often all tables are queried, independent of the number of requests.

use crate::limits::REFRESH_MS;
use protocol::UnixMs;

/// Time of the last query.
#[derive(Default)]
pub(crate) struct RefreshTimer {
    refreshed_ms: Option<UnixMs>,
}

impl RefreshTimer {
    /// Whether a query is due; then the caller runs it. After the clock was set back, a query is
    /// due at once.
    pub(crate) fn is_due(&mut self, now_ms: UnixMs) -> bool {
        let is_due = self.refreshed_ms.is_none_or(|refreshed_ms| {
            now_ms.since(refreshed_ms) >= REFRESH_MS || now_ms < refreshed_ms
        });
        if is_due {
            self.refreshed_ms = Some(now_ms);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_limited() {
        let mut timer = RefreshTimer::default();
        for (now_ms, expected) in
            [(5_000, true), (5_000, false), (5_999, false), (6_000, true), (10, true), (11, false)]
        {
            assert_eq!(timer.is_due(UnixMs(now_ms)), expected, "{now_ms}");
        }
    }
}
