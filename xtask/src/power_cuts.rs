//! `cargo xtask power-cuts`: runs the test that simulates power cuts at the level of files.

use crate::shell::{cargo, run as run_command};
use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask power-cuts [--count N] [--seed SEED]";

/// Runs the test with 10,000 cuts by default.
pub fn run(args: &[String]) -> Result<()> {
    let mut test = cargo();
    test.args(["test", "-p", "store", "--test", "power_cut", "--", "--nocapture"]);
    test.env("CHUHE_CUTS", "10000");
    for pair in args.chunks(2) {
        let [name, value] = pair else { bail!(USAGE) };
        let variable = match name.as_str() {
            "--count" => "CHUHE_CUTS",
            "--seed" => "CHUHE_CUTS_SEED",
            _ => bail!(USAGE),
        };
        let value: u64 = value.parse().with_context(|| format!("{name} {value}: not a number"))?;
        test.env(variable, value.to_string());
    }
    run_command(&mut test)
}
