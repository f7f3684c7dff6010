//! Events that other servers have appended to the table's log: reading, applying and sending them.
//!
//! If several servers share a store, an actor is a cache. Requests wait until the log has been read
//! for new events. Commands do not wait, because their append detects stale state.

use super::{
    Actor,
    admission::viewpoint,
    change::TableOutcome,
    refresh::{AfterRead, ReadEnd},
    request::{Hello, Request},
};
use crate::base::log;
use std::pin::Pin;
use store::{LoggedEvent, SeatToken, StoreError};
use table::EventKind;
use tokio::time::Instant;

/// Result of reading the log.
pub(super) struct RemoteEvents {
    events: Vec<LoggedEvent>,
    /// All seat tokens, if some may have been added.
    tokens: Option<Vec<SeatToken>>,
}

/// Running read of the log.
pub(super) type Reading = Pin<Box<dyn Future<Output = Result<RemoteEvents, StoreError>> + Send>>;

/// Result of the running read; pending forever if there is none.
pub(super) async fn refreshed(reading: &mut Option<Reading>) -> Result<RemoteEvents, StoreError> {
    match reading {
        Some(reading) => reading.as_mut().await,
        None => std::future::pending().await,
    }
}

impl Actor {
    /// Answers a request; before that, reads the log if the answer depends on other servers.
    pub(super) fn receive(&mut self, request: Request) {
        if request.needs_news() && self.app.is_shared() {
            self.cluster.refresh.wait(request);
        } else {
            self.handle(request);
        }
    }

    /// Answers ready requests and starts a read that is due.
    pub(super) fn follow_refresh(&mut self) {
        if !self.log.can_append() && self.outage.is_open() {
            // A commit hangs, and reads with it.
            let waiting = self.cluster.refresh.give_up_waiting();
            self.answer_unseen(waiting);
        }
        while self.takes_requests()
            && let Some(request) = self.cluster.refresh.next_ready()
        {
            self.handle(request);
        }
        if self.cluster.refresh.starts_read(self.log.can_append()) {
            self.start_read();
        }
    }

    fn start_read(&mut self) {
        let (store, id, known) = (self.app.store.clone(), self.id.clone(), self.state.len);
        let may_join = !self.state.table.has_started();
        self.cluster.reading = Some(Box::pin(async move {
            let events = store.load_since(&id, known).await?;
            let tokens = if may_join { Some(store.tokens(&id).await?) } else { None };
            Ok(RemoteEvents { events, tokens })
        }));
    }

    /// Stops the actor of a table that another server has deleted.
    pub(super) fn table_deleted(&mut self) {
        tracing::info!(table = self.id.as_str(), "table deleted by another server");
        self.log.is_broken = true;
    }

    /// A read has finished.
    pub(super) fn read_finished(&mut self, found: Result<RemoteEvents, StoreError>) {
        self.cluster.reading = None;
        let (news, end) = match found {
            Ok(news) => (Some(news), ReadEnd::Found),
            Err(StoreError::NoGame(_)) => (None, ReadEnd::Deleted),
            Err(error) => {
                self.app.read_log.fails(&error);
                (None, ReadEnd::Failed)
            }
        };
        match self.cluster.refresh.read_finished(end, self.log.can_append()) {
            AfterRead::ReadAgain => {}
            AfterRead::Apply => {
                self.app.read_log.works();
                if let Some(RemoteEvents { events, tokens }) = news {
                    self.apply_remote(&events, tokens);
                }
            }
            AfterRead::Stop => self.table_deleted(),
            AfterRead::AnswerUnseen(asked) => self.answer_unseen(asked),
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
                self.cluster.refresh.add_ready(request);
            }
        }
    }

    /// Whether the known events include all that this client has seen.
    fn has_all_for(&self, hello: &Hello) -> bool {
        let account = hello.maker.account();
        let of_account = account.map(|account| self.state.seats_of(account)).unwrap_or_default();
        let (observer, seats) = viewpoint(&self.state.tokens, of_account, hello);
        (hello.token.is_empty() || !seats.is_empty())
            && hello.last <= self.state.seen(observer, self.now()).table.last_update(observer)
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
        let mut outcome =
            TableOutcome::new(self.state.table.clone(), self.state.head.clone(), self.watched());
        for logged in news {
            let event = match log::follow(&self.id, outcome.table_mut(), logged) {
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
