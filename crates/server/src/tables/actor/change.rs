//! A change of a table, from its decision to all viewers.
//!
//! Steps: decide, evolve a copy, commit, replace the table by the copy, send updates to all
//! viewers, acknowledge. Only one commit runs at a time. If another server has appended first, the
//! input is decided again on the new state.

use super::{
    Actor,
    commands::CommandId,
    outgoing::Outbox,
    request::{DepartureStep, SeatCommand},
};
use crate::{
    base::{AppendOutcome, HubError, LogWriter, log},
    ops::{LogThrottle, spans},
    tables::{app_state::AppState, finished::finished, table_creation::JoiningPlayer},
};
use game::{Observer, Refusal, Seat};
use protocol::{AccountId, GameId, Joined, SignedHead, ToClient, UnixMs, Update};
use std::{pin::Pin, sync::Arc};
use store::{Append, SeatToken, StoreError};
use table::{Event, Input, ReplayError, Table};
use tokio::{sync::oneshot, time::Instant};
use tracing::Instrument;

/// Change being committed.
pub(super) struct Pending {
    work: Pin<Box<dyn Future<Output = (LogWriter, AppendOutcome)> + Send>>,
    change: Change,
    pub(super) began: Instant,
    pub(super) began_ms: UnixMs,
}

impl Pending {
    /// Whether a clock runs after the change, from the time of its decision.
    pub(super) fn runs(&self) -> bool {
        self.change.outcome.after.deadline().is_some()
    }
}

/// What follows the commit.
struct Change {
    outcome: TableOutcome,
    count: u64,
    last_ms: UnixMs,
    command: Option<CommandId>,
    token: Option<SeatToken>,
    askers: Vec<Asker>,
}

/// Table after some events, with the updates for its viewers.
pub(super) struct TableOutcome {
    /// Held by pointer, because it is passed on several times until it is the table's state.
    pub(super) after: Arc<Table>,
    /// As [`TableState::head`](super::table_state::TableState::head).
    head: Option<SignedHead>,
    updates: Vec<(Observer, Update)>,
    /// Observers that get updates: those with a viewer, or whose viewer may reconnect.
    watched: Vec<Observer>,
    /// The events, if spectators see the game late: their own table follows them.
    events: Vec<Event>,
}

impl TableOutcome {
    /// State before the first event.
    pub(super) const fn new(
        before: Arc<Table>,
        head: Option<SignedHead>,
        watched: Vec<Observer>,
    ) -> TableOutcome {
        TableOutcome { after: before, head, updates: Vec::new(), watched, events: Vec::new() }
    }

    /// The table to which events are applied: a copy from the first call on.
    pub(super) fn table_mut(&mut self) -> &mut Table {
        Arc::make_mut(&mut self.after)
    }

    /// Makes the updates for an event that was just applied. They are sent after the commit.
    pub(super) fn tell(&mut self, app: &AppState, id: &GameId, event: &Event) {
        if self.after.plan().spectator_delay > 0 {
            self.events.push(event.clone());
        }
        let table = &self.after;
        let lines = table.transcript_head().0;
        let is_news = self.head.as_ref().is_none_or(|head| head.lines != lines);
        let mut news = None;
        for &observer in &self.watched {
            let Some(update) = table.update_for(event, observer) else { continue };
            let sign = || app.signed_head(id, table, UnixMs(event.at_ms));
            let head = is_news.then(|| news.get_or_insert_with(sign).clone());
            self.updates.push((observer, Update { head, ..update }));
        }
        if is_news {
            self.head = news;
        }
    }
}

/// Who waits for the result of a change.
pub(super) enum Asker {
    /// The table itself; it tries again.
    Table,
    /// The table, for crediting time to the player to move.
    Credit,
    /// Command of a viewer.
    Viewer { outbox: Outbox, observer: Observer, asked: SeatCommand },
    /// Joining player.
    Joining {
        reply: oneshot::Sender<Result<Joined, HubError>>,
        joined: Joined,
        /// Hash of the player's token.
        hash: String,
        player: JoiningPlayer,
        wanted: Option<Seat>,
    },
    /// The lobby, for a host who moves to another table.
    Departing { reply: oneshot::Sender<Result<(), HubError>>, step: DepartureStep },
    /// The server, for an account that was closed.
    Resigning { reply: oneshot::Sender<Result<(), HubError>>, account: AccountId },
}

