//! What a game's own time is by the server's clock.

/// How much sooner than ever before an event may be heard and still tell nothing new about the
/// line, in milliseconds.
const JITTER_MS: u64 = 5_000;

/// When a game's events happened, as far as a server can know that.
///
/// A board counts milliseconds since its game began, and everything it says may be late: its bridge
/// may have been away for a minute or for the whole game. But nothing is heard before it happens.
/// So each event bounds the moment at which the game's time was zero, from above, and the smallest
/// bound stands: an event of `at_ms` happened at about `zero_ms + at_ms`, however late it came.
///
/// When an event lowers the bound by much, the line was late until then and is only now known to
/// be. From times before that moment nothing follows.
#[derive(Clone, Default)]
pub(super) struct GameTime {
    zero_ms: Option<u64>,
    /// Until when the line was late, or never heard.
    late_until_ms: u64,
}

impl GameTime {
    /// An event of this time of the game was heard.
    pub(super) fn hear(&mut self, at_ms: u32, now_ms: u64) {
        let zero_ms = now_ms.saturating_sub(at_ms.into());
        match self.zero_ms {
            Some(known) if zero_ms.saturating_add(JITTER_MS) >= known => {
                self.zero_ms = Some(known.min(zero_ms));
            }
            _ => self.begin_again(at_ms, now_ms),
        }
    }

    /// The board's time has stood still, nobody knows for how long: after a power cut.
    pub(super) fn begin_again(&mut self, at_ms: u32, now_ms: u64) {
        self.zero_ms = Some(now_ms.saturating_sub(at_ms.into()));
        self.late_until_ms = now_ms;
    }

    /// Whether what happened at this time of the game is known to have happened after a moment. An
    /// event that lies in a backlog from before is not.
    pub(super) fn is_after(&self, at_ms: u32, moment_ms: u64) -> bool {
        let happened_ms = self.zero_ms.map(|zero_ms| zero_ms.saturating_add(at_ms.into()));
        happened_ms.is_some_and(|happened_ms| happened_ms > moment_ms.max(self.late_until_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (heard at, of the game's time) …, then whether the last was after the moment.
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
        // Ten minutes without power do not count for the board.
        time.begin_again(30_000, 1_630_000);
        assert!(!time.is_after(30_000, 1_620_000));
        time.hear(40_000, 1_640_000);
        assert!(time.is_after(40_000, 1_635_000));
        assert!(!time.is_after(40_000, 1_641_000));
    }
}
