//! Whether this server can store, as a pure state machine. The heartbeat feeds it and carries out
//! its effects.

use crate::limits::{CREDIT_MS, OUTAGE_AFTER};
use protocol::UnixMs;

/// State of the heartbeat. All times are game times in Unix ms.
pub(super) struct Liveness {
    /// Time of the last successful heartbeat, or the start.
    stored_ms: UnixMs,
    /// Start of the running outage, as the tables know it.
    outage_ms: Option<UnixMs>,
    /// Last heartbeat in the store.
    noted_ms: Option<UnixMs>,
    /// Whether the last heartbeat failed.
    has_failed: bool,
    /// Number of events so far that cast doubt on the store.
    doubts: u64,
    /// Since when the store can commit while a table still has to credit time.
    held_ms: Option<UnixMs>,
}

/// Result of a heartbeat.
#[derive(Clone, Copy)]
pub(super) struct Heartbeat {
    /// Time at which it was sent.
    pub(super) sent_ms: UnixMs,
    /// Time of the result.
    pub(super) now_ms: UnixMs,
    /// Time that the row contains, from [`Liveness::alive_ms`].
    pub(super) alive_ms: UnixMs,
    /// Whether the store has it, and commits games as well.
    pub(super) is_stored: bool,
    /// Whether any table has to credit time.
    pub(super) owes: bool,
    /// Whether other servers use the store.
    pub(super) is_shared: bool,
}

/// What follows from a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing could be stored in this time span, which tables outside memory have to credit.
    AddOutage { from_ms: UnixMs, to_ms: UnixMs },
    /// The store commits at this time.
    Stored(UnixMs),
    /// The outage that began then starts for all tables; `None` ends it.
    Announce(Option<UnixMs>),
}

impl Liveness {
    /// State at the start. `noted_ms` is the last heartbeat in the store.
    pub(super) const fn new(now_ms: UnixMs, noted_ms: Option<UnixMs>) -> Liveness {
        Liveness {
            stored_ms: now_ms,
            outage_ms: None,
            noted_ms,
            has_failed: false,
            doubts: 0,
            held_ms: None,
        }
    }

    /// Time to store with the next heartbeat. While tables have to credit time, the last one is
    /// repeated: if the server dies before, the time to credit survives in the store. A table that
    /// takes too long delays it no further.
    pub(super) fn alive_ms(&self, now_ms: UnixMs, owes: bool) -> UnixMs {
        let is_long = |since_ms| now_ms.since(since_ms) >= CREDIT_MS;
        let is_held = owes && !self.held_ms.is_some_and(is_long);
        self.noted_ms.filter(|_| is_held).unwrap_or(now_ms)
    }

    /// Whether a stored heartbeat proves too little, so that the store has to be probed: after a
    /// failure, or after more doubts. A full disk may accept the small row but no game.
    pub(super) fn needs_probe(&mut self, doubts: u64) -> bool {
        let has_more = std::mem::replace(&mut self.doubts, doubts) != doubts;
        self.has_failed || has_more
    }

    /// Takes the result of a heartbeat.
    pub(super) fn heard(&mut self, beat: Heartbeat) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.has_failed = !beat.is_stored;
        if beat.is_stored {
            if self.outage_ms.is_some() && beat.is_shared {
                // Recorded before any server ends a game by time-out because of it.
                effects.push(Effect::AddOutage { from_ms: self.stored_ms, to_ms: beat.now_ms });
            }
            self.stored_ms = beat.sent_ms;
            self.noted_ms = Some(beat.alive_ms);
            self.held_ms = beat.owes.then(|| self.held_ms.unwrap_or(beat.sent_ms));
            effects.push(Effect::Stored(beat.sent_ms));
        }
        let silent_ms = beat.now_ms.since(self.stored_ms);
        let is_out = silent_ms >= OUTAGE_AFTER.as_millis() as u64;
        let outage_ms = is_out.then_some(self.stored_ms);
        if std::mem::replace(&mut self.outage_ms, outage_ms) != outage_ms {
            effects.push(Effect::Announce(outage_ms));
        }
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beat(sent_ms: u64, is_stored: bool) -> Heartbeat {
        let sent_ms = UnixMs(sent_ms);
        let (now_ms, alive_ms) = (sent_ms + 10, sent_ms);
        Heartbeat { sent_ms, now_ms, alive_ms, is_stored, owes: false, is_shared: true }
    }

