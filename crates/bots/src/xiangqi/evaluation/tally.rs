use super::{FULL, terms::COUNT, weights::WEIGHTS};
use core::ops::{Add, Sub};
use search::Score;

/// A consumer of terms.
pub(super) trait Tally {
    /// Adds a term `count` times.
    fn add(&mut self, term: usize, count: i32);
}

/// Packs a middlegame and an endgame weight into one number, so that both are added at once.
pub(super) const fn packed([middle, end]: [i16; 2]) -> i32 {
    ((middle as i32) << 16) + end as i32
}

static PACKED: [i32; COUNT] = {
    let mut all = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = packed(WEIGHTS[at]);
        at += 1;
    }
    all
};

/// A sum of packed weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(pub(super) i32);

impl Sum {
    /// The score in a phase.
    pub(super) const fn score(self, phase: i32) -> Score {
        // If the endgame half is negative, it borrowed from the middlegame half.
        let end = self.0 as i16 as i32;
        let middle = (self.0 - end) >> 16;
        (middle * phase + end * (FULL - phase)) / FULL
    }
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += PACKED[term] * count;
    }
}

impl Add for Sum {
    type Output = Sum;

    fn add(self, other: Sum) -> Sum {
        Sum(self.0 + other.0)
    }
}

impl Sub for Sum {
    type Output = Sum;

    fn sub(self, other: Sum) -> Sum {
        Sum(self.0 - other.0)
    }
}

/// The count of each term in a position, Red's less Black's.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    /// Index and count of each term that occurs.
    pub terms: Vec<(u16, i8)>,
    /// Share of the middlegame weights, from 0 to 1.
    pub middle: f32,
}

/// Counts each term separately.
pub(super) struct Counter {
    counts: Vec<i32>,
    /// 1 for Red, -1 for Black.
    pub(super) sign: i32,
}

impl Counter {
    pub(super) fn new() -> Counter {
        Counter { counts: vec![0; COUNT], sign: 1 }
    }

    pub(super) fn counts(&self, phase: i32) -> Counts {
        let counted = self.counts.iter().enumerate().filter(|&(_, &count)| count != 0);
        Counts {
            terms: counted.map(|(term, &count)| (term as u16, count as i8)).collect(),
            middle: phase as f32 / FULL as f32,
        }
    }
}

impl Tally for Counter {
    fn add(&mut self, term: usize, count: i32) {
        self.counts[term] += self.sign * count;
    }
}
