//! Build and test tasks: `cargo play`, `cargo verify` and `cargo xtask`.

mod audit;
mod cargo_metadata;
mod diagrams;
mod dist;
mod faults;
mod kills;
mod pictures;
mod play;
mod power_cuts;
mod rust_target;
mod shell;
mod simulate;
mod small_rooms;
mod targets;
mod ui;
mod verify;
mod windows;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo play [-- ARGS]      build everything and play (arguments go to `chuhe play`)
cargo verify [STEP ...]   install what tests need and run every check, or the steps named
cargo xtask ui [--dev|--named]
                          build the pages alone, into <target>/web-dist; with --named of the size
                          that ships, and with names for a profile
cargo xtask gallery [WORD]
                          pictures of every screen, size, theme and language, into <target>/gallery
cargo xtask first-load [ROUNDS]
                          first paint and first tap of a stranger on a slow phone
cargo xtask long-tasks [WORD]
                          what keeps a page from answering on a slow phone
cargo xtask diagrams      draw the diagrams of docs/rules again, from docs/rules/diagrams.txt
cargo xtask dist [--built]
                          what a release consists of, into <target>/dist: the program as .deb and
                          .tar, for Windows as .zip, what is in it, checksums; the .deb is
                          tried on a fresh Debian, what is for Windows with Wine.
                          With --built of what was built before
cargo xtask windows [--dev]
                          the program for Windows, started with Wine where there is one; with --dev
                          built quickly
cargo xtask macs          check for Macs what needs no C
cargo xtask steps         list the steps of verify
cargo xtask audit         licences, bans and sources of all that is built here, by deny.toml
cargo xtask fuzz [SECONDS]
                          every parser against mutated input, ten minutes each, or so long
cargo xtask differential [TIMES]
                          xiangqi against another implementation, a hundred times as much as
                          `cargo verify` compares, or so often
cargo xtask kills [--count N] [--seed SEED]
                          kill the server a thousand times, or N times, during play
cargo xtask faults [--blows N] [--pause MS] [--seed SEED]
                          kill, pause and restart three servers, their database and their hints, and
                          cut the wires between them, 50 times each or N times in all, during play
cargo xtask power-cuts [--count N] [--seed SEED]
                          cut the power ten thousand times, or N times, while the store writes
cargo xtask simulate [--seeds N] [--seed FIRST]
                          a hundred thousand houses, or N, in which everything fails
";

fn main() -> ExitCode {
    if verify::compiler::is_compiler() {
        return verify::compiler::compile();
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (chore, rest) = match args.split_first() {
        Some((chore, rest)) => (chore.as_str(), rest),
        None => ("help", &[][..]),
    };
    match run(chore, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without a backtrace, which would only show how the tasks call each other.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: &str, rest: &[String]) -> Result<()> {
    match chore {
        "play" => play::run(rest),
        "ui" => ui::run(rest),
        "gallery" => pictures::gallery(rest),
        "first-load" => pictures::first_load(rest),
        "long-tasks" => pictures::long_tasks(rest),
        "diagrams" => diagrams::run(),
        "dist" => dist::run(rest),
        "verify" => verify::run(rest),
        "audit" => audit::run(),
        "fuzz" => verify::fuzz::run_long(rest),
        "differential" => verify::differential::run_long(rest),
        "faults" => faults::run(rest),
        "kills" => kills::run(rest),
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
        unknown => bail!("no chore `{unknown}`\n\n{HELP}"),
    }
}
