//! While the store fails, the clocks are paused, so that no player loses time.

use super::{Actor, Asker, Pending};
use crate::{
    base::{Backoff, Mutant, mutants},
    limits::{OUTAGE_AFTER, YIELD},
    tables::app_state::TimeCredit,
};
use game::Observer;
use protocol::{ClockState, ToClient};
use table::Input;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::{Duration, Instant},
};

/// Time during which nothing can be stored.
pub(super) struct StoreOutage {
    since: Instant,
    since_ms: u64,
    /// Set once viewers know of the pause; then the time has to be credited.
    credit: Option<TimeCredit>,
    /// Time of the next try.
    retry_at: Instant,
    backoff: Backoff,
    /// Whether crediting was left to another server.
    has_yielded: bool,
}

impl StoreOutage {
    fn new(since: Instant, since_ms: u64) -> StoreOutage {
        let mut backoff = Backoff::START;
        let retry_at = Instant::now() + backoff.next();
        StoreOutage { since, since_ms, credit: None, retry_at, backoff, has_yielded: false }
    }
}

impl Actor {
    /// Whether the clocks are paused because nothing can be stored.
    pub(super) fn are_clocks_paused(&self) -> bool {
        self.outage.as_ref().is_some_and(|outage| outage.credit.is_some())
    }

    /// Duration of the pause that no event records yet.
    pub(super) fn paused_ms(&self) -> u64 {
        let stalled = self.outage.as_ref().filter(|outage| outage.credit.is_some());
        stalled.map_or(0, |outage| self.now().saturating_sub(outage.since_ms.max(self.last_ms)))
    }

    /// Time of the next check of a outage, or of a commit that may become one.
    pub(super) fn outage_wake(&self) -> Option<Instant> {
        let now = Instant::now();
        let Some(outage) = &self.outage else {
            return self.pending.as_ref().map(|pending| pending.began + OUTAGE_AFTER);
        };
        let tell_at = Some(outage.since + OUTAGE_AFTER).filter(|_| outage.credit.is_none());
        let retry_at = Some(outage.retry_at).filter(|_| self.log.is_some());
        // Times up to now have just been handled.
        [tell_at, retry_at].into_iter().flatten().filter(|&at| at > now).min()
    }

    /// Handles a failed commit.
    pub(super) fn commit_failed(&mut self, began: Instant, began_ms: u64) {
        self.is_resuming = false;
        let outage = self.outage.get_or_insert_with(|| StoreOutage::new(began, began_ms));
        outage.retry_at = Instant::now() + outage.backoff.next();
    }

    /// Handles a commit. After a pause, its time is credited next. If the clocks were paused
    /// again while it was credited, that time follows.
    pub(super) fn commit_succeeded(&mut self, began: Instant, began_ms: u64) {
        let now = Instant::now();
        match &mut self.outage {
            Some(outage) if outage.credit.is_some() && !self.is_resuming => outage.retry_at = now,
            Some(outage)
                if outage.credit.is_some() && now.duration_since(began) >= OUTAGE_AFTER =>
            {
                outage.since = began;
                outage.since_ms = began_ms;
                outage.retry_at = now;
            }
            _ => self.outage = None,
        }
        self.is_resuming = false;
    }

    /// Another server has appended events and may have credited the lost time.
    pub(super) fn others_committed(&mut self, gave_back: bool) {
        match &mut self.outage {
            Some(outage) if outage.credit.is_some() && !gave_back => {
                outage.retry_at = Instant::now()
            }
            _ => self.outage = None,
        }
    }

    /// The whole server cannot store since `since_ms`; with `None` it can again.
    pub(super) fn outage_status_changed(&mut self, since_ms: Option<u64>) {
        self.is_server_out = since_ms.is_some();
        match (since_ms, &mut self.outage) {
            (None, Some(outage)) => outage.retry_at = Instant::now(),
            (None, None) => {}
            (Some(since_ms), outage) => {
                if self.table.deadline().is_some() {
                    let since =
                        Instant::now().checked_sub(OUTAGE_AFTER).unwrap_or_else(Instant::now);
                    let since_ms = since_ms.max(self.last_ms);
                    outage.get_or_insert_with(|| StoreOutage::new(since, since_ms));
                    self.check_outage();
                }
            }
        }
    }

