use game::Dice;

/// Numbers that are tuned by matches: simultaneous perturbation (SPSA). Each step moves all of them a
/// little at once, up or down by lot, lets what has moved one way play what has moved the other, and
/// follows the winner a little.
///
/// Spall's exponents; the further it gets, the smaller are the moves and what follows from them.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// Each number in units of its own: at the end it is moved by one.
    values: Vec<f64>,
    steps: u32,
    done: u32,
}

/// A step under way: what each side of the match plays with.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbed {
    signs: Vec<f64>,
    moved: f64,
    /// Moved one way.
    pub plus: Vec<f64>,
    /// Moved the other way.
    pub minus: Vec<f64>,
}

/// How the moves shrink.
const GAMMA: f64 = 0.101;
/// How what follows from them shrinks.
const ALPHA: f64 = 0.602;
/// So much of a unit the last step follows a point that one side has won more than the other.
const LAST_GAIN: f64 = 0.002;

impl Spsa {
    /// Begins from these values, to go so many steps.
    pub fn new(values: Vec<f64>, steps: u32) -> Spsa {
        Spsa::resume(values, steps, 0)
    }

    /// Goes on from values that `done` steps have reached.
    pub fn resume(values: Vec<f64>, steps: u32, done: u32) -> Spsa {
        Spsa { values, steps: steps.max(1), done }
    }

    /// What it has reached.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many steps it has gone.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// Whether it has gone them all.
    pub const fn is_over(&self) -> bool {
        self.done >= self.steps
    }

    /// What is to meet in the next step.
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

    /// Takes the result in: by how many points `plus` has beaten `minus`.
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
    use crate::arena::Seeded;

    /// Two numbers of which one is far from where it plays best, the other there already, and a third
    /// that does not matter; a pair of games is won by chance, and more often by who is nearer.
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
