use crate::{config::Config, ladders::Ladders, quotas::Quotas, think_queue::ThinkQueue};
use std::sync::Arc;
use store::Store;
use tokio::sync::{Semaphore, broadcast};

/// What all parts of the server stand on.
pub(crate) struct AppState {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    /// Where computers wait to think.
    pub(crate) thinkers: ThinkQueue,
    /// Room for what computers have learnt in their games.
    pub(crate) computer_room: Arc<Semaphore>,
    /// Tells all tables since when nothing can be stored, in milliseconds since the epoch, and then
    /// that it can again. Tables hear of it in the order in which they were taken up.
    pub(crate) house_stall: broadcast::Sender<Option<u64>>,
    pub(crate) ladders: Arc<Ladders>,
    /// Who may open how many tables.
    pub(crate) quotas: Quotas,
    pub(crate) debts: Debts,
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
