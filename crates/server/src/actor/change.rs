//! One change of a table, from its decision to everybody's screens.
//!
//! Decide → evolve a copy → commit → the copy takes the table's place → tell every viewer →
//! acknowledge. While a commit is under way no other begins.

use super::{Actor, commands::CommandId, handle::Outbox};
use crate::{
    error::HubError,
    finished::finished,
    log,
    log_owner::{Decided, Entry, LogOwner},
};
use game::{Observer, Refusal};
use protocol::{Joined, SignedHead, ToClient, Update};
use std::pin::Pin;
use store::{LoggedEvent, SeatToken, StoreError};
use table::{Event, Input, Table};
use tokio::{
    sync::{OwnedSemaphorePermit, oneshot},
    time::Instant,
};

/// A change that is being committed.
pub(super) struct Pending {
    work: Pin<Box<dyn Future<Output = (LogOwner, Decided)> + Send>>,
    change: Change,
    pub(super) began: Instant,
    pub(super) began_ms: u64,
}

impl Pending {
    /// Whether a clock runs once the change is committed: from the moment of its decision on.
    pub(super) fn runs(&self) -> bool {
        self.change.after.deadline().is_some()
    }
}

/// What comes of the change once it is committed.
struct Change {
    after: Table,
    head: SignedHead,
    updates: Vec<(Observer, Update)>,
    count: u64,
    last_ms: u64,
    command: Option<CommandId>,
    token: Option<SeatToken>,
    askers: Vec<Asker>,
}

/// Who waits to hear what has become of a change.
pub(super) enum Asker {
    /// The table itself; it looks again.
    Table,
    /// The table, which owes time to whoever is on move.
    Credit,
    /// A viewer's command, with its place among those that its socket waits for.
    Viewer { outbox: Outbox, observer: Observer, id: String, permit: Option<OwnedSemaphorePermit> },
    /// Somebody who sits down.
    Joining { reply: oneshot::Sender<Result<Joined, HubError>>, joined: Joined },
}

/// What becomes of the change under way; for ever if there is none.
pub(super) async fn decided(pending: &mut Option<Pending>) -> (LogOwner, Decided) {
    match pending {
        Some(pending) => pending.work.as_mut().await,
        None => std::future::pending().await,
    }
}

/// A refusal as the viewer's command is answered with it.
pub(crate) fn refused(id: String, refusal: Refusal) -> ToClient {
    let Refusal { code, values, message } = refusal;
    ToClient::Refused { id, code: code.into(), values, message }
}

impl Actor {
    /// Whether a change can be begun now.
    pub(super) fn can_store(&self) -> bool {
        self.log.is_some() && !self.is_stalled() && self.debt.is_none()
    }

    /// Decides on what the table itself or a computer asks for, and begins to commit it.
    pub(super) fn put(&mut self, input: Input<'_>) -> Result<(), Refusal> {
        let events = self.table.decide(self.now(), input)?;
        self.commit(events, None, None, Asker::Table);
        Ok(())
    }

    /// Begins to commit what was decided. Without events there is nothing to wait for.
    pub(super) fn commit(
        &mut self,
        events: Vec<Event>,
        command: Option<CommandId>,
        token: Option<SeatToken>,
        asker: Asker,
    ) {
        let Some(last_ms) = events.last().map(|event| event.at_ms) else {
            return self.answer(asker, &Ok(()));
        };
        let Some(mut log) = self.log.take() else {
            return self.answer(asker, &Err(not_now()));
        };
        let mut after = self.table.clone();
        let mut updates = Vec::new();
        let mut head = self.head.clone();
        for event in &events {
            after.evolve(event);
            // Nothing is said of it before the commit.
            let news = (after.transcript_head().0 != head.lines)
                .then(|| self.app.signed_head(&self.id, &after));
            let update = |observer| {
                let update = after.tell(event, observer)?;
                Some((observer, Update { head: news.clone(), ..update }))
            };
            updates.extend(Observer::all(after.variant().seats()).filter_map(update));
            head = news.unwrap_or(head);
        }
        let mut names = command.iter().map(CommandId::to_string);
        let is_end = !self.table.is_over();
        let entry = Entry {
            events: events.iter().map(|event| log::stored(event, names.next())).collect(),
            token: token.clone(),
            deadline_ms: after.deadline(),
            is_open: !after.has_started(),
            finished: if is_end { finished(&self.id, &after, &events) } else { None },
        };
        let count = events.len() as u64;
        let askers = vec![asker];
        self.pending = Some(Pending {
            work: Box::pin(async move {
                let decided = log.append_surely(entry).await;
                (log, decided)
            }),
            change: Change { after, head, updates, count, last_ms, command, token, askers },
            began: Instant::now(),
            began_ms: self.now(),
        });
    }

