//! Who waits for anybody.

use crate::limits::SEEKS;
use protocol::{Seek, TablePlan};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tables whose host waits for anybody, the oldest first. Each step is one lock for a moment;
/// tables and store are asked in between, and nothing is held then.
#[derive(Default)]
pub(crate) struct Seeks(Mutex<List>);

#[derive(Default)]
struct List {
    waiting: Vec<Waiting>,
    next: u64,
}

/// A table whose host waits, and since when.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub(crate) seek: Seek,
    pub(crate) since_ms: u64,
    /// Its place: who came first has the smaller one.
    number: u64,
}

impl Seeks {
    /// Who waits now.
    pub(crate) fn list(&self) -> Vec<Waiting> {
        self.lock().waiting.clone()
    }

    /// Whether nobody more may wait.
    pub(crate) fn is_full(&self) -> bool {
        self.lock().waiting.len() >= SEEKS
    }

    /// Forgets one that does not wait any more.
    pub(crate) fn forget(&self, number: u64) {
        self.lock().waiting.retain(|waiting| waiting.number != number);
    }

    /// Takes the oldest that suits a plan, so that nobody else sits down there meanwhile. `passed`
    /// have been tried already.
    pub(crate) fn take(&self, plan: &TablePlan, passed: &[u64]) -> Option<Waiting> {
        self.lock().take(plan, passed)
    }

    /// Adds a table whose host waits, unless another that suits it waits already: that one is taken
    /// and to be tried first. Of two seekers who come at the same time one must see the other.
    pub(crate) fn add(&self, seek: Seek, since_ms: u64, passed: &[u64]) -> Option<Waiting> {
        let mut list = self.lock();
        if let Some(older) = list.take(&seek.plan, passed) {
            return Some(older);
        }
        let number = list.next;
        list.next += 1;
        list.waiting.push(Waiting { seek, since_ms, number });
        None
    }

    /// Puts one back that was taken, in its old place.
    pub(crate) fn put_back(&self, waiting: Waiting) {
        let mut list = self.lock();
        let place = list.waiting.partition_point(|other| other.number < waiting.number);
        list.waiting.insert(place, waiting);
    }

    fn lock(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl List {
    fn take(&mut self, plan: &TablePlan, passed: &[u64]) -> Option<Waiting> {
        let place = self
            .waiting
            .iter()
            .position(|waiting| !passed.contains(&waiting.number) && waiting.suits(plan))?;
        Some(self.waiting.remove(place))
    }
}

impl Waiting {
    /// Its place.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether this plan is for the same game under the same rules and clock, rated or not; who
    /// moves first is whoever comes first's choice.
    fn suits(&self, plan: &TablePlan) -> bool {
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
