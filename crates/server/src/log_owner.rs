//! The only writer of a game's log in this server. It determines the result of every append.
//!
//! A store may report an error although it has committed. The log is then read again to find out.

use crate::{
    noise::Noise,
    planted::{self, Bug},
};
use std::{sync::Arc, time::Duration};
use store::{Append, Finished, LoggedEvent, NewEvent, SeatToken, Store, StoreError};

/// First delay before an uncertain append is checked again; it doubles each time.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// Maximum delay.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// Growing delay between retries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff(Duration);

impl Backoff {
    /// State before the first failure.
    pub(crate) const START: Backoff = Backoff(FIRST_WAIT);

    /// Delay after another failure.
    pub(crate) fn next(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(MAX_WAIT);
        wait
    }
}

/// Data that is appended in one commit.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) events: Vec<NewEvent>,
    /// Seat token to add.
    pub(crate) token: Option<SeatToken>,
    /// New deadline of the game.
    pub(crate) deadline_ms: Option<u64>,
    /// Whether the game has not started yet.
    pub(crate) is_open: bool,
    /// Row for the archive.
    pub(crate) finished: Option<Finished>,
}

impl Entry {
    /// Only events, of a started game.
    pub(crate) fn events(events: Vec<NewEvent>) -> Entry {
        Entry { events, token: None, deadline_ms: None, is_open: false, finished: None }
    }
}

/// Result of an append.
#[must_use]
pub(crate) enum Appended {
    /// The events are in the log.
    Committed,
    /// The events are not in the log.
    Refused(StoreError),
    /// The log cannot be read, so the result is unknown. No append and no answer is possible until
    /// [`LogOwner::settle`] has a result.
    InDoubt(StoreError),
    /// Another writer has appended. The caller has to continue from this log.
    Overtaken(Vec<LoggedEvent>),
}

/// Writer at the end of one game's log.
pub(crate) struct LogOwner {
    store: Arc<dyn Store>,
    game: String,
    /// Version of the rules that a new log gets.
    rules: u32,
    /// Number of committed events.
    len: u64,
    doubt: Option<Doubt>,
}

/// Append with an unknown result.
struct Doubt {
    events: Vec<NewEvent>,
    token: Option<SeatToken>,
    /// Whether the store has rejected it because of other events, which may look the same.
    is_refused: bool,
}

impl LogOwner {
    /// Writer for a log with `len` events. The first append creates an empty log.
    pub(crate) fn new(store: Arc<dyn Store>, game: String, rules: u32, len: u64) -> LogOwner {
        LogOwner { store, game, rules, len, doubt: None }
    }

    /// Continues with a log of this length.
    pub(crate) fn follow(&mut self, len: u64) {
        self.len = len;
        self.doubt = None;
    }

    /// Appends. An uncertain earlier append is settled first.
    pub(crate) async fn append(&mut self, entry: Entry) -> Appended {
        if self.doubt.is_some() {
            match self.settle().await {
                // The caller knows of the uncertainty and decides again from the current log.
                Appended::Committed | Appended::Refused(_) => return self.overtaken().await,
                undecided => return undecided,
            }
        }
        let Entry { events, token, deadline_ms, is_open, finished } = entry;
        let append = Append {
            game: self.game.clone(),
            expected: self.len,
            events: events.clone(),
            token: token.clone(),
            deadline_ms,
            is_open,
            finished,
        };
        let count = events.len() as u64;
        let stored = match self.len {
            0 => self.store.create(self.rules, append).await,
            _ => self.store.append(append).await,
        };
        let Err(error) = stored else {
            self.len += count;
            return Appended::Committed;
        };
        match error {
            StoreError::Stale { .. } => {
                tracing::debug!(game = self.game, %error, "append conflict")
            }
            _ => {
                static NOISE: Noise = Noise::new();
                let about = format_args!("{}: {error}", self.game);
                NOISE.warn("failed to append event", &about);
            }
        }
        if planted::has(Bug::CommitGuessed) {
            return Appended::Refused(error);
        }
        let is_refused = matches!(error, StoreError::Stale { .. });
        self.doubt = Some(Doubt { events, token, is_refused });
        match self.settle().await {
            // The first error says more than "not found".
            Appended::Refused(_) => Appended::Refused(error),
            decided => decided,
        }
    }

