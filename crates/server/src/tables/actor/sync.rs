//! Events that other servers have appended to the table's log: reading, applying and sending them.
//!
//! If several servers share a store, an actor is a cache. Requests wait until the log has been read
//! for new events. Commands do not wait, because their append detects stale state.

use super::{
    Actor,
    change::TableOutcome,
    request::{Hello, Request},
    requests::observer,
};
use crate::{base::log, limits::TABLE_QUEUE};
use std::{collections::VecDeque, pin::Pin};
use store::{LoggedEvent, SeatToken, StoreError};
use table::EventKind;
use tokio::time::Instant;

/// Result of reading the log.
pub(super) struct RemoteEvents {
    events: Vec<LoggedEvent>,
    /// All seat tokens, if some may have been added.
    tokens: Option<Vec<SeatToken>>,
}

type Reading = Pin<Box<dyn Future<Output = Result<RemoteEvents, StoreError>> + Send>>;

/// A running read of the log, and the requests that wait for it.
#[derive(Default)]
pub(super) struct Refresh {
    reading: Option<Reading>,
    /// Whether another read follows.
    is_due: bool,
    /// Requests that wait for the running read, for the next one, and that can be answered.
    asked: Vec<Request>,
    later: Vec<Request>,
    ready: VecDeque<Request>,
}

impl Refresh {
    /// Whether another request may wait.
    pub(super) fn has_room(&self) -> bool {
        self.asked.len() + self.later.len() + self.ready.len() < TABLE_QUEUE
    }

    /// Whether a read is due or running, or requests are ready.
    pub(super) fn is_under_way(&self) -> bool {
        self.reading.is_some() || self.is_due || !self.ready.is_empty()
    }
}

/// Result of the running read; pending forever if there is none.
pub(super) async fn refreshed(refresh: &mut Refresh) -> Result<RemoteEvents, StoreError> {
    match &mut refresh.reading {
        Some(reading) => reading.as_mut().await,
        None => std::future::pending().await,
    }
}

impl Actor {
    /// Answers a request; before that, reads the log if the answer depends on other servers.
    pub(super) fn receive(&mut self, request: Request) {
        let is_own_matter = matches!(
            request,
            Request::Thought { .. }
                | Request::Queued { .. }
                | Request::Detach { .. }
                | Request::Refresh { .. }
                | Request::ResendClocks
                | Request::Tell { .. }
                | Request::Elsewhere { .. }
        );
        if is_own_matter || !self.app.is_shared() {
            return self.handle(request);
        }
        self.cluster.refresh.later.push(request);
        self.request_refresh();
    }

    /// Requests a read of the log. If one is running, another follows.
    pub(super) fn request_refresh(&mut self) {
        self.cluster.refresh.is_due = true;
    }

    /// Answers ready requests and starts a read that is due.
    pub(super) fn follow_refresh(&mut self) {
        if !self.log.can_append() && self.outage.is_open() {
            // A commit hangs, and reads with it.
            let later = std::mem::take(&mut self.cluster.refresh.later);
            self.answer_unseen(later);
        }
        while self.takes_requests()
            && let Some(request) = self.cluster.refresh.ready.pop_front()
        {
            self.handle(request);
        }
        // During a commit, the read would return this server's own events as new.
        if !self.cluster.refresh.is_due
            || self.cluster.refresh.reading.is_some()
            || !self.log.can_append()
        {
            return;
        }
        self.cluster.refresh.is_due = false;
        self.cluster.refresh.asked = std::mem::take(&mut self.cluster.refresh.later);
        let (store, id, known) = (self.app.store.clone(), self.id.clone(), self.state.len);
        let may_join = !self.state.table.has_started();
        self.cluster.refresh.reading = Some(Box::pin(async move {
            let events = store.load_since(&id, known).await?;
            let tokens = if may_join { Some(store.tokens(&id).await?) } else { None };
            Ok(RemoteEvents { events, tokens })
        }));
    }

    /// A read has finished.
    pub(super) fn refresh_finished(&mut self, found: Result<RemoteEvents, StoreError>) {
        self.cluster.refresh.reading = None;
        let asked = std::mem::take(&mut self.cluster.refresh.asked);
        match found {
            Ok(_) if !self.log.can_append() => {
                // The result may contain what this server is committing.
                self.cluster.refresh.later.splice(0..0, asked);
                self.request_refresh();
            }
            Ok(RemoteEvents { events, tokens }) => {
                self.app.read_log.works();
                self.apply_remote(&events, tokens);
                self.cluster.refresh.ready.extend(asked);
            }
            Err(StoreError::NoGame(_)) => {
                tracing::info!(table = self.id.as_str(), "table deleted by another server");
                self.log.is_broken = true;
            }
            Err(error) => {
                self.app.read_log.fails(&error);
                self.answer_unseen(asked);
            }
        }
    }

    /// Answers requests without reading the log. No client receives older state than it has seen.
    /// A view of the whole table has no sequence number to compare, so it is rejected.
    fn answer_unseen(&mut self, asked: Vec<Request>) {
        for request in asked {
            let may_answer = match &request {
                Request::Attach { hello, .. } => self.has_all_for(hello),
                Request::View { .. } => false,
                _ => true,
            };
            // A dropped request is answered as busy.
            if may_answer {
                self.cluster.refresh.ready.push_back(request);
            }
        }
    }

    /// Whether the known events include all that this client has seen.
    fn has_all_for(&self, hello: &Hello) -> bool {
        let (observer, seats) = observer(&self.state.tokens, &hello.token, hello.seat);
        (hello.token.is_empty() || !seats.is_empty())
            && hello.last <= self.state.table.last_update(observer)
    }

    /// Applies events of other servers and sends them to the viewers. Impossible events stop the
    /// actor, so that no wrong state is served.
    pub(super) fn apply_remote(&mut self, logged: &[LoggedEvent], tokens: Option<Vec<SeatToken>>) {
        if let Some(tokens) = tokens {
            self.state.tokens = tokens;
        }
        let known = logged.iter().take_while(|event| event.seq < self.state.len).count();
        let news = &logged[known..];
        let Some(last) = news.last() else { return };
        let mut gave_back = false;
        let mut outcome = TableOutcome::new(
            (*self.state.table).clone(),
            self.state.head.clone(),
            self.viewers.watched(),
        );
        for logged in news {
            let event = match log::follow(&self.id, &mut outcome.after, logged) {
                Ok(event) => event,
                Err(error) => {
                    tracing::error!(%error, "failed to apply events of another server, stopping table");
                    self.log.is_broken = true;
                    return;
                }
            };
            gave_back |= matches!(event.kind, EventKind::Credited { .. } | EventKind::Resumed);
            outcome.tell(&self.app, &self.id, &event);
        }
        let (len, last_ms) = (last.seq + 1, last.at_ms);
        self.state.commands.follow(news);
        self.show(outcome, len, last_ms);
        if let Some(log) = &mut self.log.writer {
            log.follow(len);
        }
        self.outage.others_committed(Instant::now(), gave_back);
    }
}
