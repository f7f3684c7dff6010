use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};
use std::cmp::Ordering;

/// Glicko-2 system constant τ, which limits changes of the volatility. The paper recommends 0.3 to
/// 1.2 (Glickman, “Example of the Glicko-2 system”).
const TAU: f64 = 0.75;
/// Deviation above which a rating is provisional.
const MAX_ESTABLISHED_DEVIATION: f64 = 110.0;
/// Deviation of a new player, which is also the maximum.
const MAX_DEVIATION: f64 = 350.0;
/// Rating points in one unit of Glicko-2's internal scale.
const SCALE: f64 = 173.7178;
/// Length of one rating period for idle time, in milliseconds: 112 hours.
///
/// Glicko-2 leaves the period open. A player with the initial volatility (0.06, which is 10.4
/// points) and a deviation of 60 reaches 110 after 78 periods without a game. This is one year,
/// after which the rating is provisional again.
const PERIOD_MS: f64 = 112.0 * 3_600_000.0;

/// Glicko-2 rating of a player.
///
/// ```
/// use rating::Rating;
///
/// // A new player: 95 % of such players are between 800 and 2200.
/// assert_eq!((Rating::START.rating, Rating::START.deviation), (1500.0, 350.0));
/// assert!(Rating::START.is_provisional());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Estimated strength in rating points; 1500 at the start.
    pub rating: f64,
    /// Rating deviation in rating points; 350 at the start. With 95 % probability, the strength is
    /// within twice this value.
    pub deviation: f64,
    /// Volatility of the strength on Glicko-2's internal scale (one unit is 173.7 points); 0.06 at
    /// the start.
    pub volatility: f64,
}

impl Rating {
    /// Rating of a new player.
    pub const START: Rating = Rating { rating: 1500.0, deviation: MAX_DEVIATION, volatility: 0.06 };

    /// Whether the deviation exceeds 110 points.
    pub fn is_provisional(self) -> bool {
        self.deviation > MAX_ESTABLISHED_DEVIATION
    }

    /// The rating after `ms` milliseconds without a game. The deviation grows with the volatility
    /// for each period of 112 hours, proportionally for a part of a period.
    ///
    /// ```
    /// use rating::Rating;
    ///
    /// let settled = Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
    /// let year_ms = 365 * 24 * 3_600_000;
    /// assert!((settled.idle(year_ms).deviation - 110.0).abs() < 0.1);
    /// assert_eq!(settled.idle(0), settled);
    /// ```
    #[must_use]
    pub fn idle(self, ms: u64) -> Rating {
        let periods = ms as f64 / PERIOD_MS;
        let growth = self.volatility * SCALE * periods.sqrt();
        Rating { deviation: self.deviation.hypot(growth).min(MAX_DEVIATION), ..self }
    }

    /// Time without a game until the rating becomes provisional, in milliseconds; `None` if it is
    /// provisional now.
    pub(crate) fn established_for_ms(self) -> Option<u64> {
        let margin =
            MAX_ESTABLISHED_DEVIATION * MAX_ESTABLISHED_DEVIATION - self.deviation * self.deviation;
        let growth = (self.volatility * SCALE).powi(2);
        // Converting a float saturates at the maximum.
        (margin >= 0.0).then_some((margin / growth * PERIOD_MS) as u64)
    }

    /// The rating after one game with each of these opponents at once.
    ///
    /// Each item is the opponent's rating before the game and the result (`Greater` is a win).
    /// Without opponents the rating is unchanged.
    ///
    /// ```
    /// use rating::Rating;
    /// use std::cmp::Ordering;
    ///
    /// // The example of Glickman's paper: one win and two losses in one period.
    /// let rated = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
    /// let after = rated(1500.0, 200.0).met(&[
    ///     (rated(1400.0, 30.0), Ordering::Greater),
    ///     (rated(1550.0, 100.0), Ordering::Less),
    ///     (rated(1700.0, 300.0), Ordering::Less),
    /// ]);
    /// assert!((after.rating - 1464.06).abs() < 0.01);
    /// assert!((after.deviation - 151.52).abs() < 0.01);
    /// ```
    #[must_use]
    pub fn met(self, others: &[(Rating, Ordering)]) -> Rating {
        if others.is_empty() {
            return self;
        }
        let results: Vec<(Glicko2Rating, Outcomes)> = others
            .iter()
            .map(|&(other, how)| {
                let outcome = match how {
                    Ordering::Greater => Outcomes::WIN,
                    Ordering::Equal => Outcomes::DRAW,
                    Ordering::Less => Outcomes::LOSS,
                };
                (other.into(), outcome)
            })
            .collect();
        let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
        glicko2_rating_period(&self.into(), &results, &config).into()
    }

