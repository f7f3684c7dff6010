//! How often and for how long the page is hidden during the player's own turns of a rated game. The
//! server shows it to moderators.

use protocol::ToServer;

/// Minimum interval of messages, in milliseconds.
const EVERY_MS: f64 = 20_000.0;

/// What was not sent yet.
#[derive(Default, Debug)]
pub struct HiddenPage {
    times: u16,
    ms: f64,
    /// Time of the last look, if the page was hidden during an own turn then.
    hidden_at_ms: Option<f64>,
    /// Time of the last message.
    sent_at_ms: Option<f64>,
}

impl HiddenPage {
    /// Looks at the page at a time in milliseconds. Returns the message to send now, if any. The
    /// first own turn has a message too, so that the server knows that the page counts.
    pub fn look(&mut self, now_ms: f64, is_own_turn: bool, is_hidden: bool) -> Option<ToServer> {
        if let Some(before_ms) = self.hidden_at_ms {
            self.ms += (now_ms - before_ms).max(0.0);
        }
        let counts = is_own_turn && is_hidden;
        if counts && self.hidden_at_ms.is_none() {
            self.times = self.times.saturating_add(1);
        }
        self.hidden_at_ms = counts.then_some(now_ms);
        let is_due = match self.sent_at_ms {
            Some(sent_at_ms) => self.times > 0 && now_ms - sent_at_ms >= EVERY_MS,
            None => is_own_turn,
        };
        if counts || !is_due {
            return None;
        }
        self.sent_at_ms = Some(now_ms);
        let message = ToServer::Hidden { times: self.times, ms: self.ms.round() as u64 };
        (self.times, self.ms) = (0, 0.0);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_times_are_counted_during_own_turns() {
        let mut page = HiddenPage::default();
        for (now_ms, is_own_turn, is_hidden, expected) in [
            (0, false, false, None),
            // The opponent's turn does not count.
            (1_000, false, true, None),
            (2_000, true, false, Some((0, 0))),
            (3_000, true, true, None),
            (5_000, true, true, None),
            (6_000, true, false, None),
            (7_000, true, true, None),
            // The turn has ended while the page was hidden.
            (8_000, false, true, None),
            (21_999, false, false, None),
            (22_000, false, false, Some((2, 4_000))),
            (90_000, true, false, None),
            // A hidden page sends when it is seen again.
            (100_000, true, true, None),
            (160_000, true, true, None),
            (161_000, true, false, Some((1, 61_000))),
            // A clock that is set back.
            (170_000, true, true, None),
            (165_000, true, false, None),
            (190_000, true, false, Some((1, 0))),
        ] {
            let message = page.look(f64::from(now_ms), is_own_turn, is_hidden);
            let expected = expected.map(|(times, ms)| ToServer::Hidden { times, ms });
            assert_eq!(message, expected, "{now_ms}");
        }
    }
}
