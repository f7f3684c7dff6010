use crate::Pentanomial;

/// Sequential probability ratio test of two strength differences, after Wald. The likelihoods
/// assume normally distributed pair scores with the observed variance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo difference of the hypothesis that the change is not worth keeping.
    pub elo0: f64,
    /// Elo difference of the hypothesis that the change is worth keeping.
    pub elo1: f64,
    /// Error probability of both kinds.
    pub error: f64,
}

/// Result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtResult {
    /// `elo0` is accepted.
    Rejected,
    /// `elo1` is accepted.
    Accepted,
    /// More games are needed.
    Open,
}

/// Minimum number of pairs for an estimate of the variance.
const MIN_PAIRS: u32 = 8;

impl Sprt {
    /// Log-likelihood ratio of `elo1` against `elo0`.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        // A minimum variance, for matches in which all pairs have the same score.
        let count = f64::from(pairs.count());
        let variance = pairs.variance().max(1.0 / (16.0 * count.max(1.0)));
        let [low, high] = [self.elo0, self.elo1].map(expected);
        count * (high - low) * (2.0 * pairs.score() - low - high) / (2.0 * variance)
    }

    /// Result for the pairs so far.
    pub fn result(&self, pairs: &Pentanomial) -> SprtResult {
        let bound = ((1.0 - self.error) / self.error).ln();
        match self.llr(pairs) {
            _ if pairs.count() < MIN_PAIRS => SprtResult::Open,
            llr if llr >= bound => SprtResult::Accepted,
            llr if llr <= -bound => SprtResult::Rejected,
            _ => SprtResult::Open,
        }
    }
}

/// Expected score of a player who is stronger by this Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
