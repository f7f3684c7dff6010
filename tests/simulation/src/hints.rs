//! Hints between servers, 30 % of which are lost.

use crate::rng::Rng;
use server::{Hint, Hints, LocalHints};
use std::sync::{Mutex, PoisonError};
use tokio::sync::broadcast;

pub(crate) struct SimHints {
    way: LocalHints,
    rng: Mutex<Rng>,
}

impl SimHints {
    pub(crate) fn new(seed: u64) -> SimHints {
        SimHints { way: LocalHints::default(), rng: Mutex::new(Rng::new(seed)) }
    }
}

impl Hints for SimHints {
    fn publish(&self, hint: Hint) {
        let is_lost = self.rng.lock().unwrap_or_else(PoisonError::into_inner).percent(30);
        if !is_lost {
            self.way.publish(hint);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.way.subscribe()
    }

    fn are_heard(&self) -> bool {
        true
    }
}
