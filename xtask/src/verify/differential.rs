//! Our xiangqi against `pyffish`, the rules of Fairy-Stockfish as a Python module.

use super::work_dir;
use crate::shell::{self, cargo, command};
use anyhow::Result;

/// How long to compare, in seconds.
const SECONDS: &str = "60";

pub fn run() -> Result<()> {
    let venv = work_dir("venv")?;
    let python = venv.join("bin/python");
    if !python.exists() {
        shell::run(command("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let has_pyffish = command(&python).args(["-c", "import pyffish"]).status();
    if !has_pyffish.is_ok_and(|status| status.success()) {
        shell::run(command(&python).args(["-m", "pip", "install", "--quiet", "pyffish"]))?;
    }
    shell::run(cargo().args(["build", "--release", "-p", "xiangqi", "--example", "positions"]))?;
    let positions = shell::target_dir().join("release/examples/positions");
    let mut script = command(&python);
    script.args(["tests/differential/xiangqi.py", "--seconds", SECONDS]);
    shell::run(script.env("CHUHE_POSITIONS", positions))
}
