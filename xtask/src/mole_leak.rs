//! `cargo xtask mole-leak`: measures how much the moves of the undercover player reveal its mole.

use crate::shell::{cargo, run as run_command};
use anyhow::Result;

/// Runs the measurement in release mode, first for the levels, then for hints.
pub fn run(args: &[String]) -> Result<()> {
    let measure = |more: &[&str]| {
        let mut program = cargo();
        program.args(["run", "--release", "-p", "arena", "--bin", "mole_leak", "--"]);
        run_command(program.args(args).args(more))
    };
    measure(&[])?;
    let asks_for_hints = args.iter().any(|arg| arg == "--hints" || arg == "--help");
    if asks_for_hints { Ok(()) } else { measure(&["--hints"]) }
}
