//! Hints between servers, 30 % of which are lost.

use crate::luck::Luck;
use server::{Hint, Hints, LocalHints};
use std::sync::{Mutex, PoisonError};
use tokio::sync::broadcast;

pub(crate) struct SimHints {
    way: LocalHints,
    luck: Mutex<Luck>,
}

impl SimHints {
    pub(crate) fn new(seed: u64) -> SimHints {
        SimHints { way: LocalHints::default(), luck: Mutex::new(Luck::new(seed)) }
    }
}

impl Hints for SimHints {
    fn publish(&self, hint: Hint) {
        let is_lost = self.luck.lock().unwrap_or_else(PoisonError::into_inner).percent(30);
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
