use crate::Occupancy;
use xiangqi::{Bitboard, Square};

/// Length of the window in which edges and changes of a sensor are counted, in milliseconds.
const WINDOW_MS: u64 = 4_000;
/// Number of edges in one window that no hand can cause, even with a bouncing contact.
const FLICKER_EDGES: u8 = 80;
/// Number of debounced changes in one window that no hand can cause.
const FLICKER_CHANGES: u8 = 12;
/// A flickering sensor is trusted again after a window with fewer edges than this.
const CALM_EDGES: u8 = 4;

/// The ninety sensors: their raw and their debounced readings.
///
/// A reading counts once it has been stable for the debounce time. Times are stored in 32 bits,
/// which distinguishes moments up to 49 days old.
#[derive(Clone)]
pub(crate) struct Sensors {
    debounce_ms: u16,
    raw: Bitboard,
    stable: Bitboard,
    raw_since: [u32; Square::COUNT],
    stable_since: [u32; Square::COUNT],
    /// For each point, when the piece that was lifted from it last had landed there.
    stood_since: [u32; Square::COUNT],
    edges: [u8; Square::COUNT],
    changes: [u8; Square::COUNT],
    flickering: Bitboard,
    window_end: Option<u64>,
}

/// A debounced change of one sensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) square: Square,
    pub(crate) occupied: bool,
}

impl Sensors {
    /// Sensors before the first frame.
    pub(crate) const fn new(debounce_ms: u16) -> Sensors {
        Sensors {
            debounce_ms,
            raw: Bitboard::EMPTY,
            stable: Bitboard::EMPTY,
            raw_since: [0; Square::COUNT],
            stable_since: [0; Square::COUNT],
            stood_since: [0; Square::COUNT],
            edges: [0; Square::COUNT],
            changes: [0; Square::COUNT],
            flickering: Bitboard::EMPTY,
            window_end: None,
        }
    }

    /// Takes in a frame of raw readings.
    pub(crate) fn frame(&mut self, frame: Occupancy, now: u64) {
        for square in frame.0 ^ self.raw {
            self.raw_since[square.index()] = now as u32;
            self.edges[square.index()] = self.edges[square.index()].saturating_add(1);
            self.judge(square, now);
        }
        self.raw = frame.0;
    }

    /// Time at which the next reading becomes stable or the window ends.
    pub(crate) fn due(&self, now: u64) -> Option<u64> {
        self.next_stable(now).into_iter().chain(self.window_end).min()
    }

    /// Time at which the next reading becomes stable.
    pub(crate) fn next_stable(&self, now: u64) -> Option<u64> {
        let oldest = self.pending().map(|square| self.age(square, now)).max()?;
        Some(now.saturating_sub(oldest.into()).saturating_add(self.debounce_ms.into()))
    }

    /// Applies the next debounced change, the oldest first. Of several at one moment (as slow
    /// scanning produces them), lifts come before landings, and lifts of the side on move before
    /// others.
    pub(crate) fn believe(&mut self, own: Bitboard, now: u64) -> Option<Change> {
        let (lifted, landed) = (self.pending() & self.stable, self.pending() & self.raw);
        let groups = [lifted & own, lifted & !own, landed];
        let mut next = None;
        let mut oldest = u32::from(self.debounce_ms);
        for square in groups.into_iter().flatten() {
            let age = self.age(square, now);
            if age > oldest || age == oldest && next.is_none() {
                (next, oldest) = (Some(square), age);
            }
        }
        let square = next?;
        if self.stable.contains(square) {
            self.stood_since[square.index()] = self.stable_since[square.index()];
        }
        self.stable ^= Bitboard::only(square);
        self.stable_since[square.index()] = self.raw_since[square.index()];
        self.changes[square.index()] = self.changes[square.index()].saturating_add(1);
        self.judge(square, now);
        Some(Change { square, occupied: self.stable.contains(square) })
    }

    /// Ends the window if it is over. Returns whether the set of flickering sensors changed.
    pub(crate) fn end_window(&mut self, now: u64) -> bool {
        if self.window_end.is_none_or(|end| now < end) {
            return false;
        }
        let calm: Bitboard =
            self.flickering.filter(|&square| self.edges[square.index()] < CALM_EDGES).collect();
        self.edges = [0; Square::COUNT];
        self.changes = [0; Square::COUNT];
        self.flickering ^= calm;
        self.window_end = (!self.flickering.is_empty()).then(|| now.saturating_add(WINDOW_MS));
        !calm.is_empty()
    }

