use super::network::LOGIT_ONE;
use crate::evaluation_scale::BANQI_ODDS_UNIT;
use banqi::Options;
use search::{Score, is_decided};

/// The unit of search scores.
///
/// Where points decide, the search uses winning chances, because only their mean is the value of a
/// flip. Callers get hundredths of a point, as if a given odds ratio always corresponded to the
/// same lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    Chances,
    Worth,
}

/// Score of a certain win in a search by chances.
pub(super) const CERTAIN_WIN: Score = 30_000;
/// Search units per hundredth of a point in a search by worth.
pub(super) const WORTH_ONE: Score = 3;
/// Resolution and range of the table of chances, relative to `LOGIT_ONE`.
const STEPS_OF_ONE: i32 = 16;
const MAX_LOGIT: i32 = 12 * LOGIT_ONE;

impl Scale {
    pub(super) const fn of(options: &Options) -> Scale {
        match options.target {
            Some(_) => Scale::Chances,
            None => Scale::Worth,
        }
    }

    /// Converts a search score to hundredths of a point.
    pub(super) fn told(self, score: Score) -> Score {
        match self {
            _ if is_decided(score) => score,
            Scale::Worth => score / WORTH_ONE,
            Scale::Chances => logit_of(score) * BANQI_ODDS_UNIT / LOGIT_ONE,
        }
    }

    /// The same for a search with this confidence.
    pub(super) fn told_by(self, confidence: i32, score: Score) -> Score {
        match self {
            Scale::Chances if !is_decided(score) => {
                self.told(score) - confidence * BANQI_ODDS_UNIT / LOGIT_ONE
            }
            _ => self.told(score),
        }
    }

    /// Converts a difference in hundredths of a point to search units, rounded up.
    pub(super) const fn most(self, margin: Score) -> Score {
        match self {
            Scale::Worth => margin * WORTH_ONE,
            // The chances change fastest at even odds.
            Scale::Chances => (margin * (CERTAIN_WIN / 2) / BANQI_ODDS_UNIT).saturating_add(1),
        }
    }
}

/// The search score for these log odds.
pub(super) const fn chance(logit: i32) -> Score {
    let size = logit.unsigned_abs() as i32;
    let size = if size > MAX_LOGIT { MAX_LOGIT } else { size };
    let step = LOGIT_ONE / STEPS_OF_ONE;
    let at = (size / step) as usize;
    let (low, part) = (CHANCES[at], size % step);
    let next = CHANCES[if at + 1 < CHANCES.len() { at + 1 } else { at }];
    let score = low + (next - low) * part / step;
    if logit < 0 { -score } else { score }
}

/// The log odds for a search score.
fn logit_of(score: Score) -> i32 {
    let size = score.abs();
    let (mut low, mut high) = (0, MAX_LOGIT);
    while low < high {
        let middle = (low + high) / 2;
        if chance(middle) < size { low = middle + 1 } else { high = middle }
    }
    if score < 0 { -low } else { low }
}

/// By sixteenths of the log odds, computed in integers so that all machines agree.
static CHANCES: [Score; 12 * STEPS_OF_ONE as usize + 1] = {
    /// *e* to the power of −1/16, times 2³².
    const DECAY: u64 = 4_034_748_382;
    let mut table = [0; 12 * STEPS_OF_ONE as usize + 1];
    let mut odds = 1 << 32;
    let mut at = 0;
    while at < table.len() {
        // The hyperbolic tangent of half the log odds.
        table[at] = (((1 << 32) - odds) * CERTAIN_WIN as u64 / ((1 << 32) + odds)) as Score;
        odds = (odds * DECAY) >> 32;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_the_logistic_function() {
        for logit in (-11 * LOGIT_ONE..=11 * LOGIT_ONE).step_by(97) {
            let exact =
                f64::from(CERTAIN_WIN) * (f64::from(logit) / f64::from(2 * LOGIT_ONE)).tanh();
            assert!((f64::from(chance(logit)) - exact).abs() < 10.0, "{logit}");
        }
    }

    #[test]
    fn what_is_told_grows_with_the_score() {
        let told: Vec<Score> =
            (-CERTAIN_WIN..=CERTAIN_WIN).map(|score| Scale::Chances.told(score)).collect();
        assert!(told.is_sorted());
        assert_eq!(told[CERTAIN_WIN as usize], 0);
        assert!(Scale::Chances.told(chance(LOGIT_ONE)).abs_diff(BANQI_ODDS_UNIT) < 3);
    }
}