    /// The rating after a game with reduced weight: all three values move the share `weight` of the
    /// way to `after`.
    #[must_use]
    pub fn interpolate(self, after: Rating, weight: f64) -> Rating {
        let part = |from: f64, to: f64| from + weight * (to - from);
        Rating {
            rating: part(self.rating, after.rating),
            deviation: part(self.deviation, after.deviation),
            volatility: part(self.volatility, after.volatility),
        }
    }
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::START
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { rating, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Rating {
        Rating { rating, deviation: deviation.min(MAX_DEVIATION), volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: u64 = 24 * 3_600_000;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    /// Example of Glickman's paper. Its τ of 0.5 gives a volatility of 0.05999. With ours, rating
    /// and deviation agree to the digits given there.
    #[test]
    fn matches_the_example_of_the_paper() {
        let others = [
            (rating(1400.0, 30.0), Ordering::Greater),
            (rating(1550.0, 100.0), Ordering::Less),
            (rating(1700.0, 300.0), Ordering::Less),
        ];
        let after = rating(1500.0, 200.0).met(&others);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00002, "{after:?}");
    }

    #[test]
    fn idle_time_raises_only_the_deviation() {
        for (deviation, days, expected) in [
            (60.0, 0, 60.0),
            (60.0, 365, 110.0),
            (110.0, 365, 143.5),
            (350.0, 365, 350.0),
            (60.0, 365 * 100, 350.0),
        ] {
            let after = rating(1700.0, deviation).idle(days * DAY_MS);
            assert!((after.deviation - expected).abs() < 0.1, "{deviation} {days}: {after:?}");
            assert_eq!((after.rating, after.volatility), (1700.0, 0.06));
        }
        // Two halves give the same as a whole.
        let halves = rating(1700.0, 60.0).idle(50 * DAY_MS).idle(50 * DAY_MS);
        let whole = rating(1700.0, 60.0).idle(100 * DAY_MS);
        assert!((halves.deviation - whole.deviation).abs() < 1e-9);
    }

    #[test]
    fn ratings_are_provisional_above_the_limit() {
        for (deviation, is_provisional) in
            [(350.0, true), (110.001, true), (110.0, false), (45.0, false)]
        {
            assert_eq!(rating(1500.0, deviation).is_provisional(), is_provisional, "{deviation}");
        }
    }

    #[test]
    fn equal_players_exchange_equal_points() {
        for deviation in [50.0, 110.0, 350.0] {
            let one = rating(1500.0, deviation);
            let winner = one.met(&[(one, Ordering::Greater)]);
            let loser = one.met(&[(one, Ordering::Less)]);
            let drawn = one.met(&[(one, Ordering::Equal)]);
            assert!((winner.rating - 1500.0 + loser.rating - 1500.0).abs() < 1e-9);
            assert!((winner.deviation - loser.deviation).abs() < 1e-9);
            assert!((drawn.rating - 1500.0).abs() < 1e-9);
            assert!(winner.rating > 1500.0, "{deviation}");
        }
        assert_eq!(Rating::START.met(&[]), Rating::START);
    }

    /// The first games of a new player change the rating much, those of an established player
    /// little. A surprising result changes it more.
    #[test]
    fn established_ratings_change_less() {
        let gain =
            |own: Rating, other: Rating| own.met(&[(other, Ordering::Greater)]).rating - own.rating;
        let (new, settled) = (Rating::START, rating(1500.0, 60.0));
        assert!(gain(new, settled) > 3.0 * gain(settled, settled));
        assert!(gain(settled, rating(1800.0, 60.0)) > gain(settled, rating(1200.0, 60.0)));
        assert!(
            gain(settled, new) < gain(settled, settled),
            "a win against a new player gains less"
        );
    }
}
