use crate::{
    accounts::Standings,
    base::{Config, Env, Hint},
    cluster::{GameClock, Leases},
    ladders::Ladders,
    ops::{Metrics, OutageLog},
    tables::{
        chat::{Relayed, SaidLine, is_possible},
        chat_relay::ChatRelay,
        quotas::Quotas,
        shows::Shows,
        think_queue::ThinkQueue,
    },
};
use protocol::{GameId, UnixMs};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};
use store::Store;
use tokio::sync::{Semaphore, broadcast};

/// State shared by all parts of the server.
pub(crate) struct AppState {
    pub(crate) config: Config,
    /// The time by which games are played.
    pub(crate) clock: Arc<GameClock>,
    pub(crate) store: Arc<dyn Store>,
    /// Queue of computer searches.
    pub(crate) thinkers: ThinkQueue,
    /// Permits for keeping the search state of computers between moves.
    pub(crate) computer_permits: Arc<Semaphore>,
    /// Sends the start of a server-wide outage in Unix ms to all tables, and its end as `None`.
    /// Tables receive it in the order in which they were loaded.
    pub(crate) outage_status: broadcast::Sender<Option<UnixMs>>,
    pub(crate) ladders: Arc<Ladders>,
    /// Log of failures to read tables' logs, shared by all tables.
    pub(crate) read_log: OutageLog,
    /// Lines of chat for the other servers.
    pub(crate) chat_relay: ChatRelay,
    /// Limits for new tables and analyses.
    pub(crate) quotas: Quotas,
    pub(crate) time_credits: TimeCredits,
    pub(crate) shows: Shows,
    pub(crate) metrics: Metrics,
    pub(crate) leases: Leases,
    /// Id of this server among those of the store; empty without others.
    pub(crate) node: String,
    /// Closed, muted and hidden accounts.
    pub(crate) standings: Arc<Standings>,
}

impl AppState {
    /// Game time now, Unix ms. It is monotonic; [`GameClock::wall_ms`] makes a timestamp of it.
    pub(crate) fn now_ms(&self) -> UnixMs {
        self.clock.now_ms()
    }

    /// Whether other servers may write to the store.
    pub(crate) fn is_shared(&self) -> bool {
        self.store.cluster().is_some()
    }

    /// Publishes the number of events of a log.
    pub(crate) fn hint(&self, game: &GameId, events: u64) {
        if let Some(hints) = self.config.hints.as_ref().filter(|_| self.is_shared()) {
            self.metrics.hints_sent.inc();
            hints.publish(Hint::Log { game: game.to_owned(), events });
        }
    }

    /// Sends a line of a table's chat to the other servers.
    pub(crate) fn relay_chat(&self, game: &GameId, said: &SaidLine) {
        let relayed = Relayed { node: self.node.clone(), said: said.clone() };
        if self.is_shared()
            && let Ok(text) = serde_json::to_string(&relayed)
        {
            self.chat_relay.send(game.to_owned(), text);
        }
    }

    /// Reads a line of chat from another server. `None` for this server's own, and for texts that no
    /// server writes.
    pub(crate) fn relayed_chat(&self, text: &str) -> Option<SaidLine> {
        let Relayed { node, said } = serde_json::from_str(text).ok()?;
        (self.config.has_chat && node != self.node && is_possible(&said.line)).then_some(said)
    }
}

/// Number of tables that have yet to credit time, because the server was away or could not store.
#[derive(Clone, Default)]
pub(crate) struct TimeCredits(Arc<AtomicUsize>);

/// Time that one table has to credit. Dropped when the time is credited or the table leaves memory.
pub(crate) struct TimeCredit {
    open: Arc<AtomicUsize>,
}

impl TimeCredits {
    /// Adds a table.
    pub(crate) fn add(&self) -> TimeCredit {
        self.0.fetch_add(1, SeqCst);
        TimeCredit { open: self.0.clone() }
    }

    /// Whether any table has yet to credit time.
    pub(crate) fn are_open(&self) -> bool {
        self.0.load(SeqCst) > 0
    }
}

impl Drop for TimeCredit {
    fn drop(&mut self) {
        self.open.fetch_sub(1, SeqCst);
    }
}
