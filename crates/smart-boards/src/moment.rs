use protocol::UnixMs;

/// A point in time on the wall clock and on the steady clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// Unix time in milliseconds, for display. It jumps when the system clock is set.
    pub unix_ms: UnixMs,
    /// Milliseconds on a clock that is never set, for measuring durations. When a server starts, it
    /// equals the Unix time.
    pub steady_ms: u64,
}

impl Moment {
    /// The moment at which the wall clock showed `unix_ms`, as far as that is known now. It is
    /// never later than `self`, even if the wall clock was set back since.
    pub(crate) const fn earlier(self, unix_ms: UnixMs) -> Moment {
        let since_ms = self.unix_ms.since(unix_ms);
        Moment { unix_ms, steady_ms: self.steady_ms.saturating_sub(since_ms) }
    }
}
