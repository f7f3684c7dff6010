use core::{
    fmt,
    ops::{Add, Sub},
};
use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since 1970-01-01 00:00 UTC. In JSON it is a number.
///
/// Durations and readings of monotonic clocks are not points in time; they stay plain numbers.
/// Arithmetic saturates, because times come from outside as well.
///
/// ```
/// use protocol::UnixMs;
///
/// let (begin, end) = (UnixMs(1_000), UnixMs(4_500));
/// assert_eq!((end.since(begin), begin.since(end)), (3_500, 0));
/// assert_eq!(begin + 3_500, end);
/// assert_eq!(serde_json::to_string(&end).unwrap(), "4500");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixMs(pub u64);

impl UnixMs {
    /// Milliseconds from an earlier time to this one; 0 if `earlier` is later.
    pub const fn since(self, earlier: UnixMs) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for UnixMs {
    type Output = UnixMs;

    fn add(self, ms: u64) -> UnixMs {
        UnixMs(self.0.saturating_add(ms))
    }
}

impl Sub<u64> for UnixMs {
    type Output = UnixMs;

    fn sub(self, ms: u64) -> UnixMs {
        UnixMs(self.0.saturating_sub(ms))
    }
}

impl fmt::Debug for UnixMs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for UnixMs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
