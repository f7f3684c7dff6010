//! Compares our xiangqi with `pyffish`, the rules of Fairy-Stockfish as a Python module, and tests
//! our engine with other programs' clients.

use super::{test_program, work_dir};
use crate::shell::{self, command};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// Number of comparisons.
struct Form {
    /// Random games whose legal moves are compared.
    games: u32,
    /// Random cycles whose rulings are compared.
    cycles: u32,
    /// Arena games that are replayed.
    replays: u32,
}

/// The numbers for `cargo verify`.
const SHORT: Form = Form { games: 40, cycles: 1_500, replays: 30 };

/// Runs the short form.
pub fn run() -> Result<()> {
    run_form(&SHORT)
}

/// `cargo xtask differential [TIMES]`: runs a multiple of the short form, 100 times by default.
pub fn run_long(args: &[String]) -> Result<()> {
    let times: u32 = match args {
        [] => 100,
        [times] => times.parse().with_context(|| format!("{times}: not a number"))?,
        _ => bail!("usage: cargo xtask differential [TIMES]"),
    };
    let Form { games, cycles, replays } = SHORT;
    let often = |number: u32| number.saturating_mul(times);
    run_form(&Form { games: often(games), cycles: often(cycles), replays: often(replays) })
}

/// The Python of a virtual environment for the tests.
pub fn python() -> Result<PathBuf> {
    let venv = work_dir("venv")?;
    let python = venv.join("bin/python");
    if !python.exists() {
        shell::run(command("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    Ok(python)
}

fn run_form(form: &Form) -> Result<()> {
    let python = python()?;
    let has_modules = command(&python).args(["-c", "import pyffish, cchess"]).status();
    if !has_modules.is_ok_and(|status| status.success()) {
        shell::run(
            command(&python).args(["-m", "pip", "install", "--quiet", "pyffish", "cchess"]),
        )?;
    }
    let chuhe = test_program::build_chuhe()?;
    let examples = shell::target_dir().join("debug/examples");
    let script = |name: &str| {
        let mut script = command(&python);
        script.arg(format!("tests/differential/{name}.py")).env("CHUHE", &chuhe);
        script.env("CHUHE_POSITIONS", examples.join("positions"));
        script.env("CHUHE_REPETITIONS", examples.join("repetitions"));
        script
    };
    shell::run(script("xiangqi").args(["--games", &form.games.to_string()]))?;
    shell::run(script("repetition").args(["--cycles", &form.cycles.to_string()]))?;
    shell::run(script("arena").args(["--games", &form.replays.to_string()]))?;
    shell::run(&mut script("clients"))
}