/// Result of the running commit; pending forever if there is none.
pub(super) async fn appended(pending: &mut Option<Pending>) -> (LogWriter, AppendOutcome) {
    match pending {
        Some(pending) => pending.work.as_mut().await,
        None => std::future::pending().await,
    }
}

/// Refusal as answer to a viewer's command.
pub(crate) fn refused(id: String, refusal: Refusal) -> ToClient {
    let Refusal { code, values, message } = refusal;
    ToClient::Refused { id, code: code.into(), values, message }
}

impl Actor {
    /// Whether a commit can start.
    pub(super) fn can_store(&self) -> bool {
        self.log.can_append() && !self.outage.is_paused() && self.outage.away_ms().is_none()
    }

    /// Decides an input of the table or a computer, and starts the commit.
    pub(super) fn put(&mut self, input: Input<'_>) -> Result<(), Refusal> {
        let events = self.state.table.decide(self.now().0, input)?;
        self.commit(events, None, None, Asker::Table);
        Ok(())
    }

    /// Starts the commit of events. Without events, the input is answered at once.
    pub(super) fn commit(
        &mut self,
        events: Vec<Event>,
        command: Option<CommandId>,
        token: Option<SeatToken>,
        asker: Asker,
    ) {
        let Some(last_ms) = events.last().map(|event| UnixMs(event.at_ms)) else {
            return self.answer(asker, &Ok(()));
        };
        let Some(mut log) = self.log.writer.take() else {
            return self.answer(asker, &Err(not_now()));
        };
        let mut outcome =
            TableOutcome::new(self.state.table.clone(), self.state.head.clone(), self.watched());
        for event in &events {
            if let Err(error) = outcome.table_mut().evolve(event) {
                return self.stop(&error);
            }
            outcome.tell(&self.app, &self.id, event);
        }
        let after = &outcome.after;
        let mut names = command.iter().map(CommandId::to_string);
        let is_end = !self.state.table.is_over();
        let ended_ms = self.app.clock.wall_ms(last_ms);
        let stored = events.iter().map(|event| log::stored(event, names.next())).collect();
        let append = Append {
            token: token.clone(),
            deadline_ms: after.deadline().map(UnixMs),
            is_open: !after.has_started(),
            finished: if is_end { finished(&self.id, after, ended_ms) } else { None },
            ..log.next(stored)
        };
        let count = events.len() as u64;
        let command_span = match &asker {
            Asker::Viewer { asked, .. } => Some(&asked.span),
            Asker::Table
            | Asker::Credit
            | Asker::Joining { .. }
            | Asker::Departing { .. }
            | Asker::Resigning { .. } => None,
        };
        let span = spans::commit(command_span, &self.id, events.len());
        let work = async move {
            let appended = log.append_until_known(append).await;
            spans::appended(appended.label());
            (log, appended)
        };
        let askers = vec![asker];
        self.log.pending = Some(Pending {
            work: Box::pin(work.instrument(span)),
            change: Change { outcome, count, last_ms, command, token, askers },
            began: Instant::now(),
            began_ms: self.now(),
        });
    }

    /// Adds a waiting viewer to the running commit of the same command; returns the asker if it is
    /// another command.
    pub(super) fn join_pending(&mut self, command: &CommandId, asker: Asker) -> Option<Asker> {
        match &mut self.log.pending {
            Some(pending) if pending.change.command.as_ref() == Some(command) => {
                pending.change.askers.push(asker);
                None
            }
            _ => Some(asker),
        }
    }

