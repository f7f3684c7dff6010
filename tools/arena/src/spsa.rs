use game::Dice;

/// Tuning of numbers by matches: simultaneous perturbation stochastic approximation (SPSA).
///
/// Each step changes all numbers a little, each up or down at random. The two opposite changes play
/// each other, and the numbers move a little towards the winner. The exponents are Spall's: changes
/// and moves shrink with every step.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// The numbers, each in its own unit; the last step changes each by about one unit.
    values: Vec<f64>,
    steps: u32,
    done: u32,
}

/// Values for the next match.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbed {
    signs: Vec<f64>,
    moved: f64,
    /// Values with the changes added.
    pub plus: Vec<f64>,
    /// Values with the changes subtracted.
    pub minus: Vec<f64>,
}

/// Exponent by which the changes shrink.
const GAMMA: f64 = 0.101;
/// Exponent by which the moves shrink.
const ALPHA: f64 = 0.602;
/// Move of the last step, in units per point of difference.
const LAST_GAIN: f64 = 0.002;

impl Spsa {
    /// Starts with these values for this number of steps.
    pub fn new(values: Vec<f64>, steps: u32) -> Spsa {
        Spsa::resume(values, steps, 0)
    }

    /// Continues with values after `done` steps.
    pub fn resume(values: Vec<f64>, steps: u32, done: u32) -> Spsa {
        Spsa { values, steps: steps.max(1), done }
    }

    /// Current values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Number of finished steps.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// Whether all steps are finished.
    pub const fn is_over(&self) -> bool {
        self.done >= self.steps
    }

    /// Values for the next match.
    pub fn perturb(&self, dice: &mut dyn Dice) -> Perturbed {
        let moved = (f64::from(self.steps) / f64::from(self.done + 1)).powf(GAMMA);
        let signs: Vec<f64> =
            self.values.iter().map(|_| if dice.roll(2) == 0 { 1.0 } else { -1.0 }).collect();
        let by = |way: f64| {
            let moved = |(value, sign): (&f64, &f64)| value + way * moved * sign;
            self.values.iter().zip(&signs).map(moved).collect()
        };
        Perturbed { plus: by(1.0), minus: by(-1.0), moved, signs }
    }

    /// Applies a result: the points of `plus` minus those of `minus`.
    pub fn follow(&mut self, perturbed: &Perturbed, points: f64) {
        let stability = f64::from(self.steps) / 10.0;
        let left = (stability + f64::from(self.steps)) / (stability + f64::from(self.done + 1));
        let gain = LAST_GAIN * left.powf(ALPHA) * points / perturbed.moved;
        for (value, sign) in self.values.iter_mut().zip(&perturbed.signs) {
            *value += gain * sign;
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::Seeded;

    /// Two numbers matter, one far from its best value and one near it, and a third does not
    /// matter. A pair of games is won at random, more often by the side nearer to the best values.
    #[test]
    fn it_finds_where_more_is_won() {
        let strength = |values: &[f64]| -(values[0] - 6.0).powi(2) - (values[1] + 2.0).powi(2);
        let mut dice = Seeded::new(5);
        let mut spsa = Spsa::new(vec![0.0, -2.0, 1.0], 20_000);
        while !spsa.is_over() {
            let perturbed = spsa.perturb(&mut dice);
            let better = strength(&perturbed.plus) - strength(&perturbed.minus);
            let chance = 1.0 / (1.0 + (-better / 20.0).exp());
            let game = |dice: &mut Seeded| f64::from(dice.roll(1_000)) < chance * 1_000.0;
            let points = [game(&mut dice), game(&mut dice)].map(|won| if won { 1.0 } else { -1.0 });
            spsa.follow(&perturbed, points.iter().sum());
        }
        let found = spsa.values();
        assert!((found[0] - 6.0).abs() < 1.0 && (found[1] + 2.0).abs() < 1.0, "{found:?}");
    }

    #[test]
    fn it_goes_on_where_it_stood() {
        let mut whole = Spsa::new(vec![1.0, 2.0], 50);
        for step in 0..10 {
            let perturbed = whole.perturb(&mut Seeded::new(step));
            whole.follow(&perturbed, 1.0);
        }
        let mut resumed = Spsa::resume(whole.values().to_vec(), 50, whole.done());
        let perturbed = whole.perturb(&mut Seeded::new(10));
        assert_eq!(perturbed, resumed.perturb(&mut Seeded::new(10)));
        resumed.follow(&perturbed, -1.0);
        whole.follow(&perturbed, -1.0);
        assert_eq!(whole, resumed);
    }
}
