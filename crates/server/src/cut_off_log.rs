//! What fails again and again while the store is away, logged once.

use std::{
    fmt::Display,
    sync::atomic::{AtomicBool, Ordering},
};

/// Logs that something fails when it begins to, and that it is over, however often it is tried and by
/// how many.
pub(crate) struct CutOffLog {
    what: &'static str,
    is_failing: AtomicBool,
}

impl CutOffLog {
    /// `what` is said in the log: "the ladders cannot be read on".
    pub(crate) fn new(what: &'static str) -> CutOffLog {
        CutOffLog { what, is_failing: AtomicBool::new(false) }
    }

    /// It has worked.
    pub(crate) fn works(&self) {
        if self.turns(false) {
            tracing::warn!("over: {}", self.what);
        }
    }

    /// It has failed.
    pub(crate) fn fails(&self, error: &dyn Display) {
        if self.turns(true) {
            tracing::error!(%error, "{}", self.what);
        }
    }

    /// Whether it fails now, as far as is known.
    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed)
    }

    /// Whether it is otherwise than it was.
    fn turns(&self, is_failing: bool) -> bool {
        self.is_failing.swap(is_failing, Ordering::Relaxed) != is_failing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outage_is_said_once_and_its_end_once() {
        let log = CutOffLog::new("nothing works");
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