    /// Lets one more viewer wait for the command that is being committed; `false` if it is another.
    pub(super) fn join_pending(&mut self, command: &CommandId, asker: Asker) -> Option<Asker> {
        match &mut self.pending {
            Some(pending) if pending.change.command.as_ref() == Some(command) => {
                pending.change.askers.push(asker);
                None
            }
            _ => Some(asker),
        }
    }

    /// It is known what has become of the change under way.
    pub(super) fn settle(&mut self, log: LogOwner, decided: Decided) {
        self.log = Some(log);
        let Some(Pending { change, began, began_ms, .. }) = self.pending.take() else { return };
        match decided {
            Decided::Committed => {
                self.take_over(change);
                self.has_stored(began, began_ms);
            }
            Decided::Refused(error) => {
                tracing::error!(table = self.id, %error, "a change was not committed");
                for asker in change.askers {
                    self.answer(asker, &Err(not_stored()));
                }
                self.has_failed(began, began_ms);
            }
            Decided::Overtaken(log) => {
                tracing::error!(table = self.id, "somebody else has written to this table's log");
                self.begin_again(&log);
                let happened =
                    change.command.as_ref().is_some_and(|command| self.commands.has(command));
                let answer = if happened { Ok(()) } else { Err(not_stored()) };
                for asker in change.askers {
                    self.answer(asker, &answer);
                }
            }
        }
    }

    fn take_over(&mut self, change: Change) {
        self.table = change.after;
        self.head = change.head;
        self.len += change.count;
        self.last_ms = self.last_ms.max(change.last_ms);
        self.commands.extend(change.command);
        self.tokens.extend(change.token);
        for (observer, update) in change.updates {
            self.viewers.fan_out(observer, update);
        }
        for asker in change.askers {
            self.answer(asker, &Ok(()));
        }
    }

    /// Goes on from a log that holds what this actor did not write. One that cannot be used ends
    /// the actor: nothing is served from what may be wrong.
    fn begin_again(&mut self, logged: &[LoggedEvent]) {
        match log::replay(&self.id, logged) {
            Ok(table) => {
                self.table = table;
                self.head = self.app.signed_head(&self.id, &self.table);
                self.len = logged.len() as u64;
                self.last_ms = logged.last().map_or(0, |event| event.at_ms);
                self.commands.replace(logged);
                let snapshots: Vec<(Observer, ToClient)> =
                    Observer::all(self.table.variant().seats())
                        .map(|observer| {
                            (observer, ToClient::Snapshot(Box::new(self.snapshot(observer))))
                        })
                        .collect();
                self.viewers.begin_anew(&snapshots);
            }
            Err(error) => {
                tracing::error!(%error, "a table stops");
                self.is_broken = true;
            }
        }
    }

    /// The one answer that whoever asked gets.
    pub(super) fn answer(&mut self, asker: Asker, result: &Result<(), Refusal>) {
        match (asker, result) {
            (Asker::Table, _) | (Asker::Credit, Err(_)) => {}
            (Asker::Credit, Ok(())) => self.debt = None,
            (Asker::Viewer { outbox, observer, id, permit: _permit }, Ok(())) => {
                let n = self.table.last_update(observer);
                self.viewers.send(&outbox, &ToClient::Ack { id, n });
            }
            (Asker::Viewer { outbox, id, .. }, Err(refusal)) => {
                self.viewers.send(&outbox, &refused(id, refusal.clone()));
            }
            (Asker::Joining { reply, joined }, result) => {
                let result = match result {
                    Ok(()) => Ok(joined),
                    Err(refusal) if refusal.code == NOT_STORED => {
                        Err(HubError::Store(StoreError::Database(refusal.message.clone())))
                    }
                    Err(refusal) => Err(HubError::Refused(refusal.clone())),
                };
                // Whoever asked may have gone away.
                let _ = reply.send(result);
            }
        }
    }
}

const NOT_STORED: &str = "not-stored";

fn not_stored() -> Refusal {
    Refusal::new(NOT_STORED, "the server could not store this; it did not happen")
}

/// While an earlier change is in doubt.
pub(super) fn not_now() -> Refusal {
    Refusal::new(NOT_STORED, "the server cannot store anything now; it did not happen")
}
