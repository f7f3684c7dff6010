//! The facts of a table for the state machine of its outages, and the effects of that.

use super::{
    Actor, Asker, Pending,
    outage::{Effect, Facts},
};
use game::Observer;
use protocol::{ClockState, ToClient, UnixMs};
use table::Input;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::{Duration, Instant},
};

impl Actor {
    /// The facts that an outage depends on.
    pub(super) fn outage_facts(&self) -> Facts {
        let pending = self.log.pending.as_ref();
        Facts {
            now: Instant::now(),
            commit: pending.map(|pending| (pending.began, pending.began_ms)),
            is_timed: self.state.table.deadline().is_some() || pending.is_some_and(Pending::runs),
            can_append: self.log.can_append(),
            last_ms: self.state.last_ms,
            is_played_elsewhere: self.is_played_elsewhere(),
        }
    }

    /// Announces a pause of the clocks, and tries to end it, when due.
    pub(super) fn check_outage(&mut self) {
        while let Some(effect) = self.outage.next(self.outage_facts()) {
            match effect {
                Effect::Announce => {
                    // An outage of the whole server is logged once, not per table.
                    tracing::info!(table = self.id.as_str(), "cannot store, clocks stopped");
                    for observer in Observer::all(self.state.table.variant().seats()) {
                        let message = self.stalled_message(observer);
                        self.viewers.show(observer, &message);
                    }
                }
                Effect::Resume { since_ms } => self.resume(since_ms),
                // The viewers know of the pause; snapshots correct it.
                Effect::ShowState => self.send_snapshots(),
            }
        }
    }

    /// The whole server cannot store since `since_ms`; with `None` it can again.
    pub(super) fn outage_status_changed(&mut self, since_ms: Option<UnixMs>) {
        let is_timed = self.state.table.deadline().is_some();
        self.outage.server_status(Instant::now(), since_ms, is_timed, self.state.last_ms);
        self.check_outage();
    }

    /// Whether the player to move is connected to another server only.
    fn is_played_elsewhere(&self) -> bool {
        let movers = self.state.table.turn().seats();
        let is_any =
            |is_so: &dyn Fn(u8) -> bool| movers.iter().any(|seat| is_so(seat.index() as u8));
        !is_any(&|seat| self.viewers.has_seat(seat))
            && is_any(&|seat| self.viewers.has_elsewhere(seat))
    }

    /// Message for a viewer during a pause.
    pub(super) fn stalled_message(&self, observer: Observer) -> ToClient {
        let since_ms = self.outage.since_ms().unwrap_or(self.state.last_ms);
        let seen = self.seen(observer, since_ms);
        let clocks = seen.table.snapshot(seen.now_ms.0, Observer::Spectator).state.clocks;
        ToClient::Stalled { clocks: clocks.map(|clocks| ClockState { running: None, ..clocks }) }
    }

    /// Stores that the clocks were paused at `since_ms` and run again now.
    fn resume(&mut self, since_ms: UnixMs) {
        let mut paused = (*self.state.table).clone();
        let mut events = Vec::new();
        for (at_ms, input) in [(since_ms, Input::Pause), (self.now(), Input::Resume)] {
            match paused.decide(at_ms.0, input) {
                Ok(decided) => {
                    for event in &decided {
                        if let Err(error) = paused.evolve(event) {
                            return self.stop(&error);
                        }
                    }
                    events.extend(decided);
                }
                Err(refusal) => {
                    tracing::error!(table = self.id.as_str(), %refusal, "failed to record pause")
                }
            }
        }
        if events.is_empty() {
            // The game is over, or its clocks do not run.
            return self.outage.end();
        }
        self.outage.resuming();
        self.commit(events, None, None, Asker::Table);
    }
}

/// Next change of the server-wide outage: its start, or its end. `None` when the server ends.
pub(super) async fn next_outage_status(
    changes: &mut Receiver<Option<UnixMs>>,
) -> Option<Option<UnixMs>> {
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
pub(super) fn after_ms(due_ms: UnixMs, now_ms: UnixMs) -> Instant {
    Instant::now() + Duration::from_millis(due_ms.since(now_ms).clamp(1, 3_600_000))
}
