//! Tunes the parameters of the search (`crates/search/src/params.rs`) by self-play with SPSA.
//!
//! Each step plays pairs of games between two slightly different parameter sets and moves towards
//! the better one. Results do not depend on the number of threads or on interruptions. Verify a
//! result with a match against the old parameters and one against another engine.

use arena::{Half, MAX_IMBALANCE, Match, Spsa, Verdict, in_threads};
use atomic_file::{Access, replace};
use bots::{Bot, Level, Limits, Seeded, XiangqiBot};
use clap::Parser;
use search::{Param, Params};
use std::{
    convert::Infallible,
    error::Error,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};
use xiangqi::{Options, Xiangqi};

/// Plays the engine against itself and tunes its search parameters.
#[derive(Parser)]
struct Arguments {
    /// Prefixes of the parameters to tune; all if none is given
    numbers: Vec<String>,
    /// File for the state after every step; if it exists, tuning continues from it
    #[arg(long)]
    file: PathBuf,
    /// Total number of steps
    #[arg(long, default_value_t = 5_000)]
    steps: u32,
    /// Pairs of games per step
    #[arg(long, default_value_t = 4)]
    pairs: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Random plies before a game begins
    #[arg(long, default_value_t = 8)]
    opening: u32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of pairs played concurrently
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Longer games are draws.
const MAX_PLIES: u32 = 300;
/// Final perturbation of a parameter: this fraction of its range, at least 1.
const UNITS: f64 = 40.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let tuned = Tuned::named(&arguments.numbers)?;
    let mut spsa = if arguments.file.exists() {
        tuned.read(&arguments.file, arguments.steps)?
    } else {
        Spsa::new(tuned.defaults(), arguments.steps)
    };
    while !spsa.is_over() {
        let seed = arguments.seed.wrapping_add(u64::from(spsa.done()));
        let perturbed = spsa.perturb(&mut Seeded::new(!seed));
        let sides = [&perturbed.plus, &perturbed.minus].map(|values| tuned.params(values));
        let points = play(&arguments, seed, &sides);
        spsa.follow(&perturbed, points);
        tuned.write(&arguments.file, &spsa)?;
        eprintln!("step {} of {}: {points:+}", spsa.done(), arguments.steps);
    }
    io::stdout().write_all(tuned.told(&spsa).as_bytes())?;
    Ok(())
}

/// Points of the first parameter set minus points of the second.
fn play(arguments: &Arguments, seed: u64, sides: &[Params; 2]) -> f64 {
    let mut halves = 0;
    let work = |pair| play_pair(arguments, seed.wrapping_mul(1 << 20), pair, sides);
    // A panic in a thread aborts the program, because a step with missing points would be wrong.
    let Ok(()) = in_threads(arguments.threads, arguments.pairs, work, |points| {
        halves += points;
        Ok::<(), Infallible>(())
    });
    f64::from(halves)
}

/// Plays one opening from both sides. Returns wins minus losses.
fn play_pair(arguments: &Arguments, seed: u64, pair: u32, sides: &[Params; 2]) -> i32 {
    let rules: Match<'_, Xiangqi> = Match {
        options: Options::DEFAULT,
        seed,
        opening: arguments.opening,
        limits: [Limits::of_nodes(arguments.nodes); 2],
        plies: MAX_PLIES,
        seats: arena::EVEN,
    };
    let is_even = |view: &_, history: &[_]| arena::is_even_xiangqi(MAX_IMBALANCE, view, history);
    let opening = rules.opening(pair, is_even);
    let points = |half| {
        let [mut plus, mut minus] = sides.clone().map(|params| {
            let mut bot = XiangqiBot::new(Level::Top);
            bot.set_params(params);
            bot
        });
        let bots: [&mut dyn Bot<Xiangqi>; 2] = [&mut plus, &mut minus];
        match arena::play_game(&rules, pair, half, &opening, bots).played.verdict {
            Verdict::Won => 1,
            Verdict::Drawn => 0,
            Verdict::Lost => -1,
        }
    };
    Half::BOTH.map(points).iter().sum()
}

