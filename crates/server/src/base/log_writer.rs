//! The only writer of a game's log in this server. It determines the result of every append.
//!
//! A store may report an error although it has committed. The log is then read again to find out.

use crate::{
    base::mutants::{self, Mutant},
    ops::LogThrottle,
};
use protocol::GameId;
use std::{sync::Arc, time::Duration};
use store::{Append, LoggedEvent, NewEvent, SeatToken, Store, StoreError};

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

/// Known result of an append.
#[must_use]
pub(crate) enum AppendOutcome {
    /// The events are in the log.
    Committed,
    /// The events are not in the log.
    Refused(StoreError),
    /// Another writer has appended. The caller has to continue from this log.
    Conflict {
        log: Vec<LoggedEvent>,
        /// The current seat tokens; `None` if the writer has not read them.
        tokens: Option<Vec<SeatToken>>,
    },
    /// Another server has deleted the game. The writer never creates it again.
    Deleted,
}

impl AppendOutcome {
    /// Label for metrics and traces.
    pub(crate) const fn label(&self) -> &'static str {
        match self {
            AppendOutcome::Committed => "done",
            AppendOutcome::Refused(_) => "refused",
            AppendOutcome::Conflict { .. } => "overtaken",
            AppendOutcome::Deleted => "deleted",
        }
    }
}

/// An append whose result is unknown, because the log cannot be read. The writer accepts no other
/// append until [`LogWriter::resolve`] has a result.
#[derive(Debug)]
pub(crate) struct InDoubt(pub(crate) StoreError);

/// Writer at the end of one game's log.
pub(crate) struct LogWriter {
    store: Arc<dyn Store>,
    game: GameId,
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

impl LogWriter {
    /// Writer for a log with `len` events. The first append creates an empty log.
    pub(crate) fn new(store: Arc<dyn Store>, game: GameId, rules: u32, len: u64) -> LogWriter {
        LogWriter { store, game, rules, len, doubt: None }
    }

    /// Continues with a log of this length.
    pub(crate) fn follow(&mut self, len: u64) {
        self.len = len;
        self.doubt = None;
    }

    /// The append of these events at the end of the log, of a started game without other changes.
    pub(crate) fn next(&self, events: Vec<NewEvent>) -> Append {
        Append {
            game: self.game.clone(),
            expected: self.len,
            events,
            token: None,
            deadline_ms: None,
            is_open: false,
            finished: None,
        }
    }

    /// Appends. An uncertain earlier append is resolved first.
    ///
    /// # Errors
    /// If the result is unknown.
    pub(crate) async fn append(&mut self, append: Append) -> Result<AppendOutcome, InDoubt> {
        if self.doubt.is_some() {
            return Ok(match self.resolve().await? {
                // The caller knows of the uncertainty and decides again from the current log.
                AppendOutcome::Committed | AppendOutcome::Refused(_) => self.conflict().await,
                news @ (AppendOutcome::Conflict { .. } | AppendOutcome::Deleted) => news,
            });
        }
        let (events, token) = (append.events.clone(), append.token.clone());
        let count = events.len() as u64;
        let stored = match self.len {
            0 => self.store.create(self.rules, append).await,
            _ => self.store.append(append).await,
        };
        let Err(error) = stored else {
            self.len += count;
            return Ok(AppendOutcome::Committed);
        };
        match error {
            StoreError::Stale { .. } => {
                tracing::debug!(game = self.game.as_str(), %error, "append conflict")
            }
            _ => {
                static THROTTLE: LogThrottle = LogThrottle::new();
                let about = format_args!("{}: {error}", self.game);
                THROTTLE.warn("failed to append event", &about);
            }
        }
        if mutants::is_enabled(Mutant::CommitGuessed) {
            return Ok(AppendOutcome::Refused(error));
        }
        let is_refused = matches!(error, StoreError::Stale { .. });
        self.doubt = Some(Doubt { events, token, is_refused });
        Ok(match self.resolve().await? {
            // The first error says more than "not found".
            AppendOutcome::Refused(_) => AppendOutcome::Refused(error),
            known => known,
        })
    }

