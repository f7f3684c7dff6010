//! While the store fails, the clocks are paused, so that no player loses time.

use super::{Actor, Asker, Pending};
use crate::{
    app_state::Debt,
    limits::{STALL, YIELD},
    log_owner::Backoff,
    planted::{self, Bug},
};
use game::Observer;
use protocol::{ClockState, ToClient};
use table::Input;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::{Duration, Instant},
};

/// Time during which nothing can be stored.
pub(super) struct Stall {
    since: Instant,
    since_ms: u64,
    /// Set once viewers know of the pause; then the time has to be credited.
    debt: Option<Debt>,
    /// Time of the next try.
    retry_at: Instant,
    backoff: Backoff,
    /// Whether crediting was left to another server.
    has_yielded: bool,
}

impl Stall {
    fn new(since: Instant, since_ms: u64) -> Stall {
        let mut backoff = Backoff::START;
        let retry_at = Instant::now() + backoff.next();
        Stall { since, since_ms, debt: None, retry_at, backoff, has_yielded: false }
    }
}

impl Actor {
    /// Whether the clocks are paused because nothing can be stored.
    pub(super) fn is_stalled(&self) -> bool {
        self.stall.as_ref().is_some_and(|stall| stall.debt.is_some())
    }

    /// Duration of the pause that no event records yet.
    pub(super) fn stalled_ms(&self) -> u64 {
        let stalled = self.stall.as_ref().filter(|stall| stall.debt.is_some());
        stalled.map_or(0, |stall| self.now().saturating_sub(stall.since_ms.max(self.last_ms)))
    }

    /// Time of the next check of a stall, or of a commit that may become one.
    pub(super) fn stall_wake(&self) -> Option<Instant> {
        let now = Instant::now();
        let Some(stall) = &self.stall else {
            return self.pending.as_ref().map(|pending| pending.began + STALL);
        };
        let tell_at = Some(stall.since + STALL).filter(|_| stall.debt.is_none());
        let retry_at = Some(stall.retry_at).filter(|_| self.log.is_some());
        // Times up to now have just been handled.
        [tell_at, retry_at].into_iter().flatten().filter(|&at| at > now).min()
    }

    /// Handles a failed commit.
    pub(super) fn has_failed(&mut self, began: Instant, began_ms: u64) {
        self.is_resuming = false;
        let stall = self.stall.get_or_insert_with(|| Stall::new(began, began_ms));
        stall.retry_at = Instant::now() + stall.backoff.next();
    }

    /// Handles a commit. After a pause, its time is credited next. If the clocks were paused
    /// again while it was credited, that time follows.
    pub(super) fn has_stored(&mut self, began: Instant, began_ms: u64) {
        let now = Instant::now();
        match &mut self.stall {
            Some(stall) if stall.debt.is_some() && !self.is_resuming => stall.retry_at = now,
            Some(stall) if stall.debt.is_some() && now.duration_since(began) >= STALL => {
                stall.since = began;
                stall.since_ms = began_ms;
                stall.retry_at = now;
            }
            _ => self.stall = None,
        }
        self.is_resuming = false;
    }

    /// Another server has appended events and may have credited the lost time.
    pub(super) fn others_have_stored(&mut self, gave_back: bool) {
        match &mut self.stall {
            Some(stall) if stall.debt.is_some() && !gave_back => stall.retry_at = Instant::now(),
            _ => self.stall = None,
        }
    }

    /// The whole server cannot store since `since_ms`; with `None` it can again.
    pub(super) fn house_stalls(&mut self, since_ms: Option<u64>) {
        self.house_is_stalled = since_ms.is_some();
        match (since_ms, &mut self.stall) {
            (None, Some(stall)) => stall.retry_at = Instant::now(),
            (None, None) => {}
            (Some(since_ms), stall) => {
                if self.table.deadline().is_some() {
                    let since = Instant::now().checked_sub(STALL).unwrap_or_else(Instant::now);
                    let since_ms = since_ms.max(self.last_ms);
                    stall.get_or_insert_with(|| Stall::new(since, since_ms));
                    self.look_at_stall();
                }
            }
        }
    }

    /// Announces the pause and retries, when due.
    pub(super) fn look_at_stall(&mut self) {
        let now = Instant::now();
        let is_due = |since: Instant| now.duration_since(since) >= STALL;
        if let (None, Some(pending)) = (&self.stall, &self.pending)
            && is_due(pending.began)
        {
            self.stall = Some(Stall::new(pending.began, pending.began_ms));
        }
        let will_run = self.pending.as_ref().is_some_and(Pending::runs);
        let runs = self.table.deadline().is_some() || will_run;
        let runs = runs && !planted::has(Bug::ClocksRun);
        let Some(stall) = &mut self.stall else { return };
        if runs && stall.debt.is_none() && is_due(stall.since) {
            stall.debt = Some(self.app.debts.add());
            // An outage of the whole server is logged once, not per table.
            tracing::info!(table = self.id, "cannot store, clocks stopped");
            let message = self.stalled_message();
            self.viewers.announce(&message);
        }
        let Some(stall) = &mut self.stall else { return };
        // Older owed time is credited first.
        if stall.debt.is_some()
            && self.debt.is_none()
            && self.log.is_some()
            && now >= stall.retry_at
        {
            stall.retry_at = now + stall.backoff.next();
            let since_ms = stall.since_ms.max(self.last_ms);
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
        let Some(stall) = &mut self.stall else { return };
        if self.house_is_stalled {
            return;
        }
        if !stall.has_yielded {
            stall.has_yielded = true;
            stall.retry_at = now + YIELD;
            return;
        }
        self.stall = None;
        // The viewers know of the pause; snapshots correct it.
        for observer in Observer::all(self.table.variant().seats()) {
            let snapshot = ToClient::Snapshot(Box::new(self.snapshot(observer)));
            self.viewers.show(observer, &snapshot);
        }
    }

    /// Whether the table may try its own actions, such as a time-out or a computer's move. During a
    /// pause only the credit of time is allowed.
    pub(super) fn may_try(&self) -> bool {
        let is_giving_back = self.debt.is_some();
        self.stall.as_ref().is_none_or(|stall| {
            (stall.debt.is_none() || is_giving_back) && Instant::now() >= stall.retry_at
        })
    }

    /// Message for a new viewer during a pause.
    pub(super) fn stalled_message(&self) -> ToClient {
        let since_ms = self.stall.as_ref().map_or(self.last_ms, |stall| stall.since_ms);
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
            self.stall = None;
            return;
        }
        self.is_resuming = true;
        self.commit(events, None, None, Asker::Table);
    }
}

/// Next change of the server-wide stall: its start, or its end. `None` when the server ends.
pub(super) async fn house_stall_changed(
    changes: &mut Receiver<Option<u64>>,
) -> Option<Option<u64>> {
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