/// The parameters being tuned.
struct Tuned(Vec<&'static Param>);

impl Tuned {
    /// The parameters with these prefixes; all if none is given.
    fn named(names: &[String]) -> Result<Tuned, String> {
        let begins = |param: &Param, name: &String| param.name.starts_with(name.as_str());
        let is_unknown = |name: &&String| !Params::ALL.iter().any(|param| begins(param, name));
        if let Some(name) = names.iter().find(is_unknown) {
            let known: Vec<&str> = Params::ALL.iter().map(|param| param.name).collect();
            return Err(format!("no number begins with {name}; there are {}", known.join(", ")));
        }
        let is_asked =
            |param: &&Param| names.is_empty() || names.iter().any(|name| begins(param, name));
        Ok(Tuned(Params::ALL.iter().filter(is_asked).collect()))
    }

    /// Default values, in units of their perturbation.
    fn defaults(&self) -> Vec<f64> {
        self.0.iter().map(|param| f64::from(param.default) / unit(param)).collect()
    }

    /// All search parameters, with these values replaced.
    fn params(&self, values: &[f64]) -> Params {
        let mut params = Params::default();
        for (param, value) in self.0.iter().zip(values) {
            params.set(param.name, (value * unit(param)).round() as i32);
        }
        params
    }

    /// The current values, one line each with the default.
    fn told(&self, spsa: &Spsa) -> String {
        let mut text = String::new();
        for (param, value) in self.0.iter().zip(spsa.values()) {
            let found = (value * unit(param)).clamp(param.least.into(), param.most.into());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {found:.1} ({})", param.name, param.default);
        }
        text
    }

    fn write(&self, file: &Path, spsa: &Spsa) -> Result<(), Box<dyn Error>> {
        let mut text = format!("steps {}\n", spsa.done());
        for (param, value) in self.0.iter().zip(spsa.values()) {
            writeln!(text, "{} {value}", param.name)?;
        }
        Ok(replace(file, text.as_bytes(), Access::Usual)?)
    }

    /// Reads the state of an earlier run.
    fn read(&self, file: &Path, steps: u32) -> Result<Spsa, Box<dyn Error>> {
        let text =
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut lines = text.lines().zip(1..);
        let mut next = |name: &str| -> Result<f64, String> {
            let (line, number) = lines.next().unwrap_or(("", self.0.len() + 1));
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let value =
                value.and_then(|value| value.parse().ok()).filter(|it: &f64| it.is_finite());
            value.ok_or_else(|| {
                format!("{}:{number}: expected `{name}` and a number", file.display())
            })
        };
        let done = next("steps")? as u32;
        let values = self.0.iter().map(|param| next(param.name)).collect::<Result<_, _>>()?;
        Ok(Spsa::resume(values, steps, done))
    }
}

/// The final perturbation of a parameter.
fn unit(param: &Param) -> f64 {
    (f64::from(param.most - param.least) / UNITS).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_the_beginning_of_their_names() {
        let all: Vec<&str> = Params::ALL.iter().map(|param| param.name).collect();
        let table: [(&[&str], &[&str]); 3] = [
            (&[], &all),
            (&["null_ba"], &["null_base"]),
            (&["null_verify", "null_ba"], &["null_base", "null_verify"]),
        ];
        for (names, expected) in table {
            let tuned = Tuned::named(&owned(names)).expect("names that there are");
            let found: Vec<&str> = tuned.0.iter().map(|param| param.name).collect();
            assert_eq!(found, expected, "{names:?}");
        }
    }

    /// Regression: an unknown prefix was ignored next to a known one.
    #[test]
    fn a_name_that_no_number_has_is_refused() {
        for names in [&["lmr_"][..], &["null_", "lmr_"]] {
            let problem = Tuned::named(&owned(names)).map(|_| ()).unwrap_err();
            assert!(problem.starts_with("no number begins with lmr_; there are "), "{problem}");
        }
    }

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }
}