    /// Handles the result of a commit.
    pub(super) fn commit_finished(&mut self, log: LogWriter, appended: AppendOutcome) {
        self.log.writer = Some(log);
        let Some(Pending { change, began, began_ms, .. }) = self.log.pending.take() else { return };
        self.app.metrics.appended(appended.label(), began.elapsed());
        match appended {
            AppendOutcome::Committed => {
                self.take_over(change);
                self.outage.commit_succeeded(Instant::now(), began, began_ms);
            }
            AppendOutcome::Refused(error) => {
                static THROTTLE: LogThrottle = LogThrottle::new();
                THROTTLE.error("failed to commit change", &format_args!("{}: {error}", self.id));
                for asker in change.askers {
                    self.answer(asker, &Err(not_stored()));
                }
                self.outage.commit_failed(Instant::now(), began, began_ms);
            }
            AppendOutcome::Conflict { log, tokens } => {
                self.outage.overtaken();
                self.apply_remote(&log, tokens);
                for asker in change.askers {
                    self.ask_again(asker);
                }
            }
            // Who has asked is answered as busy, and finds no table on asking again.
            AppendOutcome::Deleted => self.table_deleted(),
        }
    }

    fn take_over(&mut self, change: Change) {
        let was_over = self.state.table.is_over();
        self.state.commands.extend(change.command);
        self.state.tokens.extend(change.token);
        self.show(change.outcome, self.state.len + change.count, change.last_ms);
        self.app.hint(&self.id, self.state.len);
        if !was_over && self.state.table.is_over() {
            self.app.metrics.finished(self.state.table.variant());
        }
        for asker in change.askers {
            self.answer(asker, &Ok(()));
        }
    }

    /// Stops the actor after a decision for an event that is impossible at its own table. The event
    /// is neither committed nor answered. The next request starts an actor from the log.
    pub(super) fn stop(&mut self, error: &ReplayError) {
        tracing::error!(table = self.id.as_str(), %error, "decided on an impossible event, stopping table");
        self.log.is_broken = true;
    }

    /// Replaces the table by the committed one and sends the updates.
    pub(super) fn show(&mut self, outcome: TableOutcome, len: u64, last_ms: UnixMs) {
        self.state.table = outcome.after;
        self.state.head = outcome.head;
        self.state.len = len;
        self.state.last_ms = self.state.last_ms.max(last_ms);
        self.cluster.is_claimed = false;
        self.note_members();
        let mut is_news = true;
        if let Some(delayed) = &mut self.state.delayed {
            match delayed.follow(outcome.events, &self.state.table) {
                Ok(has_changed) => is_news = has_changed,
                Err(error) => self.stop(&error),
            }
        }
        for (observer, update) in outcome.updates {
            self.viewers.fan_out(observer, update);
        }
        // Viewers that connected during the commit have no updates.
        for observer in self.viewers.pass_over(&outcome.watched) {
            // Spectators who see the game late get a snapshot when they see a change.
            if observer == Observer::Spectator && !is_news {
                continue;
            }
            let snapshot = ToClient::Snapshot(Box::new(self.snapshot(observer)));
            self.viewers.show(observer, &snapshot);
        }
    }

    /// Observers that get an update for each event. Spectators who see the game late do not.
    pub(super) fn watched(&self) -> Vec<Observer> {
        let mut watched = self.viewers.watched();
        watched.retain(|&observer| self.state.delayed.is_none() || observer != Observer::Spectator);
        watched
    }

    /// Another server has appended first: the request is answered or decided again on the new
    /// state.
    fn ask_again(&mut self, asker: Asker) {
        if self.log.is_broken {
            // Nothing is answered from an unusable log.
            return;
        }
        match asker {
            Asker::Table | Asker::Credit => {}
            Asker::Viewer { asked, .. } => self.command(asked),
            Asker::Joining { reply, joined, hash, player, wanted } => {
                let token = joined.token.is_empty().then_some(hash.clone());
                if token.is_none() && self.state.tokens.iter().any(|token| token.hash == hash) {
                    let _ = reply.send(Ok(joined));
                } else {
                    self.join(player, wanted, token, reply);
                }
            }
            Asker::Departing { reply, step } => self.depart(step, reply),
            Asker::Resigning { reply, account } => self.resign_for(account, reply),
        }
    }

