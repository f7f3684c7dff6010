//! While the store fails, the clocks are paused, so that no player loses time. This is a pure state
//! machine: the actor supplies facts, and carries out the effects (`effects`).

use crate::{
    base::{Backoff, Mutant, mutants},
    limits::{OUTAGE_AFTER, YIELD},
    tables::app_state::{TimeCredit, TimeCredits},
};
use protocol::UnixMs;
use tokio::time::Instant;

/// Time during which nothing can be stored.
struct StoreOutage {
    since: Instant,
    since_ms: UnixMs,
    /// Set once viewers know of the pause; then the time has to be credited.
    credit: Option<TimeCredit>,
    /// Time of the next try.
    retry_at: Instant,
    backoff: Backoff,
    /// Whether crediting was left to another server.
    has_yielded: bool,
}

impl StoreOutage {
    fn new(now: Instant, since: Instant, since_ms: UnixMs) -> StoreOutage {
        let mut backoff = Backoff::START;
        let retry_at = now + backoff.next();
        StoreOutage { since, since_ms, credit: None, retry_at, backoff, has_yielded: false }
    }
}

/// A table's outages, and the time that it has to credit.
pub(super) struct OutageState {
    current: Option<StoreOutage>,
    /// Whether the running commit ends an outage.
    is_resuming: bool,
    /// Whether the whole server cannot store.
    is_server_out: bool,
    /// Time that the server was away and that has to be credited, in milliseconds.
    away: Option<(u64, TimeCredit)>,
    credits: TimeCredits,
}

/// Facts about the table at one time.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) now: Instant,
    /// Start of the running commit, and its game time.
    pub(super) commit: Option<(Instant, UnixMs)>,
    /// Whether a clock runs, or will run after the commit.
    pub(super) is_timed: bool,
    /// Whether no commit is running.
    pub(super) can_append: bool,
    /// Game time of the last committed event.
    pub(super) last_ms: UnixMs,
    /// Whether the player to move is connected to another server only. That server knows whether
    /// the clock was paused; this one may be cut off alone.
    pub(super) is_played_elsewhere: bool,
}

/// What the actor has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Tell the viewers that the clocks are paused.
    Announce,
    /// Store that the clocks were paused then, in game time, and run again now.
    Resume { since_ms: UnixMs },
    /// The pause is left to another server: show the viewers the state as it is.
    ShowState,
}

impl OutageState {
    /// No outage. `away_ms` is the time before the table was loaded that has to be credited.
    pub(super) fn new(credits: TimeCredits, away_ms: Option<u64>) -> OutageState {
        let away = away_ms.map(|ms| (ms, credits.add()));
        OutageState { current: None, is_resuming: false, is_server_out: false, away, credits }
    }

    /// Whether there is an outage, announced or not.
    pub(super) const fn is_open(&self) -> bool {
        self.current.is_some()
    }

    /// Whether the clocks are paused because nothing can be stored.
    pub(super) fn is_paused(&self) -> bool {
        self.current.as_ref().is_some_and(|outage| outage.credit.is_some())
    }

    /// Game time at which the outage began.
    pub(super) fn since_ms(&self) -> Option<UnixMs> {
        self.current.as_ref().map(|outage| outage.since_ms)
    }

    /// Duration of the pause that no event records yet.
    pub(super) fn paused_ms(&self, now_ms: UnixMs, last_ms: UnixMs) -> u64 {
        let paused = self.current.as_ref().filter(|outage| outage.credit.is_some());
        paused.map_or(0, |outage| now_ms.since(outage.since_ms.max(last_ms)))
    }

    /// Time that the server was away and that has to be credited first, in milliseconds.
    pub(super) fn away_ms(&self) -> Option<u64> {
        self.away.as_ref().map(|(ms, _)| *ms)
    }

    /// The time away is credited, or cannot be.
    pub(super) fn credited(&mut self) {
        self.away = None;
    }

    /// Whether the table may try its own actions, such as a time-out or a computer's move. During a
    /// pause only the credit of time is allowed.
    pub(super) fn may_try(&self, now: Instant) -> bool {
        self.current.as_ref().is_none_or(|outage| {
            (outage.credit.is_none() || self.away.is_some()) && now >= outage.retry_at
        })
    }

