//! Rules that make it hard to manipulate ratings by arranged games.

use std::{collections::HashMap, sync::Arc};

/// A game ended voluntarily before each seat had this number of moves is not rated.
const MIN_MOVES_PER_SEAT: u32 = 5;
/// Number of consecutive early leaves without a penalty. Each further one is a loss.
pub(crate) const MAX_FREE_ABORTS: u32 = 2;
/// Time during which an earlier game of the same two players reduces the weight of a new one, in
/// milliseconds: a week.
pub const PAIR_WINDOW_MS: u64 = 7 * DAY_MS;
/// One day, in milliseconds.
pub(crate) const DAY_MS: u64 = 24 * 3_600_000;

/// Whether a game with this number of plies is too short to be rated if it was ended voluntarily:
/// by resignation, by timeout or by an agreed draw. A game that ended by the rules is always rated.
///
/// ```
/// assert!(rating::is_short(9, 2) && !rating::is_short(10, 2));
/// assert!(rating::is_short(19, 4) && !rating::is_short(20, 4));
/// ```
pub const fn is_short(plies: u32, seats: u32) -> bool {
    plies < MIN_MOVES_PER_SEAT * seats
}

/// Weight of a game between two players who met this number of times in the week before: 1/2 after
/// one game, 1/3 after two, and so on.
///
/// ```
/// assert_eq!([0, 1, 2, 9].map(rating::pair_weight), [1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 10.0]);
/// ```
pub fn pair_weight(earlier: u32) -> f64 {
    1.0 / (1.0 + f64::from(earlier))
}

/// Times at which each pair of players met.
#[derive(Clone, Default, Debug)]
pub(crate) struct Meetings(HashMap<(Arc<str>, Arc<str>), Vec<u64>>);

fn pair(one: &Arc<str>, other: &Arc<str>) -> (Arc<str>, Arc<str>) {
    if one < other { (one.clone(), other.clone()) } else { (other.clone(), one.clone()) }
}

impl Meetings {
    /// Number of meetings of two players within the week before `now_ms`.
    pub(crate) fn recent_count(&self, one: &Arc<str>, other: &Arc<str>, now_ms: u64) -> u32 {
        let times = self.0.get(&pair(one, other)).map_or(&[][..], Vec::as_slice);
        (times.len()
            - times.partition_point(|&at_ms| at_ms.saturating_add(PAIR_WINDOW_MS) <= now_ms))
            as u32
    }

    /// Adds a meeting. It must be later than all earlier ones of the pair.
    pub(crate) fn add(&mut self, one: &Arc<str>, other: &Arc<str>, at_ms: u64) {
        self.0.entry(pair(one, other)).or_default().push(at_ms);
    }

    /// Removes the last meeting of a pair.
    pub(crate) fn remove_last(&mut self, one: &Arc<str>, other: &Arc<str>) {
        let pair = pair(one, other);
        if let Some(times) = self.0.get_mut(&pair) {
            times.pop();
            if times.is_empty() {
                self.0.remove(&pair);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meetings_are_forgotten_after_a_week() {
        let [an, bo, cy]: [Arc<str>; 3] = ["An", "Bo", "Cy"].map(Arc::from);
        let mut meetings = Meetings::default();
        for at_ms in [0, 1_000, PAIR_WINDOW_MS] {
            meetings.add(&an, &bo, at_ms);
        }
        for (now_ms, expected) in [
            (0, 3),
            (PAIR_WINDOW_MS, 2),
            (PAIR_WINDOW_MS + 999, 2),
            (PAIR_WINDOW_MS + 1_000, 1),
            (2 * PAIR_WINDOW_MS - 1, 1),
            (2 * PAIR_WINDOW_MS, 0),
        ] {
            assert_eq!(meetings.recent_count(&bo, &an, now_ms), expected, "{now_ms}");
        }
        assert_eq!(meetings.recent_count(&an, &cy, 0), 0);
        for _ in 0..3 {
            meetings.remove_last(&bo, &an);
        }
        assert!(meetings.0.is_empty());
    }
}
