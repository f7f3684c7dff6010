//! The one owner of a game's log: it alone appends, and it knows what has become of an append.
//!
//! A store that answers with an error may have committed all the same. What is true then stands in
//! the log, which is read again: never a guess.

use crate::{
    noise::Noise,
    planted::{self, Bug},
};
use std::{sync::Arc, time::Duration};
use store::{Append, Finished, LoggedEvent, NewEvent, SeatToken, Store, StoreError};

/// Before an undecided append is asked about again for the first time; doubled from then on.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// No longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How long to wait before trying again what has failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff(Duration);

impl Backoff {
    /// Nothing has failed yet.
    pub(crate) const START: Backoff = Backoff(FIRST_WAIT);

    /// The wait after one more failure.
    pub(crate) fn next(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(LONGEST_WAIT);
        wait
    }
}

/// What is to be appended together.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) events: Vec<NewEvent>,
    /// A token to add.
    pub(crate) token: Option<SeatToken>,
    /// When the game must be looked at next, from now on.
    pub(crate) deadline_ms: Option<u64>,
    /// Whether the game has not begun with it.
    pub(crate) is_open: bool,
    /// What the archive gets of it.
    pub(crate) finished: Option<Finished>,
}

impl Entry {
    /// Events of a game that has begun, and nothing else.
    pub(crate) fn events(events: Vec<NewEvent>) -> Entry {
        Entry { events, token: None, deadline_ms: None, is_open: false, finished: None }
    }
}

/// What has become of an append.
#[must_use]
pub(crate) enum Appended {
    /// It stands in the log.
    Committed,
    /// It does not stand in the log: it did not happen.
    Refused(StoreError),
    /// The log cannot be read either, so nobody can say. Nothing may be appended, and nothing told,
    /// before [`LogOwner::settle`] has an answer.
    InDoubt(StoreError),
    /// The log holds what this owner did not write. Whoever goes on begins from this log.
    Overtaken(Vec<LoggedEvent>),
}

/// The end of one game's log.
pub(crate) struct LogOwner {
    store: Arc<dyn Store>,
    game: String,
    /// The version of the rules that a log is begun with.
    rules: u32,
    /// How many events are committed.
    len: u64,
    doubt: Option<Doubt>,
}

/// An append of which nobody knows whether it was committed.
struct Doubt {
    events: Vec<NewEvent>,
    token: Option<SeatToken>,
    /// Whether the store has said that it was not, for others have come first; what they have written
    /// may look the same.
    is_refused: bool,
}

impl LogOwner {
    /// The owner of a log that has `len` events; one without any is begun by its first append.
    pub(crate) fn new(store: Arc<dyn Store>, game: String, rules: u32, len: u64) -> LogOwner {
        LogOwner { store, game, rules, len, doubt: None }
    }

    /// Goes on from a log that has so many events now.
    pub(crate) fn follow(&mut self, len: u64) {
        self.len = len;
        self.doubt = None;
    }

    /// Appends. What is in doubt from before is settled first.
    pub(crate) async fn append(&mut self, entry: Entry) -> Appended {
        if self.doubt.is_some() {
            match self.settle().await {
                // The caller has heard that it was in doubt, and asks anew from what is true now.
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
            StoreError::Stale { .. } => tracing::debug!(game = self.game, %error, "overtaken"),
            _ => {
                static NOISE: Noise = Noise::new();
                let about = format_args!("{}: {error}", self.game);
                NOISE.warn("an append was not acknowledged", &about);
            }
        }
        if planted::has(Bug::CommitGuessed) {
            return Appended::Refused(error);
        }
        let is_refused = matches!(error, StoreError::Stale { .. });
        self.doubt = Some(Doubt { events, token, is_refused });
        match self.settle().await {
            // The first error says more than that nothing was found.
            Appended::Refused(_) => Appended::Refused(error),
            decided => decided,
        }
    }

    /// Appends, and waits until it is known what has become of it.
    pub(crate) async fn append_surely(&mut self, entry: Entry) -> Decided {
        let mut appended = self.append(entry).await;
        let mut backoff = Backoff::START;
        loop {
            match appended {
                Appended::Committed => return Decided::Committed,
                Appended::Refused(error) => return Decided::Refused(error),
                Appended::Overtaken(log) => return self.overtaken_surely(log).await,
                Appended::InDoubt(error) => {
                    tracing::error!(game = self.game, %error, "a commit in doubt cannot be settled");
                }
            }
            tokio::time::sleep(backoff.next()).await;
            appended = self.settle().await;
        }
    }

    /// Reads the log to see what has become of an append in doubt.
    pub(crate) async fn settle(&mut self) -> Appended {
        let Some(doubt) = &self.doubt else { return Appended::Committed };
        let log = match self.store.load(&self.game).await {
            Ok(log) => log,
            // It has not begun; or it never will, for another server has cleared it away.
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
                    // Another has done the same at the same moment.
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

    /// The tokens of a log that others have written to, too.
    async fn overtaken_surely(&self, log: Vec<LoggedEvent>) -> Decided {
        let mut backoff = Backoff::START;
        loop {
            match self.store.tokens(&self.game).await {
                Ok(tokens) => return Decided::Overtaken { log, tokens },
                Err(error) => tracing::error!(game = self.game, %error, "no tokens can be read"),
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

/// What has become of an append, once it is known.
#[must_use]
pub(crate) enum Decided {
    /// As [`Appended::Committed`].
    Committed,
    /// As [`Appended::Refused`].
    Refused(StoreError),
    /// As [`Appended::Overtaken`], with the tokens that there are at least.
    Overtaken { log: Vec<LoggedEvent>, tokens: Vec<SeatToken> },
}

impl Decided {
    /// In a word, for who counts and traces.
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