    /// Announces the pause and retries, when due.
    pub(super) fn check_outage(&mut self) {
        let now = Instant::now();
        let is_due = |since: Instant| now.duration_since(since) >= OUTAGE_AFTER;
        if let (None, Some(pending)) = (&self.outage, &self.pending)
            && is_due(pending.began)
        {
            self.outage = Some(StoreOutage::new(pending.began, pending.began_ms));
        }
        let will_run = self.pending.as_ref().is_some_and(Pending::runs);
        let runs = self.table.deadline().is_some() || will_run;
        let runs = runs && !mutants::is_enabled(Mutant::ClocksRun);
        let Some(outage) = &mut self.outage else { return };
        if runs && outage.credit.is_none() && is_due(outage.since) {
            outage.credit = Some(self.app.time_credits.add());
            // An outage of the whole server is logged once, not per table.
            tracing::info!(table = self.id, "cannot store, clocks stopped");
            let message = self.stalled_message();
            self.viewers.announce(&message);
        }
        let Some(outage) = &mut self.outage else { return };
        // Older owed time is credited first.
        if outage.credit.is_some()
            && self.credit.is_none()
            && self.log.is_some()
            && now >= outage.retry_at
        {
            outage.retry_at = now + outage.backoff.next();
            let since_ms = outage.since_ms.max(self.last_ms);
            if self.is_played_elsewhere() {
                self.leave_to_others(now);
            } else {
                self.resume(since_ms);
            }
        }
    }

    /// Whether the player to move is connected to another server only. That server knows whether
    /// the clock was paused; this one may be cut off alone.
    fn is_played_elsewhere(&self) -> bool {
        let movers = self.table.turn().seats();
        let is_any =
            |is_so: &dyn Fn(u8) -> bool| movers.iter().any(|seat| is_so(seat.index() as u8));
        !is_any(&|seat| self.viewers.has_seat(seat))
            && is_any(&|seat| self.viewers.has_elsewhere(seat))
    }

    /// Leaves crediting to the server of the player to move. It credits the time if its own clock
    /// was paused. Until then, presence is known again.
    fn leave_to_others(&mut self, now: Instant) {
        let Some(outage) = &mut self.outage else { return };
        if self.is_server_out {
            return;
        }
        if !outage.has_yielded {
            outage.has_yielded = true;
            outage.retry_at = now + YIELD;
            return;
        }
        self.outage = None;
        // The viewers know of the pause; snapshots correct it.
        self.send_snapshots();
    }

    /// Whether the table may try its own actions, such as a time-out or a computer's move. During a
    /// pause only the credit of time is allowed.
    pub(super) fn may_try(&self) -> bool {
        let is_giving_back = self.credit.is_some();
        self.outage.as_ref().is_none_or(|outage| {
            (outage.credit.is_none() || is_giving_back) && Instant::now() >= outage.retry_at
        })
    }

    /// Message for a new viewer during a pause.
    pub(super) fn stalled_message(&self) -> ToClient {
        let since_ms = self.outage.as_ref().map_or(self.last_ms, |outage| outage.since_ms);
        let clocks = self.table.snapshot(since_ms, Observer::Spectator).state.clocks;
        ToClient::Stalled { clocks: clocks.map(|clocks| ClockState { running: None, ..clocks }) }
    }

    /// Stores that the clocks were paused at `since_ms` and run again now.
    fn resume(&mut self, since_ms: u64) {
        let mut paused = (*self.table).clone();
        let mut events = Vec::new();
        for (at_ms, input) in [(since_ms, Input::Pause), (self.now(), Input::Resume)] {
            match paused.decide(at_ms, input) {
                Ok(decided) => {
                    for event in &decided {
                        if let Err(error) = paused.evolve(event) {
                            return self.stop(&error);
                        }
                    }
                    events.extend(decided);
                }
                Err(refusal) => {
                    tracing::error!(table = self.id, %refusal, "failed to record pause")
                }
            }
        }
        if events.is_empty() {
            // The game is over, or its clocks do not run.
            self.outage = None;
            return;
        }
        self.is_resuming = true;
        self.commit(events, None, None, Asker::Table);
    }
}

/// Next change of the server-wide outage: its start, or its end. `None` when the server ends.
pub(super) async fn next_outage_status(changes: &mut Receiver<Option<u64>>) -> Option<Option<u64>> {
    loop {
        match changes.recv().await {
            Ok(since_ms) => return Some(since_ms),
            // Only the latest value matters.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return None,
        }
    }
}

/// Instant of a Unix time, for sleeping.
pub(super) fn after_ms(due_ms: u64, now_ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(due_ms.saturating_sub(now_ms).clamp(1, 3_600_000))
}
