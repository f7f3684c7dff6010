/// A moment, by the two clocks there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// Milliseconds since 1970: what a person is shown. Somebody may set this clock.
    pub unix_ms: u64,
    /// Milliseconds on a clock that nobody sets: by it durations are measured. When a server starts,
    /// it shows the same as the other.
    pub steady_ms: u64,
}

impl Moment {
    /// The moment that the wall clock said was `unix_ms`, as far as that is known at this one: never
    /// later than this one, whatever has become of the wall clock since.
    pub(crate) const fn earlier(self, unix_ms: u64) -> Moment {
        let since_ms = self.unix_ms.saturating_sub(unix_ms);
        Moment { unix_ms, steady_ms: self.steady_ms.saturating_sub(since_ms) }
    }
}
