//! Runs a thousand seeds of each kind of script, with faults of all kinds.

use simulation::{Failure, Outcome, Script, run, shrink};

/// Number of seeds, unless `CHUHE_SEEDS` is set; `CHUHE_SEED` is the first.
const SEEDS: u64 = 1_000;

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text}: not a number")))
}

/// Report of a failing seed: the shortened script, its events, and how to reproduce it.
fn report(script: &Script, failure: &Failure) -> String {
    let is_same = |tried: &Script| {
        run(tried, false).failure.is_some_and(|found| found.promise == failure.promise)
    };
    let short = shrink(script, is_same);
    let Outcome { failure: found, kept, .. } = run(&short, true);
    format!(
        "seed {}: {failure}\n\nshrunk to {short}\n{}\n{}\n\nagain: cargo xtask simulate --seeds 1 \
         --seed {}",
        script.seed,
        kept.join("\n"),
        found.map(|failure| failure.to_string()).unwrap_or_default(),
        script.seed,
    )
}

#[test]
fn no_seed_breaks_a_promise() {
    run_all(Script::draw);
}

#[test]
fn no_seed_breaks_a_promise_about_challenges() {
    run_all(Script::draw_challenges);
}

#[test]
fn no_seed_breaks_a_promise_about_seeks() {
    run_all(Script::draw_seeks);
}

fn run_all(draw: fn(u64) -> Script) {
    let first = variable("CHUHE_SEED").unwrap_or(1);
    let seeds = variable("CHUHE_SEEDS").unwrap_or(SEEDS);
    eprintln!("CHUHE_SEED={first} CHUHE_SEEDS={seeds}");
    let mut lines = 0;
    for seed in first..first + seeds {
        let script = draw(seed);
        let outcome = run(&script, false);
        lines += outcome.lines;
        if let Some(failure) = &outcome.failure {
            panic!("{}", report(&script, failure));
        }
    }
    eprintln!("{seeds} seeds, {lines} events");
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in [1, 2, 3, 5, 8] {
        let script = Script::draw(seed);
        let [one, other] = [run(&script, false), run(&script, false)];
        assert_eq!((one.trace, one.lines), (other.trace, other.lines), "seed {seed}");
        assert!(one.lines > 50, "seed {seed}: {}", one.lines);
    }
}