    /// The last frame, not debounced.
    pub(crate) const fn raw(&self) -> Bitboard {
        self.raw
    }

    /// The debounced readings.
    pub(crate) const fn stable(&self) -> Bitboard {
        self.stable
    }

    /// Sensors that change faster than any hand can cause.
    pub(crate) const fn flickering(&self) -> Bitboard {
        self.flickering
    }

    /// Time of the last debounced change of a point.
    pub(crate) fn since(&self, square: Square, now: u64) -> u64 {
        moment(self.stable_since[square.index()], now)
    }

    /// Landing time of the piece that was most recently lifted from a point.
    pub(crate) fn stood_since(&self, square: Square, now: u64) -> u64 {
        moment(self.stood_since[square.index()], now)
    }

    /// Whether a reading from before `limit` is not debounced yet.
    pub(crate) fn is_pending_before(&self, limit: u64, now: u64) -> bool {
        let oldest = self.pending().map(|square| self.age(square, now)).max();
        oldest.is_some_and(|oldest| now.saturating_sub(oldest.into()) < limit)
    }

    fn pending(&self) -> Bitboard {
        self.raw ^ self.stable
    }

    /// Time for which a sensor has had its raw reading, in milliseconds.
    fn age(&self, square: Square, now: u64) -> u32 {
        (now as u32).wrapping_sub(self.raw_since[square.index()])
    }

    /// Marks a sensor that has just changed as flickering if it exceeds a limit.
    fn judge(&mut self, square: Square, now: u64) {
        let at = square.index();
        if self.edges[at] >= FLICKER_EDGES || self.changes[at] >= FLICKER_CHANGES {
            self.flickering |= Bitboard::only(square);
        }
        self.window_end.get_or_insert(now.saturating_add(WINDOW_MS));
    }
}

/// Restores a time of which only the low 32 bits were stored.
fn moment(low: u32, now: u64) -> u64 {
    now.saturating_sub(u64::from((now as u32).wrapping_sub(low)))
}

#[cfg(test)]
mod tests {
    extern crate alloc;

    use super::*;
    use alloc::vec::Vec;

    fn point(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// Feeds frames of one point with their times; returns the debounced changes until `end`.
    fn believed(edges: &[(u64, bool)], end: u64) -> Vec<(u64, bool)> {
        let mut sensors = Sensors::new(30);
        let mut changes = Vec::new();
        let mut run = |sensors: &mut Sensors, until: u64| {
            while let Some(due) = sensors.due(until).filter(|&due| due <= until) {
                while let Some(change) = sensors.believe(Bitboard::EMPTY, due) {
                    changes.push((due, change.occupied));
                }
                sensors.end_window(due);
            }
        };
        for &(at, occupied) in edges {
            run(&mut sensors, at);
            sensors.frame(Occupancy::EMPTY.with(point("e4"), occupied), at);
        }
        run(&mut sensors, end);
        changes
    }

    #[test]
    fn a_reading_must_stand() {
        type Edges = &'static [(u64, bool)];
        let cases: &[(Edges, Edges)] = &[
            (&[(100, true)], &[(130, true)]),
            (&[(100, true), (129, false)], &[]),
            (&[(100, true), (130, false)], &[(130, true), (160, false)]),
            (&[(100, true), (110, false), (115, true)], &[(145, true)]),
        ];
        for (edges, changes) in cases {
            assert_eq!(believed(edges, 1_000), *changes, "{edges:?}");
        }
    }

    #[test]
    fn a_flickering_sensor_is_noticed_and_trusted_again() {
        for half_period in [3, 20, 50, 200, 290] {
            let mut sensors = Sensors::new(30);
            let mut at = 0;
            while at < 12_000 {
                while sensors.believe(Bitboard::EMPTY, at).is_some() {}
                sensors.end_window(at);
                sensors.frame(Occupancy::EMPTY.with(point("a0"), at / half_period % 2 == 0), at);
                at += half_period;
            }
            assert_eq!(sensors.flickering(), Bitboard::only(point("a0")), "{half_period} ms");
            while sensors.believe(Bitboard::EMPTY, at + 100).is_some() {}
            while let Some(due) = sensors.due(at) {
                sensors.end_window(due);
                at = due;
            }
            assert!(sensors.flickering().is_empty(), "{half_period} ms");
        }
    }

    #[test]
    fn restores_64_bit_times() {
        let now = (7 << 32) + 5;
        assert_eq!(moment(5, now), now);
        assert_eq!(moment(u32::MAX, now), now - 6);
        assert_eq!(moment(6, 3), 0);
    }
}
