//! What other servers have written to the table's log: read, told, and gone on from.
//!
//! Where several servers share a store an actor is a cache. Whoever asks for something waits until it
//! has been looked whether there are news; a command does not wait, for its append decides.

use super::{
    Actor,
    change::TableOutcome,
    handle::{Hello, Request},
    requests::observer,
};
use crate::{limits::TABLE_QUEUE, log};
use std::{collections::VecDeque, pin::Pin};
use store::{LoggedEvent, SeatToken, StoreError};
use table::Kind;

/// What was read of the log.
pub(super) struct News {
    events: Vec<LoggedEvent>,
    /// Those that there are, if any may have been added.
    tokens: Option<Vec<SeatToken>>,
}

type Reading = Pin<Box<dyn Future<Output = Result<News, StoreError>> + Send>>;

/// A look at the log, and who waits for what it finds.
#[derive(Default)]
pub(super) struct Look {
    reading: Option<Reading>,
    /// Whether another is to follow.
    is_due: bool,
    /// Who is answered from the look under way, from the one after it, and now.
    asked: Vec<Request>,
    later: Vec<Request>,
    ready: VecDeque<Request>,
}

impl Look {
    /// Whether one more may wait.
    pub(super) fn has_room(&self) -> bool {
        self.asked.len() + self.later.len() + self.ready.len() < TABLE_QUEUE
    }

    /// Whether something is asked for or on its way.
    pub(super) fn is_under_way(&self) -> bool {
        self.reading.is_some() || self.is_due || !self.ready.is_empty()
    }
}

/// What a look has found; for ever if there is none under way.
pub(super) async fn looked(look: &mut Look) -> Result<News, StoreError> {
    match &mut look.reading {
        Some(reading) => reading.as_mut().await,
        None => std::future::pending().await,
    }
}

impl Actor {
    /// Answers a request, after a look where the answer hangs on what others may have written.
    pub(super) fn receive(&mut self, request: Request) {
        let is_own_matter = matches!(
            request,
            Request::Thought { .. }
                | Request::Queued { .. }
                | Request::Detach { .. }
                | Request::Look { .. }
                | Request::Elsewhere { .. }
        );
        if is_own_matter || !self.app.is_shared() {
            return self.handle(request);
        }
        self.look.later.push(request);
        self.look();
    }

    /// Looks whether others have written something, or looks again when that has been done.
    pub(super) fn look(&mut self) {
        self.look.is_due = true;
    }

    /// Goes on with what was asked for: begins a look that is due, and answers who has waited for the
    /// last one.
    pub(super) fn follow_look(&mut self) {
        if self.log.is_none() && self.stall.is_some() {
            // A commit hangs, and with it every look.
            let later = std::mem::take(&mut self.look.later);
            self.answer_unseen(later);
        }
        while self.takes_requests()
            && let Some(request) = self.look.ready.pop_front()
        {
            self.handle(request);
        }
        // What is under way of our own would be read as another's.
        if !self.look.is_due || self.look.reading.is_some() || self.log.is_none() {
            return;
        }
        self.look.is_due = false;
        self.look.asked = std::mem::take(&mut self.look.later);
        let (store, id, known) = (self.app.store.clone(), self.id.clone(), self.len);
        let may_join = !self.table.has_started();
        self.look.reading = Some(Box::pin(async move {
            let events = store.load_since(&id, known).await?;
            let tokens = if may_join { Some(store.tokens(&id).await?) } else { None };
            Ok(News { events, tokens })
        }));
    }

    /// A look has ended.
    pub(super) fn has_looked(&mut self, found: Result<News, StoreError>) {
        self.look.reading = None;
        let asked = std::mem::take(&mut self.look.asked);
        match found {
            Ok(_) if self.log.is_none() => {
                // What has been found may be what is being committed here.
                self.look.later.splice(0..0, asked);
                self.look();
            }
            Ok(News { events, tokens }) => {
                self.app.news_log.works();
                self.take_news(&events, tokens);
                self.look.ready.extend(asked);
            }
            Err(StoreError::NoGame(_)) => {
                tracing::info!(table = self.id, "another server has cleared it away");
                self.is_broken = true;
            }
            Err(error) => {
                self.app.news_log.fails(&error);
                self.answer_unseen(asked);
            }
        }
    }

    /// Answers without a look, which cannot be had; but nobody is shown less than they have seen. Whoever
    /// asks once cannot be told more later, and may have seen more elsewhere: they hear that it cannot be
    /// said now.
    fn answer_unseen(&mut self, asked: Vec<Request>) {
        for request in asked {
            let may_answer = match &request {
                Request::Attach { hello, .. } => self.has_all_for(hello),
                Request::Export { .. } | Request::Transcript { .. } => false,
                _ => true,
            };
            // Dropped, it is answered as one that comes to a table with too much to do.
            if may_answer {
                self.look.ready.push_back(request);
            }
        }
    }

    /// Whether what is known here is enough for whoever comes.
    fn has_all_for(&self, hello: &Hello) -> bool {
        let (observer, seats) = observer(&self.tokens, &hello.token, hello.seat);
        (hello.token.is_empty() || !seats.is_empty())
            && hello.last <= self.table.last_update(observer)
    }

    /// Takes in what others have appended, and tells everybody. What cannot have happened ends the
    /// actor: nothing is served from what may be wrong.
    pub(super) fn take_news(&mut self, logged: &[LoggedEvent], tokens: Option<Vec<SeatToken>>) {
        if let Some(tokens) = tokens {
            self.tokens = tokens;
        }
        let known = logged.iter().take_while(|event| event.seq < self.len).count();
        let news = &logged[known..];
        let Some(last) = news.last() else { return };
        let mut gave_back = false;
        let mut outcome =
            TableOutcome::new(self.table.clone(), self.head.clone(), self.viewers.watched());
        for logged in news {
            let event = match log::follow(&self.id, &mut outcome.after, logged) {
                Ok(event) => event,
                Err(error) => {
                    tracing::error!(%error, "a table stops");
                    self.is_broken = true;
                    return;
                }
            };
            gave_back |= matches!(event.kind, Kind::Credited { .. } | Kind::Resumed);
            outcome.tell(&self.app, &self.id, &event);
        }
        let (len, last_ms) = (last.seq + 1, last.at_ms);
        self.commands.follow(news);
        self.show(outcome, len, last_ms);
        if let Some(log) = &mut self.log {
            log.follow(len);
        }
        // Whoever has stored something has given back first what the house owed.
        self.debt = None;
        self.others_have_stored(gave_back);
    }
}
