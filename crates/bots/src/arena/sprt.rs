use super::Pentanomial;

/// A sequential test: a match goes on until it is clear enough which of two strengths it speaks
/// for. After Wald; the likelihoods are those of normal pair scores with the variance seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The first bot is so much stronger, in points of Elo's scale: the change is worth nothing.
    pub elo0: f64,
    /// The first bot is so much stronger: the change is worth keeping.
    pub elo1: f64,
    /// How often the wrong one may be found, of one.
    pub error: f64,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtResult {
    /// `elo0` it is.
    Rejected,
    /// `elo1` it is.
    Accepted,
    /// More games are needed.
    Open,
}

/// Fewer pairs say nothing about how much pairs scatter.
const FEWEST: u32 = 8;

impl Sprt {
    /// The logarithm of how much likelier the pairs are under `elo1` than under `elo0`.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        // Where all pairs ended alike there is still some doubt.
        let count = f64::from(pairs.count());
        let variance = pairs.variance().max(1.0 / (16.0 * count.max(1.0)));
        let [low, high] = [self.elo0, self.elo1].map(expected);
        count * (high - low) * (2.0 * pairs.score() - low - high) / (2.0 * variance)
    }

    /// What the pairs played so far decide.
    pub fn result(&self, pairs: &Pentanomial) -> SprtResult {
        let bound = ((1.0 - self.error) / self.error).ln();
        match self.llr(pairs) {
            _ if pairs.count() < FEWEST => SprtResult::Open,
            llr if llr >= bound => SprtResult::Accepted,
            llr if llr <= -bound => SprtResult::Rejected,
            _ => SprtResult::Open,
        }
    }
}

/// The score of a player who is so much stronger.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