    /// Appends, and retries until the result is known.
    pub(crate) async fn append_until_known(&mut self, append: Append) -> AppendOutcome {
        let mut appended = self.append(append).await;
        let mut backoff = Backoff::START;
        loop {
            match appended {
                Ok(AppendOutcome::Conflict { log, .. }) => return self.with_tokens(log).await,
                Ok(known) => return known,
                Err(InDoubt(error)) => {
                    tracing::error!(game = self.game.as_str(), %error, "failed to settle an uncertain append");
                }
            }
            tokio::time::sleep(backoff.next()).await;
            appended = self.resolve().await;
        }
    }

    /// Reads the log to find the result of an uncertain append.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn resolve(&mut self) -> Result<AppendOutcome, InDoubt> {
        let Some(doubt) = &self.doubt else { return Ok(AppendOutcome::Committed) };
        let log = match self.store.load(&self.game).await {
            Ok(log) => log,
            Err(StoreError::NoGame(_)) if self.len > 0 => {
                self.doubt = None;
                return Ok(AppendOutcome::Deleted);
            }
            // The log was never created.
            Err(StoreError::NoGame(_)) => Vec::new(),
            Err(error) => return Err(InDoubt(error)),
        };
        let (count, known) = (doubt.events.len() as u64, self.len);
        let is_ours = match log.get(known as usize..) {
            Some([]) => {
                // Without events, only the token tells.
                if !doubt.events.is_empty() || !self.has_token().await? {
                    self.doubt = None;
                    return Ok(AppendOutcome::Refused(not_there()));
                }
                true
            }
            // Another server may have appended the same events; the token tells.
            Some(added) => {
                !doubt.is_refused && is_same(added, &doubt.events) && self.has_token().await?
            }
            None => false,
        };
        if !is_ours {
            self.follow(log.len() as u64);
            return Ok(AppendOutcome::Conflict { log, tokens: None });
        }
        self.len += count;
        self.doubt = None;
        Ok(AppendOutcome::Committed)
    }

    /// Adds the seat tokens to a conflict; retries until they can be read.
    async fn with_tokens(&self, log: Vec<LoggedEvent>) -> AppendOutcome {
        let mut backoff = Backoff::START;
        loop {
            match self.store.tokens(&self.game).await {
                Ok(tokens) => return AppendOutcome::Conflict { log, tokens: Some(tokens) },
                Err(error) => {
                    tracing::error!(game = self.game.as_str(), %error, "failed to read seat tokens")
                }
            }
            tokio::time::sleep(backoff.next()).await;
        }
    }

    async fn has_token(&self) -> Result<bool, InDoubt> {
        let wanted = self.doubt.as_ref().and_then(|doubt| doubt.token.as_ref());
        let Some(wanted) = wanted else { return Ok(true) };
        let tokens = self.store.tokens(&self.game).await.map_err(InDoubt)?;
        Ok(tokens.iter().any(|token| token.hash == wanted.hash))
    }

    async fn conflict(&mut self) -> AppendOutcome {
        match self.store.load(&self.game).await {
            Ok(log) => {
                self.follow(log.len() as u64);
                AppendOutcome::Conflict { log, tokens: None }
            }
            Err(StoreError::NoGame(_)) if self.len > 0 => AppendOutcome::Deleted,
            Err(error) => AppendOutcome::Refused(error),
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

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::UnixMs;
    use store::{GameLog, testing::MemoryStore};

    fn event(public: &str) -> NewEvent {
        NewEvent {
            kind: "acted",
            seat: None,
            command: None,
            public: public.to_owned(),
            secret: String::new(),
            at_ms: UnixMs(1),
        }
    }

    /// A player who joins must not bring a table back that another server has deleted.
    #[tokio::test]
    async fn a_deleted_log_is_not_created_again() {
        let store = Arc::new(MemoryStore::default());
        let game = GameId::from("deleted");
        let mut writer = LogWriter::new(store.clone(), game.clone(), 1, 0);
        let first = Append { is_open: true, ..writer.next(vec![event("a"), event("b")]) };
        assert!(matches!(writer.append(first).await, Ok(AppendOutcome::Committed)));
        store.delete_open(&game, 2).await.expect("deleted");
        for text in ["c", "d"] {
            let append = writer.next(vec![event(text)]);
            let appended = writer.append_until_known(append).await;
            assert!(matches!(appended, AppendOutcome::Deleted), "{}", appended.label());
            assert!(matches!(store.load(&game).await, Err(StoreError::NoGame(_))));
        }
    }
}
