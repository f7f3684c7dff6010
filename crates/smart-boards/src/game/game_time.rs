//! Converts a game's own time to the server's clock.

/// Tolerance in milliseconds: an event that lowers the bound by less does not indicate a late
/// connection.
const JITTER_MS: u64 = 5_000;

/// When a game's events happened, as far as the server can know.
///
/// A board counts milliseconds since its game began. Its events may arrive late, because the bridge
/// was disconnected; but none arrives before it happens. Each
/// event therefore gives an upper bound for the server time at which the game time was zero.
///
/// The smallest bound is used: an event of `at_ms` happened at about `zero_ms + at_ms`, however
/// late it arrived. If an event lowers the bound by more than the tolerance, the connection was
/// late until then.
#[derive(Clone, Default)]
pub(super) struct GameTime {
    zero_ms: Option<u64>,
    /// Server time until which the connection was late or unknown.
    late_until_ms: u64,
}

impl GameTime {
    /// Records that an event of this game time was received at `now_ms`.
    pub(super) fn hear(&mut self, at_ms: u32, now_ms: u64) {
        let zero_ms = now_ms.saturating_sub(at_ms.into());
        match self.zero_ms {
            Some(known) if zero_ms.saturating_add(JITTER_MS) >= known => {
                self.zero_ms = Some(known.min(zero_ms));
            }
            _ => self.begin_again(at_ms, now_ms),
        }
    }

    /// Starts anew after a power cut, during which the board's time stood still for an unknown
    /// duration.
    pub(super) fn begin_again(&mut self, at_ms: u32, now_ms: u64) {
        self.zero_ms = Some(now_ms.saturating_sub(at_ms.into()));
        self.late_until_ms = now_ms;
    }

    /// Whether an event of this game time is known to have happened after a moment. Events from a
    /// backlog are not.
    pub(super) fn is_after(&self, at_ms: u32, moment_ms: u64) -> bool {
        let happened_ms = self.zero_ms.map(|zero_ms| zero_ms.saturating_add(at_ms.into()));
        happened_ms.is_some_and(|happened_ms| happened_ms > moment_ms.max(self.late_until_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events as (received at, game time), then whether the last one was after the moment.
    #[test]
    fn what_was_after_a_moment() {
        const BASE: u64 = 1_000_000;
        for (name, heard, moment, expected) in [
            ("prompt", &[(0, 0), (60_000, 59_900)][..], 59_000, true),
            ("before", &[(0, 0), (60_000, 58_000)], 59_000, false),
            (
                "in a backlog: pressed at 20 s, heard at 70 s",
                &[(0, 0), (70_000, 20_000)],
                60_000,
                false,
            ),
            (
                "late, but after: pressed at 65 s, heard at 90 s",
                &[(0, 0), (90_000, 65_000)],
                60_000,
                true,
            ),
            (
                "all of the game late: its end says so",
                &[(500_000, 0), (500_000, 400_000)],
                450_000,
                false,
            ),
            ("late in two pieces", &[(500_000, 0), (510_000, 400_000)], 505_000, false),
            (
                "late before, prompt now",
                &[(500_000, 0), (510_000, 400_000), (520_000, 410_000)],
                515_000,
                true,
            ),
            ("the first ever heard", &[(500_000, 400_000)], 450_000, false),
            ("a line that jitters", &[(3_000, 0), (60_000, 60_000)], 59_000, true),
        ] {
            let mut time = GameTime::default();
            for &(now_ms, at_ms) in heard {
                time.hear(at_ms, BASE + now_ms);
            }
            let last = heard.last().unwrap().1;
            assert_eq!(time.is_after(last, BASE + moment), expected, "{name}");
        }
    }

    #[test]
    fn a_power_cut() {
        let mut time = GameTime::default();
        time.hear(0, 1_000_000);
        // The ten minutes without power are missing in the board's time.
        time.begin_again(30_000, 1_630_000);
        assert!(!time.is_after(30_000, 1_620_000));
        time.hear(40_000, 1_640_000);
        assert!(time.is_after(40_000, 1_635_000));
        assert!(!time.is_after(40_000, 1_641_000));
    }
}
