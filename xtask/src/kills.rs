//! `cargo xtask kills`: runs the test that kills the server with `kill -9`.

use crate::shell::{cargo, run as run_command};
use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask kills [--count N] [--seed SEED]";

/// Runs the test with 1,000 kills by default. A seed that a failed run has printed reproduces the
/// numbers of moves between kills.
pub fn run(args: &[String]) -> Result<()> {
    let mut test = cargo();
    test.args(["test", "-p", "chuhe", "--test", "sigkill", "--", "--nocapture"]);
    test.env("CHUHE_KILLS", "1000");
    for pair in args.chunks(2) {
        let [name, value] = pair else { bail!(USAGE) };
        let variable = match name.as_str() {
            "--count" => "CHUHE_KILLS",
            "--seed" => "CHUHE_KILLS_SEED",
            _ => bail!(USAGE),
        };
        let value: u64 = value.parse().with_context(|| format!("{name} {value}: not a number"))?;
        test.env(variable, value.to_string());
    }
    run_command(&mut test)
}
