//! Build and test tasks: `cargo play`, `cargo verify` and `cargo xtask`.

mod audit;
mod cargo_metadata;
mod compare;
mod diagrams;
mod dist;
mod faults;
mod imports;
mod kills;
mod mole_leak;
mod no_std_crates;
mod pictures;
mod play;
mod power_cuts;
mod puzzle_agreement;
mod release;
mod rust_target;
mod shell;
mod simulate;
mod targets;
mod ui;
mod verify;
mod windows;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo play [-- ARGS]      build everything and play (arguments go to `chuhe play`)
cargo verify [STEP ...]   install the required tools and run every check, or the named steps
cargo xtask ui [--dev|--named]
                          build only the pages, into <target>/web-dist; --dev: quickly; --named: as
                          shipped, but with names for a profiler
cargo xtask gallery [WORD]
                          take pictures of every screen, size, theme and language, into
                          <target>/gallery
cargo xtask first-load [ROUNDS]
                          measure the first paint and the first tap on a slow phone
cargo xtask long-tasks [WORD]
                          measure long tasks of the pages on a slow phone
cargo xtask club-night [MINUTES] [BOTS]
                          play an evening with bots and three browsers: 20 minutes with 40 by default
cargo xtask compare COMMIT [build|server|page]...
                          measure build times, the server and the pages of another commit and of
                          HEAD in turn, and print the ratios
cargo xtask diagrams      redraw the diagrams of docs/rules from docs/rules/diagrams.txt
cargo xtask dist [--built]
                          build a release into <target>/dist: .deb and .tar, .zip for Windows, SBOM
                          and checksums; test the .deb on a fresh Debian and the .zip with Wine;
                          --built: use the existing build
cargo xtask release VERSION
                          write the version into manifests and changelog; no commit, no upload
cargo xtask windows [--dev]
                          build the program for Windows and test it with Wine if available;
                          --dev: quickly
cargo xtask macs          check the crates without C for macOS
cargo xtask steps         list the steps of `cargo verify`
cargo xtask audit         check the licences, bans and sources of all dependencies against deny.toml
cargo xtask fuzz [SECONDS]
                          run every fuzz target, for 600 seconds by default
cargo xtask differential [TIMES]
                          compare xiangqi with another implementation, TIMES as much as
                          `cargo verify` does (default 100)
cargo xtask imports [--games N]
                          read and import a file of N games, every tenth with an error
                          (default 100,000)
cargo xtask kills [--count N] [--seed SEED]
                          kill the server N times during play (default 1,000)
cargo xtask faults [--blows N] [--pause MS] [--seed SEED]
                          kill, pause and restart three servers, their database and their hints, and
                          cut the connections between them, N times in all (default 700), during play
cargo xtask mole-leak [--level L] [--options O] [--games N] [--nodes N] [--seed SEED]
                          measure how much the moves of the undercover player, and its hints, reveal
                          its mole (default: all levels, two option sets, 300 games each)
cargo xtask puzzle-agreement [--count N] [--seed SEED] [--nodes N]
                          ask Fairy-Stockfish in how many of N xiangqi puzzles the key move is the only
                          one (default 300)
cargo xtask power-cuts [--count N] [--seed SEED]
                          simulate N power cuts while the store writes (default 10,000)
cargo xtask simulate [--seeds N] [--seed FIRST]
                          run N seeds of the simulation (default 100,000)
";

fn main() -> ExitCode {
    if verify::compiler::is_compiler() {
        return verify::compiler::compile();
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (task, rest) = match args.split_first() {
        Some((task, rest)) => (task.as_str(), rest),
        None => ("help", &[][..]),
    };
    match run(task, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without a backtrace, which would only show how the tasks call each other.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, rest: &[String]) -> Result<()> {
    match task {
        "play" => play::run(rest),
        "ui" => ui::run(rest),
        "gallery" => pictures::gallery(rest),
        "first-load" => pictures::first_load(rest),
        "long-tasks" => pictures::long_tasks(rest),
        "club-night" => pictures::club_night(rest),
        "compare" => compare::run(rest),
        "diagrams" => diagrams::run(),
        "dist" => dist::run(rest),
        "release" => release::run(rest),
        "verify" => verify::run(rest),
        "audit" => audit::run(),
        "fuzz" => verify::fuzz::run_long(rest),
        "differential" => verify::differential::run_long(rest),
        "faults" => faults::run(rest),
        "imports" => imports::run(rest),
        "kills" => kills::run(rest),
        "mole-leak" => mole_leak::run(rest),
        "puzzle-agreement" => puzzle_agreement::run(rest),
        "power-cuts" => power_cuts::run(rest),
        "simulate" => simulate::run(rest),
        "macs" => targets::macs(),
        "windows" => windows::run(rest),
        "steps" => {
            verify::list();
            Ok(())
        }
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        unknown => bail!("unknown task `{unknown}`\n\n{HELP}"),
    }
}