    /// Appends, and retries until the result is known.
    pub(crate) async fn append_surely(&mut self, entry: Entry) -> Decided {
        let mut appended = self.append(entry).await;
        let mut backoff = Backoff::START;
        loop {
            match appended {
                Appended::Committed => return Decided::Committed,
                Appended::Refused(error) => return Decided::Refused(error),
                Appended::Overtaken(log) => return self.overtaken_surely(log).await,
                Appended::InDoubt(error) => {
                    tracing::error!(game = self.game, %error, "failed to settle an uncertain append");
                }
            }
            tokio::time::sleep(backoff.next()).await;
            appended = self.settle().await;
        }
    }

    /// Reads the log to find the result of an uncertain append.
    pub(crate) async fn settle(&mut self) -> Appended {
        let Some(doubt) = &self.doubt else { return Appended::Committed };
        let log = match self.store.load(&self.game).await {
            Ok(log) => log,
            // The log was never created, or another server has deleted it.
            Err(StoreError::NoGame(_)) => Vec::new(),
            Err(error) => return Appended::InDoubt(error),
        };
        let (count, known) = (doubt.events.len() as u64, self.len);
        match log.get(known as usize..) {
            Some([]) if doubt.events.is_empty() => match self.has_token().await {
                Err(error) => return Appended::InDoubt(error),
                Ok(true) => {}
                Ok(false) => {
                    self.doubt = None;
                    return Appended::Refused(not_there());
                }
            },
            Some([]) => {
                self.doubt = None;
                return Appended::Refused(not_there());
            }
            Some(added) if !doubt.is_refused && is_same(added, &doubt.events) => {
                match self.has_token().await {
                    Err(error) => return Appended::InDoubt(error),
                    Ok(true) => {}
                    // Another server has appended the same events.
                    Ok(false) => {
                        self.follow(log.len() as u64);
                        return Appended::Overtaken(log);
                    }
                }
            }
            Some(_) | None => {
                self.follow(log.len() as u64);
                return Appended::Overtaken(log);
            }
        }
        self.len += count;
        self.doubt = None;
        Appended::Committed
    }

    /// Adds the seat tokens to a conflict; retries until they can be read.
    async fn overtaken_surely(&self, log: Vec<LoggedEvent>) -> Decided {
        let mut backoff = Backoff::START;
        loop {
            match self.store.tokens(&self.game).await {
                Ok(tokens) => return Decided::Overtaken { log, tokens },
                Err(error) => {
                    tracing::error!(game = self.game, %error, "failed to read seat tokens")
                }
            }
            tokio::time::sleep(backoff.next()).await;
        }
    }

    async fn has_token(&self) -> Result<bool, StoreError> {
        let wanted = self.doubt.as_ref().and_then(|doubt| doubt.token.as_ref());
        let Some(wanted) = wanted else { return Ok(true) };
        let tokens = self.store.tokens(&self.game).await?;
        Ok(tokens.iter().any(|token| token.hash == wanted.hash))
    }

    async fn overtaken(&mut self) -> Appended {
        match self.store.load(&self.game).await {
            Ok(log) => {
                self.follow(log.len() as u64);
                Appended::Overtaken(log)
            }
            Err(error) => Appended::Refused(error),
        }
    }
}

/// Known result of an append.
#[must_use]
pub(crate) enum Decided {
    /// As [`Appended::Committed`].
    Committed,
    /// As [`Appended::Refused`].
    Refused(StoreError),
    /// As [`Appended::Overtaken`], with the current seat tokens.
    Overtaken { log: Vec<LoggedEvent>, tokens: Vec<SeatToken> },
}

impl Decided {
    /// Label for metrics and traces.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Decided::Committed => "done",
            Decided::Refused(_) => "refused",
            Decided::Overtaken { .. } => "overtaken",
        }
    }
}

fn not_there() -> StoreError {
    StoreError::Database("what was to be appended is not in the log".to_owned())
}

fn is_same(added: &[LoggedEvent], events: &[NewEvent]) -> bool {
    let same = |(logged, new): (&LoggedEvent, &NewEvent)| {
        (&logged.public, &logged.secret, logged.at_ms, &logged.command)
            == (&new.public, &new.secret, new.at_ms, &new.command)
    };
    added.len() == events.len() && added.iter().zip(events).all(same)
}
