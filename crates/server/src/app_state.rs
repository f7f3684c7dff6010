use crate::{config::Config, ladders::Ladders, quotas::Quotas, think_queue::ThinkQueue};
use std::sync::Arc;
use store::Store;
use tokio::sync::watch;

/// What all parts of the server stand on.
pub(crate) struct AppState {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    /// Where computers wait to think.
    pub(crate) thinkers: ThinkQueue,
    /// Since when nothing can be stored, in milliseconds since the epoch, while nothing can.
    pub(crate) house_stall: watch::Sender<Option<u64>>,
    pub(crate) ladders: Arc<Ladders>,
    /// Who may open how many tables.
    pub(crate) quotas: Quotas,
}
