//! Who waits for anybody.

use protocol::{Seek, TablePlan};
use tokio::sync::Mutex;

/// Tables whose host waits for anybody, the oldest first.
#[derive(Default)]
pub(crate) struct Seeks(pub(crate) Mutex<Vec<Waiting>>);

/// A table whose host waits, and since when.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub(crate) seek: Seek,
    pub(crate) since_ms: u64,
}

impl Waiting {
    /// Whether this plan is for the same game under the same rules and clock, rated or not; who
    /// moves first is whoever comes first's choice.
    pub(crate) fn suits(&self, plan: &TablePlan) -> bool {
        let key = |plan: &TablePlan| {
            (
                plan.variant.clone(),
                plan.options.clone(),
                plan.clock.clone(),
                plan.setup_seconds,
                plan.rated,
            )
        };
        key(&self.seek.plan) == key(plan) && self.seek.plan.seats.len() == plan.seats.len()
    }
}
