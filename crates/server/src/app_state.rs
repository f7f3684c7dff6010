use crate::{config::Config, ladders::Ladders};
use std::sync::Arc;
use store::Store;
use tokio::sync::Semaphore;

/// What all parts of the server stand on.
pub(crate) struct AppState {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    /// Permits for computers to think.
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) ladders: Arc<Ladders>,
}
