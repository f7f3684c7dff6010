//! Transposition table, shared by all threads without locks.
//!
//! A slot consists of two words: the data, and the key combined with the data by XOR. A slot that
//! two threads wrote at the same time does not match its key and counts as empty.

use crate::{
    Score,
    params::{ENTRY_AGEING, ENTRY_DEPTH},
};
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Transposition table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Number of buckets of the full size.
    size: usize,
    /// Search counter, so that entries of earlier searches are replaced first.
    generation: AtomicU8,
}

/// Four slots, one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Default)]
struct Slot {
    /// The key XOR the data.
    check: AtomicU64,
    /// Bits from the low end: action 16, score 16, evaluation 16, depth 8, bound 2, `was_pv` 1,
    /// generation 5.
    data: AtomicU64,
}

/// Stored facts about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// History index of the best action.
    pub(crate) action: Option<usize>,
    pub(crate) score: Score,
    /// Static evaluation, if computed.
    pub(crate) evaluation: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) was_pv: bool,
}

/// Relation of a stored score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Unknown.
    None,
    AtMost,
    AtLeast,
    Exact,
}

/// Number of buckets in one MiB, the step by which the table grows.
const BUCKETS_PER_MIB: usize = (1 << 20) / size_of::<Bucket>();

const GENERATIONS: u8 = 32;
const NO_EVALUATION: i16 = i16::MIN;

impl Table {
    /// Creates a table of this size in KiB. Returns `None` if the memory is not available.
    ///
    /// The table is usable at once and reaches its size by [growing](Table::grow).
    pub(crate) fn new(kib: usize) -> Option<Table> {
        let size = (kib.checked_mul(1024)? / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(size).ok()?;
        buckets.resize_with(size.min(BUCKETS_PER_MIB), Bucket::default);
        Some(Table { buckets, size, generation: AtomicU8::new(0) })
    }

    /// Grows the table to its full size, as long as `goes_on` returns `true`, because allocating
    /// memory takes time.
    ///
    /// Most entries are lost, because their bucket changes with the size.
    pub(crate) fn grow(&mut self, goes_on: &dyn Fn() -> bool) {
        while self.buckets.len() < self.size && goes_on() {
            let next = (self.buckets.len() + BUCKETS_PER_MIB).min(self.size);
            self.buckets.resize_with(next, Bucket::default);
        }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = AtomicU8::new(0);
    }

    /// Starts a new generation for the next search.
    pub(crate) fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (data != 0 && slot.check.load(Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        core::hint::black_box(self.bucket(key).0[0].data.load(Relaxed));
    }

    /// Stores an entry: replaces the position's own entry, otherwise the least valuable one of the
    /// bucket. An entry of this search that is deeper by more than [`ENTRY_DEPTH`] stays, unless the
    /// new score is exact.
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let mut chosen = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key {
                let old = unpack(data);
                let is_current = generation_of(data) == generation;
                if is_current
                    && entry.bound != Bound::Exact
                    && old.depth > entry.depth + ENTRY_DEPTH
                {
                    return;
                }
                entry.action = entry.action.or(old.action);
                chosen = (slot, 0);
                break;
            }
            let age = i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - ENTRY_AGEING * age };
            if worth < chosen.1 {
                chosen = (slot, worth);
            }
        }
        let data = pack(&entry, generation);
        chosen.0.check.store(key ^ data, Relaxed);
        chosen.0.data.store(data, Relaxed);
    }

    /// Share of the table filled by the current search, in thousandths, from a sample.
    pub(crate) fn fullness(&self) -> u16 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_current = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        };
        let full = sample.iter().flat_map(|bucket| &bucket.0).filter(is_current).count();
        (full * 1_000 / (sample.len() * 4)) as u16
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

fn pack(entry: &Entry, generation: u8) -> u64 {
    let action = entry.action.map_or(0, |index| index as u64 + 1);
    let evaluation = entry.evaluation.map_or(NO_EVALUATION, |score| score as i16);
    action
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(evaluation as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(generation) << 59
}

#[inline]
fn unpack(data: u64) -> Entry {
    let action = data as u16;
    let evaluation = (data >> 32) as i16;
    Entry {
        action: (action != 0).then(|| usize::from(action) - 1),
        score: Score::from((data >> 16) as i16),
        evaluation: (evaluation != NO_EVALUATION).then_some(evaluation.into()),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            0 => Bound::None,
            1 => Bound::AtMost,
            2 => Bound::AtLeast,
            _ => Bound::Exact,
        },
        was_pv: data >> 58 & 1 != 0,
    }
}

const fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32
}

const fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

impl Bound {
    /// Whether a score with this bound decides the window between `alpha` and `beta`.
    #[inline]
    pub(crate) const fn decides(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: Score) -> Entry {
        let (action, evaluation) = (Some(8_099), Some(-321));
        Entry { action, score, evaluation, depth, bound: Bound::AtLeast, was_pv: true }
    }

    #[test]
    fn round_trips_entries() {
        let table = Table::new(64).expect("memory");
        let table_of = [
            entry(12, -31_999),
            Entry { action: None, ..entry(0, 31_999) },
            Entry { evaluation: None, bound: Bound::None, ..entry(200, 0) },
            Entry { was_pv: false, bound: Bound::Exact, action: Some(0), ..entry(7, -1) },
        ];
        for (key, expected) in (1..).map(|n: u64| n << 40).zip(table_of) {
            table.put(key, expected);
            assert_eq!(table.get(key), Some(expected));
        }
        assert_eq!(table.get(77), None);
    }

    /// A full bucket replaces the shallowest entry, and entries of earlier searches before that.
    #[test]
    fn replaces_the_least_valuable_entry() {
        let table = Table::new(0).expect("memory");
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.put(key, entry(depth, 5));
        }
        table.put(5, entry(1, 5));
        assert_eq!(table.get(2), None, "the shallowest entry is replaced");
        table.age();
        for key in [5, 3, 4] {
            table.put(key, entry(2, 5));
        }
        table.put(6, entry(1, 5));
        assert_eq!(table.get(1), None, "the oldest entry is replaced although it is the deepest");
        assert!(table.get(6).is_some());
    }

    #[test]
    fn keeps_the_action_when_none_is_known() {
        let table = Table::new(1).expect("memory");
        table.put(9, entry(4, 5));
        table.put(9, Entry { action: None, ..entry(5, 6) });
        assert_eq!(table.get(9).and_then(|entry| entry.action), Some(8_099));
    }
}
