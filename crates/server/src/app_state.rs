use crate::{
    config::{Config, Source},
    cut_off_log::CutOffLog,
    game_clock::GameClock,
    hints::Hint,
    ladders::Ladders,
    metrics::Metrics,
    quotas::Quotas,
    shows::Shows,
    think_queue::ThinkQueue,
};
use std::sync::Arc;
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
    pub(crate) computer_room: Arc<Semaphore>,
    /// Sends the start of a server-wide stall in Unix ms to all tables, and its end as `None`.
    /// Tables receive it in the order in which they were loaded.
    pub(crate) house_stall: broadcast::Sender<Option<u64>>,
    pub(crate) ladders: Arc<Ladders>,
    /// Log of failures to read tables' logs, shared by all tables.
    pub(crate) news_log: CutOffLog,
    /// Limits for new tables and analyses.
    pub(crate) quotas: Quotas,
    pub(crate) debts: Debts,
    pub(crate) shows: Shows,
    pub(crate) metrics: Metrics,
    /// Id of this server among those of the store; empty without others.
    pub(crate) node: String,
}

impl AppState {
    /// Game time now, Unix ms. It is monotonic; [`GameClock::wall_ms`] makes a timestamp of it.
    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// Whether other servers may write to the store.
    pub(crate) fn is_shared(&self) -> bool {
        self.store.nodes().is_some()
    }

    /// Publishes the number of events of a log.
    pub(crate) fn hint(&self, game: &str, events: u64) {
        if let Some(hints) = self.config.hints.as_ref().filter(|_| self.is_shared()) {
            self.metrics.hints_sent.inc();
            hints.publish(Hint { game: game.to_owned(), events });
        }
    }
}

/// Tables that have yet to credit time, because the server was away or could not store.
#[derive(Clone, Default)]
pub(crate) struct Debts(Arc<()>);

/// Debt of one table. Dropped when the time is credited or the table leaves memory.
pub(crate) struct Debt {
    _among: Arc<()>,
}

impl Debts {
    /// Adds a table.
    pub(crate) fn add(&self) -> Debt {
        Debt { _among: self.0.clone() }
    }

    /// Whether there are any.
    pub(crate) fn are_open(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}
