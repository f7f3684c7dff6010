use super::Verdict;

/// How a match stands for its first bot.
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

    /// By how many points of Elo's scale it was the stronger, told even where it won everything, or
    /// nothing: half a game is then counted for the other. 0 before the first game.
    pub fn finite_elo(self) -> f64 {
        let half = 0.5 / f64::from(self.games().max(1));
        elo(self.score().clamp(half, 1.0 - half))
    }

    /// Between which scores the true one lies, 95 times of 100 (Wilson's interval). Draws and
    /// pairs make it narrower than this: it errs on the side of doubt.
    pub fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (score, games) = (self.score(), f64::from(self.games()));
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let middle = score + Z * Z / (2.0 * games);
        let spread = Z * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt();
        let total = 1.0 + Z * Z / games;
        // At the ends of the scale rounding must not pretend to know better.
        let low = if self.wins + self.draws == 0 { 0.0 } else { (middle - spread) / total };
        let high = if self.losses + self.draws == 0 { 1.0 } else { (middle + spread) / total };
        (low, high)
    }
}

/// By how many points of Elo's scale a player is the stronger who scores like this against
/// another; infinite where it wins or loses everything.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}
