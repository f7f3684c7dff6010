use crate::Verdict;
use core::fmt;

/// Score of a match for its first player, printed as `+150 =20 -30`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl MatchScore {
    /// Counts a game.
    pub const fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Won => self.wins += 1,
            Verdict::Drawn => self.draws += 1,
            Verdict::Lost => self.losses += 1,
        }
    }

    /// Games played.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points won, `0..=1`: a draw is half a point. 0.5 before the first game.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// Elo difference. A player that won or lost all games counts as if half a game had the opposite
    /// result. 0 before the first game.
    pub fn finite_elo(self) -> f64 {
        let half = 0.5 / f64::from(self.games().max(1));
        elo(self.score().clamp(half, 1.0 - half))
    }

    /// 95 % confidence interval of the score (Wilson's). It ignores that draws and pairs reduce the
    /// variance, so it is wider than necessary.
    pub fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (score, games) = (self.score(), f64::from(self.games()));
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let middle = score + Z * Z / (2.0 * games);
        let spread = Z * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt();
        let total = 1.0 + Z * Z / games;
        // Rounding must not move the ends of the scale inwards.
        let low = if self.wins + self.draws == 0 { 0.0 } else { (middle - spread) / total };
        let high = if self.losses + self.draws == 0 { 1.0 } else { (middle + spread) / total };
        (low, high)
    }
}

/// Elo difference for a score; infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore { wins, draws, losses } = self;
        write!(f, "+{wins} ={draws} -{losses}")
    }
}
