use crate::{Verdict, elo};

/// Results of a match by pairs, for the first bot. The two games of a pair have the same opening
/// and are not independent, so the error is estimated from the variance between pairs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial {
    /// Number of pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
}

/// Number of standard errors for a 95 % confidence interval.
const Z: f64 = 1.96;

impl Pentanomial {
    /// Adds a pair.
    pub fn add(&mut self, pair: [Verdict; 2]) {
        let halves = |verdict| match verdict {
            Verdict::Won => 2,
            Verdict::Drawn => 1,
            Verdict::Lost => 0,
        };
        self.pairs[pair.map(halves).iter().sum::<usize>()] += 1;
    }

    /// Number of pairs.
    pub fn count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Mean score, `0..=1`; 0.5 before the first pair.
    pub fn score(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            count => {
                self.weighted().map(|(weight, score)| weight * score).sum::<f64>()
                    / f64::from(count)
            }
        }
    }

    /// Variance of a pair's score.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = self.weighted().map(|(weight, score)| weight * (score - mean).powi(2));
        squares.sum::<f64>() / f64::from(self.count().max(2) - 1)
    }

    /// 95 % confidence interval of the score; `0..=1` below two pairs.
    pub fn interval(&self) -> (f64, f64) {
        if self.count() < 2 {
            return (0.0, 1.0);
        }
        let spread = Z * (self.variance() / f64::from(self.count())).sqrt();
        ((self.score() - spread).max(0.0), (self.score() + spread).min(1.0))
    }

    /// Elo difference, with the ends of its confidence interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (low, high) = self.interval();
        (elo(self.score()), elo(low), elo(high))
    }

    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.pairs.iter().enumerate().map(|(index, &count)| (f64::from(count), index as f64 / 4.0))
    }
}
