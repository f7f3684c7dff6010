//! Our xiangqi against `pyffish`, the rules of Fairy-Stockfish as a Python module.

use super::work_dir;
use crate::shell::{self, cargo, command};
use anyhow::Result;

/// How long to compare, in seconds.
const SECONDS: &str = "60";

/// The same for the rulings on repetition.
const REPETITION_SECONDS: &str = "15";

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
    shell::run(cargo().args(["build", "--release", "-p", "chuhe-xiangqi", "--examples"]))?;
    let examples = shell::target_dir().join("release/examples");
    let mut moves = command(&python);
    moves.args(["tests/differential/xiangqi.py", "--seconds", SECONDS]);
    shell::run(moves.env("CHUHE_POSITIONS", examples.join("positions")))?;
    let mut repetition = command(&python);
    repetition.args(["tests/differential/repetition.py", "--seconds", REPETITION_SECONDS]);
    shell::run(repetition.env("CHUHE_REPETITIONS", examples.join("repetitions")))
}