    #[test]
    fn an_outage_begins_after_two_seconds_and_is_recorded_at_its_end() {
        let mut liveness = Liveness::new(UnixMs(1_000), None);
        for (sent_ms, is_stored, expected) in [
            (1_000, true, vec![Effect::Stored(UnixMs(1_000))]),
            (2_000, false, vec![]),
            (2_980, false, vec![]),
            (2_990, false, vec![Effect::Announce(Some(UnixMs(1_000)))]),
            (4_000, false, vec![]),
            (
                5_000,
                true,
                vec![
                    Effect::AddOutage { from_ms: UnixMs(1_000), to_ms: UnixMs(5_010) },
                    Effect::Stored(UnixMs(5_000)),
                    Effect::Announce(None),
                ],
            ),
            (6_000, true, vec![Effect::Stored(UnixMs(6_000))]),
        ] {
            assert_eq!(liveness.heard(beat(sent_ms, is_stored)), expected, "{sent_ms}");
        }
    }

    #[test]
    fn a_server_alone_records_no_outage() {
        let mut liveness = Liveness::new(UnixMs(0), None);
        assert_eq!(liveness.heard(beat(3_000, false)), [Effect::Announce(Some(UnixMs(0)))]);
        let back = Heartbeat { is_shared: false, ..beat(4_000, true) };
        assert_eq!(liveness.heard(back), [Effect::Stored(UnixMs(4_000)), Effect::Announce(None)]);
    }

    /// A heartbeat that was stored late leaves the outage running until the next one.
    #[test]
    fn a_slow_heartbeat_is_an_outage() {
        let mut liveness = Liveness::new(UnixMs(0), None);
        let slow = Heartbeat { now_ms: UnixMs(3_000), ..beat(1_000, true) };
        let expected = [Effect::Stored(UnixMs(1_000)), Effect::Announce(Some(UnixMs(1_000)))];
        assert_eq!(liveness.heard(slow), expected);
    }

    #[test]
    fn the_store_is_probed_after_a_failure_and_after_doubts() {
        let mut liveness = Liveness::new(UnixMs(0), None);
        for (doubts, is_stored, expected) in [
            (0, true, false),
            (1, true, true),
            (1, true, false),
            (1, false, false),
            (1, true, true),
            (1, true, false),
        ] {
            assert_eq!(liveness.needs_probe(doubts), expected, "{doubts} {is_stored}");
            liveness.heard(beat(1_000, is_stored));
        }
    }

    #[test]
    fn time_to_credit_delays_the_stored_heartbeat_for_a_minute() {
        let mut liveness = Liveness::new(UnixMs(1_000), Some(UnixMs(500)));
        assert_eq!(liveness.alive_ms(UnixMs(1_000), false), UnixMs(1_000));
        for (now_ms, owes, expected) in [
            (1_000, true, 500),
            (2_000, true, 500),
            (1_000 + CREDIT_MS - 1, true, 500),
            (1_000 + CREDIT_MS, true, 1_000 + CREDIT_MS),
            (1_001 + CREDIT_MS, false, 1_001 + CREDIT_MS),
            (1_002 + CREDIT_MS, true, 1_001 + CREDIT_MS),
        ] {
            let alive_ms = liveness.alive_ms(UnixMs(now_ms), owes);
            assert_eq!(alive_ms, UnixMs(expected), "{now_ms}");
            liveness.heard(Heartbeat { alive_ms, owes, ..beat(now_ms, true) });
        }
    }

    /// Before the first heartbeat there is nothing to repeat.
    #[test]
    fn a_new_store_has_no_heartbeat_to_repeat() {
        assert_eq!(Liveness::new(UnixMs(1_000), None).alive_ms(UnixMs(1_000), true), UnixMs(1_000));
    }
}
