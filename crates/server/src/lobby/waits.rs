//! Recent waiting times of the games with their clocks.

use protocol::{PoolWait, TablePlan};
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// Maximum number of games with a clock; the longest unused one is dropped.
const POOLS: usize = 32;
/// Number of latest waiting times of a game with a clock.
const WAITS: usize = 9;

/// The latest waiting times at this server.
#[derive(Default)]
pub(crate) struct Waits(Mutex<VecDeque<Pool>>);

struct Pool {
    variant: String,
    clock: String,
    seconds: VecDeque<u32>,
}

impl Waits {
    /// Adds the waiting time of a player who has got an opponent.
    pub(super) fn add(&self, plan: &TablePlan, waited_ms: u64) {
        let mut pools = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |pool: &Pool| pool.variant == plan.variant && pool.clock == plan.clock;
        let known = pools.iter().position(is_same).and_then(|place| pools.remove(place));
        let mut pool = known.unwrap_or_else(|| Pool {
            variant: plan.variant.clone(),
            clock: plan.clock.clone(),
            seconds: VecDeque::new(),
        });
        pool.seconds.push_front((waited_ms / 1_000).try_into().unwrap_or(u32::MAX));
        pool.seconds.truncate(WAITS);
        pools.push_front(pool);
        pools.truncate(POOLS);
    }

    /// The median of each game with a clock, in a fixed order.
    pub(super) fn medians(&self) -> Vec<PoolWait> {
        let pools = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let median = |pool: &Pool| {
            let mut seconds: Vec<u32> = pool.seconds.iter().copied().collect();
            seconds.sort_unstable();
            let seconds = seconds.get(seconds.len() / 2).copied()?;
            Some(PoolWait { variant: pool.variant.clone(), clock: pool.clock.clone(), seconds })
        };
        let mut waits: Vec<PoolWait> = pools.iter().filter_map(median).collect();
        waits.sort_by(|a, b| (&a.variant, &a.clock).cmp(&(&b.variant, &b.clock)));
        waits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_the_latest_counts() {
        let waits = Waits::default();
        let plan = |clock: String| TablePlan {
            variant: "banqi".into(),
            options: String::new(),
            clock,
            setup_seconds: 0,
            seats: Vec::new(),
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        for seconds in [500, 1, 9, 5, 8, 2, 7, 3, 6, 4] {
            waits.add(&plan("5+3".into()), seconds * 1_000 + 999);
        }
        let median = PoolWait { variant: "banqi".into(), clock: "5+3".into(), seconds: 5 };
        assert_eq!(waits.medians(), [median]);
        for clock in 0..100 {
            waits.add(&plan(clock.to_string()), 0);
        }
        assert_eq!(waits.medians().len(), POOLS);
    }
}
