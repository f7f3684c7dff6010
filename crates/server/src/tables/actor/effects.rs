//! The actor's part of its state machines: it supplies the facts of outages, rematches and departing
//! hosts, and carries out the effects.

use super::{
    Actor, Asker, Pending,
    change::not_now,
    departure::{self, take_step},
    outage::{Effect, Facts},
    pause::{PauseEvents, pause_events},
    rematch,
    request::DepartureStep,
};
use crate::base::HubError;
use game::Observer;
use protocol::{ClockState, GameId, ToClient, UnixMs};
use std::{pin::Pin, sync::atomic::Ordering::Relaxed};
use table::Input;
use tokio::{
    sync::{
        broadcast::{Receiver, error::RecvError},
        oneshot,
    },
    time::{Duration, Instant},
};

/// Work that opens the table of a rematch.
pub(super) type RematchCreation = Pin<Box<dyn Future<Output = Result<GameId, HubError>> + Send>>;

/// Lease for creating the table of a rematch and announcing it.
const OPENED_WITHIN: Duration = Duration::from_secs(5);

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
        let PauseEvents { events, refused } =
            match pause_events(&self.state.table, since_ms, self.now()) {
                Ok(found) => found,
                Err(error) => return self.stop(&error),
            };
        for refusal in refused {
            tracing::error!(table = self.id.as_str(), %refusal, "failed to record pause");
        }
        if events.is_empty() {
            // The game is over, or its clocks do not run.
            return self.outage.end();
        }
        self.outage.resuming();
        self.commit(events, None, None, Asker::Table);
    }

    /// Opens the rematch's table, then appends its id to this table's log.
    pub(super) fn follow_rematch(&mut self) {
        match self.rematch.next(Instant::now(), self.state.table.wants_rematch()) {
            None => {}
            Some(rematch::Effect::Open) => self.open_rematch(),
            Some(rematch::Effect::Record(table)) => {
                if let Err(refusal) = self.put(Input::Rematched { table: &table }) {
                    tracing::error!(table = self.id.as_str(), %refusal, "failed to record rematch");
                }
            }
        }
    }

    fn open_rematch(&mut self) {
        // A rematch counts against the limit for new tables.
        if self.app.quotas.admit(self.viewers.address(), None).is_err() {
            return self.rematch.opened(Instant::now(), None);
        }
        let (app, old, tokens) =
            (self.app.clone(), self.state.table.clone(), self.state.tokens.clone());
        let lease = format!("rematch {}", self.id);
        self.rematch_creation = Some(Box::pin(async move {
            // The lease is not released: until it expires, the new table has been announced.
            if !app.leases.take(&lease, OPENED_WITHIN).await {
                return Err(HubError::Busy);
            }
            app.open_rematch(&old, &tokens).await
        }));
    }

    pub(super) fn rematch_opened(&mut self, opened: Result<GameId, HubError>) {
        self.rematch_creation = None;
        match &opened {
            // Another server opens it.
            Ok(_) | Err(HubError::Busy) => {}
            Err(error) => {
                tracing::error!(table = self.id.as_str(), %error, "failed to open rematch");
            }
        }
        self.rematch.opened(Instant::now(), opened.ok());
    }

    /// Takes a step of the host's way to another table.
    pub(super) fn depart(
        &mut self,
        step: DepartureStep,
        reply: oneshot::Sender<Result<(), HubError>>,
    ) {
        match take_step(&self.state.table, &step, self.now()) {
            departure::Effect::Done => _ = reply.send(Ok(())),
            departure::Effect::Refuse(refusal) => _ = reply.send(Err(refusal.into())),
            departure::Effect::Commit(events) => {
                let asker = Asker::Departing { reply, step };
                if !self.can_store() {
                    return self.answer(asker, &Err(not_now()));
                }
                self.commit(events, None, None, asker);
            }
        }
    }

    /// Notes whether the host is moving, and sends the host the new seat.
    pub(super) fn note_departure(&mut self) {
        self.status.is_leaving.store(self.state.table.is_leaving(), Relaxed);
        if let Some(moved) = self.move_notice.next(&self.state.table) {
            self.viewers.tell_seated(&moved);
        }
    }
}

/// Id of the rematch's table once it is open; pending forever if none is being opened.
pub(super) async fn opened(creation: &mut Option<RematchCreation>) -> Result<GameId, HubError> {
    match creation {
        Some(creation) => creation.as_mut().await,
        None => std::future::pending().await,
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
