use crate::fair_play::DAY_MS;
use std::fmt;

/// Maximum breadth. A player with this breadth is known well enough.
pub const MAX_BREADTH: usize = 20;
/// Maximum number of opponents added per day (UTC).
const MAX_ADDED_PER_DAY: u32 = 3;
/// Rank of the player whose breadth sets the requirement for a place in the ranking.
pub const BREADTH_PEER: u32 = 10;

/// Number of different opponents that a player has met on a ladder. At most three are added per
/// day, and at most [`MAX_BREADTH`] in total.
///
/// The breadth determines the weight of a result ([`Breadth::weight_of`]) and the eligibility for
/// the ranking ([`required_breadth`]). Because of the limit per day, many accounts created in an
/// hour do not count like a community that grew over time.
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
    /// Fingerprints of the counted opponents; the remaining entries are 0.
    opponents: [u32; MAX_BREADTH],
    count: usize,
    /// Day on which the last opponent was added, in days since the Unix epoch.
    day: u32,
    /// Number of opponents added on that day.
    on_day: u32,
}

impl Breadth {
    /// Restores a breadth from the values of [`Breadth::fingerprints`] and [`Breadth::day`].
    /// Fingerprints beyond [`MAX_BREADTH`] are dropped.
    pub fn new(fingerprints: &[u32], (day, on_day): (u32, u32)) -> Breadth {
        let count = fingerprints.len().min(MAX_BREADTH);
        let mut opponents = [0; MAX_BREADTH];
        opponents[..count].copy_from_slice(&fingerprints[..count]);
        Breadth { opponents, count, day, on_day }
    }

    /// Number of counted opponents.
    pub fn opponents(&self) -> u32 {
        self.count as u32
    }

    /// Fingerprints of the counted opponents, in the order in which they were added.
    pub fn fingerprints(&self) -> &[u32] {
        &self.opponents[..self.count]
    }

    /// The day on which the last opponent was added, in days since the Unix epoch, and the number
    /// added on that day.
    pub fn day(&self) -> (u32, u32) {
        (self.day, self.on_day)
    }

    /// Adds the opponent of a game that ended at `at_ms` (Unix ms), unless the opponent is already
    /// counted or a limit is reached.
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

    /// Weight of a result for the player `own` with this breadth, against the player `opponent`
    /// with breadth `other`; between 0 and 1.
    ///
    /// The weight is 1 if the opponent has met at least as many others. Meetings between the two
    /// players are not counted.
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
    /// // An account that has met only An counts like a new one.
    /// assert_eq!(an.weight_of("An", &of(&["An"]), "Bo"), 1.0 / 16.0);
    /// // Members of a small club have met the same few players.
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

/// FNV-1a hash, the same on every machine. Two opponents with the same fingerprint count as one.
fn fingerprint(player: &str) -> u32 {
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    player.as_bytes().iter().fold(0x811c_9dc5, step)
}

/// Breadth required for a place in the ranking: half the breadth of the tenth-broadest player,
/// rounded up.
///
/// `tenth_widest` is `None` for a ladder with fewer than ten players, such as that of a club. It
/// requires none.
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

    /// The store contains fingerprints, so they must never change.
    #[test]
    fn fingerprints_are_fnv_1a() {
        for (text, expected) in [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] {
            assert_eq!(fingerprint(text), expected, "{text}");
        }
    }
}
