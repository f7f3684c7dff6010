//! When the table of a rematch is opened, and when its id is appended to this table's log. This is a
//! pure state machine: the actor supplies facts, and carries out the effects (`effects`).

use crate::base::Backoff;
use protocol::GameId;
use tokio::time::Instant;

/// Progress of a rematch.
#[derive(Default)]
pub(super) struct Rematch {
    is_opening: bool,
    /// Id of the new table once it is open.
    table: Option<GameId>,
    /// Time of the next try after a failure.
    retry: Option<(Instant, Backoff)>,
}

/// What the actor has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Open the rematch's table, and report the result with [`Rematch::opened`].
    Open,
    /// Append the id of the new table to the log.
    Record(GameId),
}

impl Rematch {
    /// Whether a table is being opened, or another try follows.
    pub(super) const fn is_under_way(&self) -> bool {
        self.is_opening || self.retry.is_some()
    }

    /// The next thing to do. `is_wanted` is false without an agreement, and once the log has the new
    /// table's id.
    pub(super) fn next(&mut self, now: Instant, is_wanted: bool) -> Option<Effect> {
        if !is_wanted {
            self.retry = None;
            return None;
        }
        let is_early = self.retry.is_some_and(|(at, _)| now < at);
        if is_early || self.is_opening {
            return None;
        }
        let Some(table) = self.table.clone() else {
            self.is_opening = true;
            return Some(Effect::Open);
        };
        // The commit may fail.
        self.try_later(now);
        Some(Effect::Record(table))
    }

    /// The table is open; with `None` it could not be opened now.
    pub(super) fn opened(&mut self, now: Instant, table: Option<GameId>) {
        self.is_opening = false;
        match table {
            Some(table) => self.table = Some(table),
            None => self.try_later(now),
        }
    }

    /// Time of the next try. During a commit there is none.
    pub(super) fn wake(&self, can_append: bool) -> Option<Instant> {
        self.retry.map(|(at, _)| at).filter(|_| can_append)
    }

    fn try_later(&mut self, now: Instant) {
        let mut backoff = self.retry.map_or(Backoff::START, |(_, backoff)| backoff);
        self.retry = Some((now + backoff.next(), backoff));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_table_is_opened_once_and_recorded_until_the_log_has_it() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let record = || Some(Effect::Record("new".into()));
        let mut rematch = Rematch::default();
        assert_eq!(rematch.next(at(0), false), None, "not agreed");
        assert!(!rematch.is_under_way());
        assert_eq!(rematch.next(at(0), true), Some(Effect::Open));
        assert_eq!(rematch.next(at(1), true), None, "it is being opened");
        assert!(rematch.is_under_way());
        rematch.opened(at(10), Some("new".into()));
        assert_eq!(rematch.next(at(10), true), record());
        assert_eq!(rematch.next(at(11), true), None, "the commit runs");
        assert_eq!(rematch.wake(false), None, "during the commit");
        let wake = rematch.wake(true).expect("another try");
        assert!(wake > at(11));
        assert_eq!(rematch.next(wake, true), record(), "the commit has failed");
        assert_eq!(rematch.next(wake, false), None, "the log has it");
        assert!(!rematch.is_under_way());
        assert_eq!(rematch.wake(true), None);
    }

    #[test]
    fn an_opening_that_fails_is_tried_again_ever_later() {
        let mut now = Instant::now();
        let mut rematch = Rematch::default();
        let mut waits = Vec::new();
        for _ in 0..3 {
            assert_eq!(rematch.next(now, true), Some(Effect::Open));
            rematch.opened(now, None);
            assert_eq!(rematch.next(now, true), None, "too early");
            let wake = rematch.wake(true).expect("another try");
            waits.push(wake - now);
            now = wake;
        }
        assert!(waits[0] < waits[1] && waits[1] < waits[2], "{waits:?}");
    }

    /// The agreement may end while the table is being opened: another server has opened one.
    #[test]
    fn a_rematch_of_another_server_ends_the_tries() {
        let now = Instant::now();
        let mut rematch = Rematch::default();
        assert_eq!(rematch.next(now, true), Some(Effect::Open));
        assert_eq!(rematch.next(now, false), None);
        rematch.opened(now, None);
        assert_eq!(rematch.next(now, false), None);
        assert!(!rematch.is_under_way());
    }
}