    /// Time of the next check of an outage, or of a commit that may become one.
    pub(super) fn wake(&self, facts: Facts) -> Option<Instant> {
        let Some(outage) = &self.current else {
            return facts.commit.map(|(began, _)| began + OUTAGE_AFTER);
        };
        let tell_at = Some(outage.since + OUTAGE_AFTER).filter(|_| outage.credit.is_none());
        let retry_at = Some(outage.retry_at).filter(|_| facts.can_append);
        // Times up to now have just been handled.
        [tell_at, retry_at].into_iter().flatten().filter(|&at| at > facts.now).min()
    }

    /// A commit that began then has failed.
    pub(super) fn commit_failed(&mut self, now: Instant, began: Instant, began_ms: UnixMs) {
        self.is_resuming = false;
        let outage = self.current.get_or_insert_with(|| StoreOutage::new(now, began, began_ms));
        outage.retry_at = now + outage.backoff.next();
    }

    /// A commit that began then is stored. After a pause, its time is credited next. If the clocks
    /// were paused again while it was credited, that time follows.
    pub(super) fn commit_succeeded(&mut self, now: Instant, began: Instant, began_ms: UnixMs) {
        match &mut self.current {
            Some(outage) if outage.credit.is_some() && !self.is_resuming => outage.retry_at = now,
            Some(outage)
                if outage.credit.is_some() && now.duration_since(began) >= OUTAGE_AFTER =>
            {
                outage.since = began;
                outage.since_ms = began_ms;
                outage.retry_at = now;
            }
            _ => self.current = None,
        }
        self.is_resuming = false;
    }

    /// The running commit ends the outage.
    pub(super) const fn resuming(&mut self) {
        self.is_resuming = true;
    }

    /// Another server has appended before the running commit.
    pub(super) const fn overtaken(&mut self) {
        self.is_resuming = false;
    }

    /// The outage needs no event: the game is over, or its clocks do not run.
    pub(super) fn end(&mut self) {
        self.current = None;
    }

    /// Another server has appended events, which may credit the lost time. A server that stores
    /// something credits the time away first.
    pub(super) fn others_committed(&mut self, now: Instant, gave_back: bool) {
        self.away = None;
        match &mut self.current {
            Some(outage) if outage.credit.is_some() && !gave_back => outage.retry_at = now,
            _ => self.current = None,
        }
    }

    /// The whole server cannot store since `since_ms`; with `None` it can again. `is_timed` and
    /// `last_ms` are as in [`Facts`], without a running commit.
    pub(super) fn server_status(
        &mut self,
        now: Instant,
        since_ms: Option<UnixMs>,
        is_timed: bool,
        last_ms: UnixMs,
    ) {
        self.is_server_out = since_ms.is_some();
        match (since_ms, &mut self.current) {
            (None, Some(outage)) => outage.retry_at = now,
            (Some(since_ms), current) if is_timed => {
                let since = now.checked_sub(OUTAGE_AFTER).unwrap_or(now);
                current.get_or_insert_with(|| StoreOutage::new(now, since, since_ms.max(last_ms)));
            }
            (None, None) | (Some(_), _) => {}
        }
    }

