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

/// What all parts of the server stand on.
pub(crate) struct AppState {
    pub(crate) config: Config,
    /// The time by which games are played.
    pub(crate) clock: Arc<GameClock>,
    pub(crate) store: Arc<dyn Store>,
    /// Where computers wait to think.
    pub(crate) thinkers: ThinkQueue,
    /// Room for what computers have learnt in their games.
    pub(crate) computer_room: Arc<Semaphore>,
    /// Tells all tables since when nothing can be stored, in milliseconds since the epoch, and then
    /// that it can again. Tables hear of it in the order in which they were taken up.
    pub(crate) house_stall: broadcast::Sender<Option<u64>>,
    pub(crate) ladders: Arc<Ladders>,
    /// Whether the logs of tables can be read: said once for all of them.
    pub(crate) news_log: CutOffLog,
    /// Who may open how many tables.
    pub(crate) quotas: Quotas,
    pub(crate) debts: Debts,
    pub(crate) shows: Shows,
    pub(crate) metrics: Metrics,
    /// This server among those on the store; empty where there are no others.
    pub(crate) node: String,
}

impl AppState {
    /// Game time now, Unix ms. It is monotonic; [`GameClock::wall_ms`] makes a timestamp of it.
    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// Whether other servers may write to the store as well.
    pub(crate) fn is_shared(&self) -> bool {
        self.store.nodes().is_some()
    }

    /// Lets the others know how many events a game has.
    pub(crate) fn hint(&self, game: &str, events: u64) {
        if let Some(hints) = self.config.hints.as_ref().filter(|_| self.is_shared()) {
            self.metrics.hints_sent.inc();
            hints.publish(Hint { game: game.to_owned(), events });
        }
    }
}

/// The tables that still have to give time back, because the server was away or could not store.
#[derive(Clone, Default)]
pub(crate) struct Debts(Arc<()>);

/// That a table has. Dropped when the time is given back, or when the table is put away.
pub(crate) struct Debt {
    _among: Arc<()>,
}

impl Debts {
    /// One more.
    pub(crate) fn add(&self) -> Debt {
        Debt { _among: self.0.clone() }
    }

    /// Whether there are any.
    pub(crate) fn are_open(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}
