//! `cargo xtask simulate`: runs many seeds of the simulation.

use crate::shell::{cargo, run as run_command};
use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask simulate [--seeds N] [--seed FIRST]";

/// Runs the seeds in release mode; 100,000 from the first by default.
pub fn run(args: &[String]) -> Result<()> {
    let mut test = cargo();
    test.args(["test", "--release", "-p", "simulation", "--test", "seeds", "no_seed"]);
    test.args(["--", "--nocapture"]).env("CHUHE_SEEDS", "100000");
    for pair in args.chunks(2) {
        let [name, value] = pair else { bail!(USAGE) };
        let variable = match name.as_str() {
            "--seeds" => "CHUHE_SEEDS",
            "--seed" => "CHUHE_SEED",
            _ => bail!(USAGE),
        };
        let value: u64 = value.parse().with_context(|| format!("{name} {value}: not a number"))?;
        test.env(variable, value.to_string());
    }
    run_command(&mut test)
}