    /// The next thing to do, if any. The actor asks again, with new facts, until there is none.
    pub(super) fn next(&mut self, facts: Facts) -> Option<Effect> {
        let is_due = |since: Instant| facts.now.duration_since(since) >= OUTAGE_AFTER;
        if let (None, Some((began, began_ms))) = (&self.current, facts.commit)
            && is_due(began)
        {
            self.current = Some(StoreOutage::new(facts.now, began, began_ms));
        }
        let outage = self.current.as_mut()?;
        let is_timed = facts.is_timed && !mutants::is_enabled(Mutant::ClocksRun);
        if is_timed && outage.credit.is_none() && is_due(outage.since) {
            outage.credit = Some(self.credits.add());
            return Some(Effect::Announce);
        }
        let may_resume = outage.credit.is_some() && self.away.is_none() && facts.can_append;
        if !may_resume || facts.now < outage.retry_at {
            return None;
        }
        outage.retry_at = facts.now + outage.backoff.next();
        if !facts.is_played_elsewhere {
            return Some(Effect::Resume { since_ms: outage.since_ms.max(facts.last_ms) });
        }
        // The other server credits the time if its own clock was paused. Until then, presence is
        // known again.
        if self.is_server_out {
            return None;
        }
        if !outage.has_yielded {
            outage.has_yielded = true;
            outage.retry_at = facts.now + YIELD;
            return None;
        }
        self.current = None;
        Some(Effect::ShowState)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// What happens to a table, in a test.
    #[derive(Clone, Copy, Debug)]
    enum Act {
        /// A commit begins.
        Begin,
        /// The running commit fails.
        Fail,
        /// The running commit is stored.
        Store,
        /// Another server has appended; whether it has credited time.
        Others(bool),
        /// The server's outage begins at this game time, or ends.
        Server(Option<UnixMs>),
        /// Nothing but time.
        Wait,
    }

    /// A table with a running clock whose time is the milliseconds since its start.
    struct Sim {
        start: Instant,
        state: OutageState,
        credits: TimeCredits,
        commit: Option<u64>,
        is_timed: bool,
        is_played_elsewhere: bool,
    }

    impl Sim {
        fn new(away_ms: Option<u64>) -> Sim {
            let credits = TimeCredits::default();
            let state = OutageState::new(credits.clone(), away_ms);
            let (is_timed, is_played_elsewhere) = (true, false);
            let start = Instant::now();
            Sim { start, state, credits, commit: None, is_timed, is_played_elsewhere }
        }

        fn at(&self, ms: u64) -> Instant {
            self.start + Duration::from_millis(ms)
        }

        /// Runs an act at a time, and all that follows from it. A resume begins a commit.
        fn run(&mut self, ms: u64, act: Act) -> Vec<Effect> {
            let now = self.at(ms);
            match act {
                Act::Begin => self.commit = Some(ms),
                Act::Fail | Act::Store => {
                    let began_ms = self.commit.take().expect("a commit runs");
                    let began = self.at(began_ms);
                    match act {
                        Act::Fail => self.state.commit_failed(now, began, UnixMs(began_ms)),
                        _ => self.state.commit_succeeded(now, began, UnixMs(began_ms)),
                    }
                }
                Act::Others(gave_back) => self.state.others_committed(now, gave_back),
                Act::Server(since_ms) => {
                    self.state.server_status(now, since_ms, self.is_timed, UnixMs(0));
                }
                Act::Wait => {}
            }
            let mut effects = Vec::new();
            loop {
                let facts = Facts {
                    now,
                    commit: self.commit.map(|began_ms| (self.at(began_ms), UnixMs(began_ms))),
                    is_timed: self.is_timed,
                    can_append: self.commit.is_none(),
                    last_ms: UnixMs(0),
                    is_played_elsewhere: self.is_played_elsewhere,
                };
                let Some(effect) = self.state.next(facts) else { return effects };
                if matches!(effect, Effect::Resume { .. }) {
                    self.state.resuming();
                    self.commit = Some(ms);
                }
                effects.push(effect);
            }
        }

        fn check(&mut self, acts: &[(u64, Act, &[Effect])]) {
            for (ms, act, expected) in acts {
                assert_eq!(self.run(*ms, *act), *expected, "{act:?} at {ms}");
            }
        }
    }

    #[test]
    fn a_commit_that_hangs_pauses_the_clocks_and_its_time_is_credited() {
        let mut sim = Sim::new(None);
        sim.check(&[
            (1_000, Act::Begin, &[]),
            (2_999, Act::Wait, &[]),
            (3_000, Act::Wait, &[Effect::Announce]),
            (9_000, Act::Wait, &[]),
            (9_500, Act::Store, &[Effect::Resume { since_ms: UnixMs(1_000) }]),
        ]);
        assert!(sim.state.is_paused() && sim.credits.are_open());
        assert_eq!(sim.state.paused_ms(UnixMs(9_500), UnixMs(0)), 8_500);
        sim.check(&[(9_600, Act::Store, &[])]);
        assert!(!sim.state.is_open() && !sim.credits.are_open());
    }

    #[test]
    fn a_short_failure_pauses_nothing() {
        let mut sim = Sim::new(None);
        sim.check(&[
            (0, Act::Begin, &[]),
            (100, Act::Fail, &[]),
            (1_000, Act::Begin, &[]),
            (1_100, Act::Store, &[]),
            (9_000, Act::Wait, &[]),
        ]);
        assert!(!sim.state.is_open());
    }

    #[test]
    fn failures_pause_the_clocks_after_two_seconds_and_resuming_is_tried_again() {
        let mut sim = Sim::new(None);
        sim.check(&[
            (0, Act::Begin, &[]),
            (100, Act::Fail, &[]),
            (2_000, Act::Wait, &[Effect::Announce, Effect::Resume { since_ms: UnixMs(0) }]),
            (2_100, Act::Fail, &[]),
            (2_101, Act::Wait, &[]),
            (9_000, Act::Wait, &[Effect::Resume { since_ms: UnixMs(0) }]),
        ]);
        // The commit that credits the time hangs: the clocks were paused again meanwhile.
        sim.check(&[(19_000, Act::Store, &[Effect::Resume { since_ms: UnixMs(9_000) }])]);
        sim.check(&[(19_100, Act::Store, &[])]);
        assert!(!sim.state.is_open());
    }

    #[test]
    fn without_a_running_clock_nothing_is_announced() {
        let mut sim = Sim::new(None);
        sim.is_timed = false;
        sim.check(&[
            (0, Act::Server(Some(UnixMs(0))), &[]),
            (0, Act::Begin, &[]),
            (5_000, Act::Wait, &[]),
            (5_100, Act::Fail, &[]),
            (9_000, Act::Wait, &[]),
        ]);
        assert!(sim.state.is_open() && !sim.state.is_paused());
    }

    #[test]
    fn an_outage_of_the_server_is_announced_at_once() {
        let mut sim = Sim::new(None);
        // In the tests' time, the outage began before the table.
        sim.start += Duration::from_secs(60);
        sim.check(&[
            (5_000, Act::Server(Some(UnixMs(2_900))), &[Effect::Announce]),
            (5_100, Act::Server(None), &[Effect::Resume { since_ms: UnixMs(2_900) }]),
            (5_200, Act::Store, &[]),
        ]);
        assert!(!sim.state.is_open());
    }

    #[test]
    fn another_servers_credit_ends_the_outage() {
        for (gave_back, expected) in
            [(true, vec![]), (false, vec![Effect::Resume { since_ms: UnixMs(0) }])]
        {
            let mut sim = Sim::new(None);
            sim.check(&[(0, Act::Begin, &[]), (2_000, Act::Wait, &[Effect::Announce])]);
            sim.commit = None;
            sim.state.overtaken();
            assert_eq!(sim.run(2_100, Act::Others(gave_back)), expected);
            assert_eq!(sim.state.is_open(), !gave_back);
        }
    }

    #[test]
    fn a_server_that_is_cut_off_alone_leaves_the_pause_to_the_movers_server() {
        let mut sim = Sim::new(None);
        sim.is_played_elsewhere = true;
        sim.start += Duration::from_secs(60);
        let yield_ms = YIELD.as_millis() as u64;
        sim.check(&[
            (5_000, Act::Server(Some(UnixMs(3_000))), &[Effect::Announce]),
            (20_000, Act::Wait, &[]),
            (30_000, Act::Server(None), &[]),
            (30_000 + yield_ms - 1, Act::Wait, &[]),
            (30_000 + yield_ms, Act::Wait, &[Effect::ShowState]),
        ]);
        assert!(!sim.state.is_open());
    }

    #[test]
    fn time_away_is_credited_before_a_pause() {
        let mut sim = Sim::new(Some(500));
        assert!(sim.credits.are_open());
        sim.check(&[
            (0, Act::Begin, &[]),
            (100, Act::Fail, &[]),
            (9_000, Act::Wait, &[Effect::Announce]),
        ]);
        assert!(sim.state.may_try(sim.at(9_000)), "to credit the time away");
        sim.state.credited();
        assert!(!sim.state.may_try(sim.at(9_000)));
        sim.check(&[(9_001, Act::Wait, &[Effect::Resume { since_ms: UnixMs(0) }])]);
    }

    #[test]
    fn the_next_check_is_when_something_may_change() {
        let mut sim = Sim::new(None);
        let facts = |sim: &Sim, ms: u64, commit: Option<u64>| Facts {
            now: sim.at(ms),
            commit: commit.map(|began_ms| (sim.at(began_ms), UnixMs(began_ms))),
            is_timed: true,
            can_append: commit.is_none(),
            last_ms: UnixMs(0),
            is_played_elsewhere: false,
        };
        assert_eq!(sim.state.wake(facts(&sim, 0, None)), None);
        assert_eq!(sim.state.wake(facts(&sim, 0, Some(0))), Some(sim.at(2_000)));
        sim.check(&[(0, Act::Begin, &[]), (100, Act::Fail, &[])]);
        // The second delay of the backoff, and then the announcement.
        assert_eq!(sim.state.wake(facts(&sim, 100, None)), Some(sim.at(600)));
        assert_eq!(sim.state.wake(facts(&sim, 600, None)), Some(sim.at(2_000)));
        assert_eq!(sim.state.wake(facts(&sim, 600, Some(600))), Some(sim.at(2_000)));
    }
}
