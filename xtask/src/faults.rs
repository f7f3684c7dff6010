//! `cargo xtask faults`: runs the test that kills and pauses three servers with one PostgreSQL and
//! one NATS.

use crate::shell::{cargo, run as run_command};
use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask faults [--blows N] [--pause MS] [--seed SEED]";

/// Runs the test. The default is fifty faults of each of the fourteen kinds, and pauses of 30 s. A
/// seed that a failed run has printed reproduces its faults.
pub fn run(args: &[String]) -> Result<()> {
    let mut test = cargo();
    test.args(["test", "-p", "chuhe", "--test", "nodes", "--", "--nocapture", "three_nodes"]);
    test.env("CHUHE_BLOWS", "700").env("CHUHE_PAUSE_MS", "30000");
    for pair in args.chunks(2) {
        let [name, value] = pair else { bail!(USAGE) };
        let variable = match name.as_str() {
            "--blows" => "CHUHE_BLOWS",
            "--pause" => "CHUHE_PAUSE_MS",
            "--seed" => "CHUHE_FAULTS_SEED",
            _ => bail!(USAGE),
        };
        let value: u64 = value.parse().with_context(|| format!("{name} {value}: not a number"))?;
        test.env(variable, value.to_string());
    }
    run_command(&mut test)
}
