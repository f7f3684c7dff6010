//! Recent waiting times of the games with their clocks.
//!
//! The server that seats a newcomer notes how long the host has waited. Servers that share a store
//! exchange their waiting times together with the numbers of people.

use protocol::{PoolWait, TablePlan};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Maximum number of games with a clock; the longest unused one is dropped.
const POOLS: usize = 32;
/// Number of latest waiting times of a game with a clock, at each server.
const WAITS: usize = 9;

/// The latest waiting times.
#[derive(Default)]
pub(crate) struct Waits(Mutex<KnownWaits>);

#[derive(Default)]
struct KnownWaits {
    /// At this server, the latest first.
    here: VecDeque<Pool>,
    /// At the other servers, in no order.
    elsewhere: Vec<Pool>,
}

#[derive(Serialize, Deserialize)]
struct Pool {
    variant: String,
    clock: String,
    seconds: VecDeque<u32>,
}

impl Waits {
    /// Adds the waiting time of a player who has got an opponent.
    pub(super) fn add(&self, plan: &TablePlan, waited_ms: u64) {
        let pools = &mut self.lock().here;
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

    /// The waiting times at this server, as a line of text.
    pub(super) fn text(&self) -> String {
        // Serialisation cannot fail, and JSON has no line breaks inside.
        serde_json::to_string(&self.lock().here).unwrap_or_default() + "\n"
    }

    /// Notes the waiting times at the other servers, as their texts.
    pub(super) fn set_elsewhere(&self, texts: &str) {
        let read = |line| serde_json::from_str::<Vec<Pool>>(line).ok();
        self.lock().elsewhere = texts.lines().filter_map(read).flatten().collect();
    }

    /// The median of each game with a clock, in a fixed order.
    pub(super) fn medians(&self) -> Vec<PoolWait> {
        let known = self.lock();
        let mut pools: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
        for pool in known.here.iter().chain(&known.elsewhere) {
            let seconds = pools.entry((pool.variant.as_str(), pool.clock.as_str())).or_default();
            seconds.extend(&pool.seconds);
        }
        let median = |((variant, clock), mut seconds): ((&str, &str), Vec<u32>)| {
            seconds.sort_unstable();
            let seconds = seconds.get(seconds.len() / 2).copied()?;
            Some(PoolWait { variant: variant.to_owned(), clock: clock.to_owned(), seconds })
        };
        pools.into_iter().filter_map(median).collect()
    }

    fn lock(&self) -> MutexGuard<'_, KnownWaits> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        // Another server's waiting times count as well, as long as it publishes them.
        let (there, third) = (Waits::default(), Waits::default());
        for seconds in [30, 20, 40] {
            there.add(&plan("9".into()), seconds * 1_000);
        }
        third.add(&plan("5+3".into()), 7_000);
        let of = |clock: &str| {
            let medians = third.medians();
            medians.iter().find(|it| it.clock == clock).map(|it| it.seconds)
        };
        third.set_elsewhere(&(there.text() + "not a list\n" + &there.text()));
        assert_eq!((of("9"), of("5+3")), (Some(30), Some(7)));
        third.set_elsewhere("");
        assert_eq!((of("9"), of("5+3")), (None, Some(7)));
    }
}
