//! Logs an outage once, instead of every failed try.

use std::{
    fmt::Display,
    sync::atomic::{AtomicBool, Ordering},
};

/// Logs the first failure and the first success after it, however many tries and callers there are.
pub(crate) struct OutageLog {
    what: &'static str,
    is_failing: AtomicBool,
}

impl OutageLog {
    /// `what` is the log message, such as "failed to fold rated games".
    pub(crate) fn new(what: &'static str) -> OutageLog {
        OutageLog { what, is_failing: AtomicBool::new(false) }
    }

    /// Reports a success.
    pub(crate) fn works(&self) {
        if self.turns(false) {
            tracing::warn!(outage = self.what, "outage ended");
        }
    }

    /// Reports a failure.
    pub(crate) fn fails(&self, error: &dyn Display) {
        if self.turns(true) {
            tracing::error!(%error, "{}", self.what);
        }
    }

    /// Whether the last try failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed)
    }

    /// Sets the state and returns whether it has changed.
    fn turns(&self, is_failing: bool) -> bool {
        self.is_failing.swap(is_failing, Ordering::Relaxed) != is_failing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outage_is_said_once_and_its_end_once() {
        let log = OutageLog::new("nothing works");
        for (is_failing, is_said) in [
            (false, false),
            (true, true),
            (true, false),
            (true, false),
            (false, true),
            (false, false),
            (true, true),
        ] {
            assert_eq!(log.turns(is_failing), is_said);
        }
    }
}
