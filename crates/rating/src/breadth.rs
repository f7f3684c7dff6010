use crate::fair_play::DAY_MS;
use std::fmt;

/// Largest breadth that is counted. Beyond it a player is known well enough.
pub const MAX_BREADTH: usize = 20;
/// Opponents that can be added on one day (UTC), at most.
const MAX_ADDED_PER_DAY: u32 = 3;
/// A ranking is measured by the player whose breadth is the tenth largest on the ladder.
pub const BREADTH_PEER: u32 = 10;

/// How many different opponents a player has met on a ladder: at most three are added a day, and at
/// most [`MAX_BREADTH`] count.
///
/// The breadth says how well a rating is known from outside: see [`Breadth::weight_of`] for what a
/// result counts, and [`required_breadth`] for a place in the ranking. The limit per day keeps a
/// crowd of accounts that was made in an hour from counting like a community that grew.
///
/// ```
/// use rating::Breadth;
///
/// const DAY_MS: u64 = 24 * 3_600_000;
/// let evening = ["Bo", "Cy", "Di", "Bo", "Ed"];
/// let mut breadth = Breadth::default();
/// evening.iter().for_each(|opponent| breadth.add(opponent, 0));
/// assert_eq!(breadth.opponents(), 3, "at most three on one day");
/// evening.iter().for_each(|opponent| breadth.add(opponent, DAY_MS));
/// assert_eq!(breadth.opponents(), 4, "Ed is counted the next time");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Breadth {
    /// A fingerprint of each opponent that counts; the rest is 0.
    opponents: [u32; MAX_BREADTH],
    count: usize,
    /// The day on which the last one was added, in days since the epoch.
    day: u32,
    /// How many were added on that day.
    on_day: u32,
}

impl Breadth {
    /// From what [`Breadth::fingerprints`] and [`Breadth::day`] said; what is beyond
    /// [`MAX_BREADTH`] is dropped.
    pub fn new(fingerprints: &[u32], (day, on_day): (u32, u32)) -> Breadth {
        let count = fingerprints.len().min(MAX_BREADTH);
        let mut opponents = [0; MAX_BREADTH];
        opponents[..count].copy_from_slice(&fingerprints[..count]);
        Breadth { opponents, count, day, on_day }
    }

    /// How many different opponents count.
    pub fn opponents(&self) -> u32 {
        self.count as u32
    }

    /// A fingerprint of each opponent that counts, in the order in which they were added.
    pub fn fingerprints(&self) -> &[u32] {
        &self.opponents[..self.count]
    }

    /// The day on which the last opponent was added, in days since the epoch, and how many were
    /// added on that day.
    pub fn day(&self) -> (u32, u32) {
        (self.day, self.on_day)
    }

    /// Adds the opponent of a game that ended at `at_ms`, in milliseconds since the epoch, unless
    /// the opponent counts already or one of the limits is reached.
    pub fn add(&mut self, opponent: &str, at_ms: u64) {
        let day = u32::try_from(at_ms / DAY_MS).unwrap_or(u32::MAX);
        let on_day = if day == self.day { self.on_day } else { 0 };
        let is_full = on_day >= MAX_ADDED_PER_DAY || self.count == MAX_BREADTH;
        if is_full || self.counts(opponent) {
            return;
        }
        self.opponents[self.count] = fingerprint(opponent);
        self.count += 1;
        (self.day, self.on_day) = (day, on_day + 1);
    }

    /// The part of a result that counts for the player `own`, whose breadth this is, against the
    /// player `opponent` of breadth `other`: between 0 and 1. All of it counts if the opponent is
    /// at least as widely known. What the two know of each other is left out on both sides.
    ///
    /// ```
    /// use rating::Breadth;
    ///
    /// let of = |opponents: &[&str]| {
    ///     let mut breadth = Breadth::default();
    ///     (0..).zip(opponents).for_each(|(day, name)| breadth.add(name, day * 24 * 3_600_000));
    ///     breadth
    /// };
    /// let new = Breadth::default();
    /// assert_eq!(new.weight_of("An", &new, "Bo"), 1.0);
    /// let an = of(&["Cy", "Di", "Ed"]);
    /// assert_eq!(an.weight_of("An", &new, "Bo"), 1.0 / 16.0);
    /// assert_eq!(new.weight_of("Bo", &an, "An"), 1.0);
    /// // An account that has met An alone is as unknown as a new one.
    /// assert_eq!(an.weight_of("An", &of(&["An"]), "Bo"), 1.0 / 16.0);
    /// // Members of a small club have met the same few.
    /// assert_eq!(an.weight_of("An", &of(&["An", "Di", "Ed"]), "Cy"), 1.0);
    /// ```
    pub fn weight_of(&self, own: &str, other: &Breadth, opponent: &str) -> f64 {
        let known = |breadth: &Breadth, to: &str| {
            f64::from(1 + breadth.opponents() - u32::from(breadth.counts(to)))
        };
        (known(other, own) / known(self, opponent)).min(1.0).powi(2)
    }

    fn counts(&self, opponent: &str) -> bool {
        self.fingerprints().contains(&fingerprint(opponent))
    }
}

impl fmt::Debug for Breadth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Breadth({}, {} on day {})", self.count, self.on_day, self.day)
    }
}

/// FNV-1a, which is the same on every machine. Two opponents who share a fingerprint would count as
/// one.
fn fingerprint(player: &str) -> u32 {
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    player.as_bytes().iter().fold(0x811c_9dc5, step)
}

/// The breadth that a place in the ranking requires: half the breadth of the tenth widest player of
/// the ladder, rounded up. A ladder with fewer than ten players, such as a club's, requires none.
///
/// ```
/// assert_eq!(rating::required_breadth(None), 0);
/// assert_eq!([0, 1, 5, 20].map(|tenth| rating::required_breadth(Some(tenth))), [0, 1, 3, 10]);
/// ```
pub fn required_breadth(tenth_widest: Option<u32>) -> u32 {
    tenth_widest.map_or(0, |breadth| breadth.div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breadth_is_limited_per_day_and_in_all() {
        for (days, per_day, expected) in
            [(0, 0, 0), (1, 2, 2), (1, 3, 3), (1, 50, 3), (2, 50, 6), (10, 1, 10), (9, 9, 20)]
        {
            let mut breadth = Breadth::default();
            for game in 0..days * per_day {
                breadth.add(&format!("p{game}"), game / per_day * DAY_MS + game % per_day);
            }
            assert_eq!(breadth.opponents(), expected, "{days} days of {per_day}");
            assert_eq!(Breadth::new(breadth.fingerprints(), breadth.day()), breadth);
        }
        let mut last = Breadth::default();
        ["a", "b", "a"].iter().for_each(|opponent| last.add(opponent, u64::MAX));
        assert_eq!(last.opponents(), 2);
        assert_eq!(Breadth::new(&[7; 99], (0, 0)).opponents(), MAX_BREADTH as u32);
    }

    /// The store keeps fingerprints, so they may not change.
    #[test]
    fn fingerprints_are_fnv_1a() {
        for (text, expected) in [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] {
            assert_eq!(fingerprint(text), expected, "{text}");
        }
    }
}
