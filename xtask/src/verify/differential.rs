//! Our xiangqi against `pyffish`, the rules of Fairy-Stockfish as a Python module, and our engine in
//! other programs' clients.

use super::work_dir;
use crate::shell::{self, cargo, command};
use anyhow::Result;

/// How long to compare, in seconds.
const SECONDS: &str = "60";

/// The same for the rulings on repetition.
const REPETITION_SECONDS: &str = "15";

/// How many games of the arena to replay.
const GAMES: &str = "60";

pub fn run() -> Result<()> {
    let venv = work_dir("venv")?;
    let python = venv.join("bin/python");
    if !python.exists() {
        shell::run(command("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let has_modules = command(&python).args(["-c", "import pyffish, cchess"]).status();
    if !has_modules.is_ok_and(|status| status.success()) {
        shell::run(
            command(&python).args(["-m", "pip", "install", "--quiet", "pyffish", "cchess"]),
        )?;
    }
    shell::run(cargo().args(["build", "--release", "-p", "chuhe-xiangqi", "--examples"]))?;
    let examples = shell::target_dir().join("release/examples");
    let mut moves = command(&python);
    moves.args(["tests/differential/xiangqi.py", "--seconds", SECONDS]);
    shell::run(moves.env("CHUHE_POSITIONS", examples.join("positions")))?;
    let mut repetition = command(&python);
    repetition.args(["tests/differential/repetition.py", "--seconds", REPETITION_SECONDS]);
    shell::run(repetition.env("CHUHE_REPETITIONS", examples.join("repetitions")))?;
    shell::run(cargo().args(["build", "-p", "chuhe"]))?;
    let mut arena = command(&python);
    arena.args(["tests/differential/arena.py", "--games", GAMES]);
    let chuhe = shell::target_dir().join("debug/chuhe");
    shell::run(arena.env("CHUHE", &chuhe))?;
    shell::run(command(&python).arg("tests/differential/clients.py").env("CHUHE", &chuhe))
}
