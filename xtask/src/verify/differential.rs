//! Our xiangqi against `pyffish`, the rules of Fairy-Stockfish as a Python module, and our engine in
//! other programs' clients.

use super::{test_program, work_dir};
use crate::shell::{self, command};
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
    let chuhe = test_program::build_chuhe()?;
    let examples = shell::target_dir().join("debug/examples");
    let script = |name: &str| {
        let mut script = command(&python);
        script.arg(format!("tests/differential/{name}.py")).env("CHUHE", &chuhe);
        script.env("CHUHE_POSITIONS", examples.join("positions"));
        script.env("CHUHE_REPETITIONS", examples.join("repetitions"));
        script
    };
    // Each keeps one core busy.
    std::thread::scope(|scope| {
        let moves = scope.spawn(|| shell::run(script("xiangqi").args(["--seconds", SECONDS])));
        shell::run(script("repetition").args(["--seconds", REPETITION_SECONDS]))?;
        shell::run(script("arena").args(["--games", GAMES]))?;
        shell::run(&mut script("clients"))?;
        moves.join().expect("it is waited for")
    })
}