    /// Sends the answer to a request.
    pub(super) fn answer(&mut self, asker: Asker, result: &Result<(), Refusal>) {
        match (asker, result) {
            (Asker::Table, _) | (Asker::Credit, Err(_)) => {}
            (Asker::Credit, Ok(())) => self.outage.credited(),
            (Asker::Viewer { outbox, observer, asked }, result) => {
                let SeatCommand { id, permit: _permit, .. } = asked;
                let n = self.state.table.last_update(observer);
                self.app.metrics.answered(result);
                let answer = match result {
                    Ok(()) => ToClient::Ack { id, n },
                    Err(refusal) => refused(id, refusal.clone()),
                };
                self.viewers.send(&outbox, &answer);
            }
            (Asker::Joining { reply, joined, .. }, result) => {
                // The client may have disconnected.
                let _ = reply.send(hub_result(result).map(|()| joined));
            }
            (Asker::Departing { reply, .. } | Asker::Resigning { reply, .. }, result) => {
                let _ = reply.send(hub_result(result));
            }
        }
    }
}

fn hub_result(result: &Result<(), Refusal>) -> Result<(), HubError> {
    match result {
        Ok(()) => Ok(()),
        Err(refusal) if refusal.code == NOT_STORED => {
            Err(HubError::Store(StoreError::Database(refusal.message.clone())))
        }
        Err(refusal) => Err(HubError::Refused(refusal.clone())),
    }
}

const NOT_STORED: &str = "not-stored";

fn not_stored() -> Refusal {
    Refusal::new(NOT_STORED, "the server could not store this; it did not happen")
}

/// While an earlier commit is uncertain.
pub(super) fn not_now() -> Refusal {
    Refusal::new(NOT_STORED, "the server cannot store anything now; it did not happen")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Hub};
    use commit_reveal::{Seed, SigningKey};
    use protocol::{Command, SeatPlan, TablePlan};
    use store::testing::MemoryStore;

    /// Updates are made, and heads signed, for watched observers only.
    #[tokio::test]
    async fn updates_are_made_for_watched_observers_only() {
        let config = Config::system(Vec::new(), String::new(), SigningKey::from_bytes([5; 32]));
        let hub = Hub::start(config, Arc::new(MemoryStore::default())).await.expect("a hub");
        let plan = TablePlan {
            variant: "xiangqi".into(),
            options: String::new(),
            clock: "none".into(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Host; 2],
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        let salt = Some(commit_reveal::Salt::default());
        let events = table::open(plan, "Ada", None, salt, Seed::new([7; 32]), 0).expect("a table");
        let table = Table::replay(&events).expect("a table");
        let command = Command::Act { action: "h2e2".into() };
        let input = Input::Seat { seat: Seat::new(0), command: &command, lag_ms: 0 };
        let events = table.decide(1, input).expect("a move");
        let head = hub.app.signed_head(&"t".into(), &table, UnixMs(0));
        let spectator = Observer::Spectator;
        for watched in [vec![], vec![spectator], Observer::all(2).collect()] {
            let head = Some(head.clone());
            let before = Arc::new(table.clone());
            let mut outcome = TableOutcome::new(before, head, watched.clone());
            for event in &events {
                outcome.table_mut().evolve(event).expect("decided here");
                outcome.tell(&hub.app, &"t".into(), event);
            }
            let made: Vec<Observer> =
                outcome.updates.iter().map(|(observer, _)| *observer).collect();
            assert_eq!(made, watched);
            let has_head = |(_, update): &(Observer, Update)| update.head == outcome.head;
            assert!(outcome.updates.iter().all(has_head), "{watched:?}");
            assert_eq!(outcome.head.is_some(), !watched.is_empty(), "{watched:?}");
        }
    }
}
