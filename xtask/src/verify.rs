//! `cargo verify`: installs what the tests need and runs every check, then sums up.

mod beside;
mod board;
mod code;
pub mod compiler;
pub mod differential;
mod firmware;
pub mod fuzz;
mod packages;
mod test_program;
mod testing;
mod tools;

use crate::{audit, shell};
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

/// One check: a name to call it by, what it does, when it runs, and the work.
struct Step {
    name: &'static str,
    about: &'static str,
    when: When,
    work: fn() -> Result<()>,
}

/// When a step runs: its part and its lane in it.
type When = (Part, Lane);

/// The parts run one after the other: nothing of one begins before all of the one before has ended.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// What no other step can do without.
    Tools,
    /// What is checked of the code as it is written, and the pages.
    Code,
    /// Runs the test programs without a step of their own; the smart board.
    Tests,
    /// The programs whole.
    Whole,
}

/// Two cores are busy only if a step that keeps one of them busy has another beside it: the two lanes
/// of a part run side by side. Two steps that build in the same folder would wait for each other.
#[derive(Clone, Copy, PartialEq)]
enum Lane {
    /// In this process, in the folder of the workspace.
    Main,
    /// Builds in a folder of its own, or next to nothing, and uses nothing that a step in the main
    /// lane of its part makes.
    Beside,
}

/// In order: what is cheap and what others need comes first.
const STEPS: &[Step] = &[
    Step {
        name: "tools",
        about: "programs and targets the checks need",
        when: (Part::Tools, Lane::Main),
        work: tools::install,
    },
    Step { name: "format", about: "rustfmt", when: (Part::Code, Lane::Main), work: code::format },
    Step {
        name: "audit",
        about: "licences, bans and sources of what others wrote",
        when: (Part::Code, Lane::Main),
        work: audit::run,
    },
    Step {
        name: "packages",
        about: "what others may depend on makes packages, with the oldest compiler promised",
        when: (Part::Code, Lane::Main),
        work: packages::check,
    },
    Step {
        name: "lint",
        about: "everything for the host is built, by clippy, and documented; warnings are errors",
        when: (Part::Code, Lane::Main),
        work: code::lint,
    },
    Step {
        name: "chip",
        about: "the small rooms build for the smart board's chip",
        when: (Part::Code, Lane::Main),
        work: code::chip,
    },
    Step {
        name: "fuzz",
        about: "parsers against mutated input",
        when: (Part::Code, Lane::Main),
        work: fuzz::run,
    },
    // One thread links each of the pages' programs for most of this step: it begins early, beside
    // what keeps two busy.
    Step {
        name: "page-lint",
        about: "clippy for the pages; what they are made of builds for a browser",
        when: (Part::Code, Lane::Beside),
        work: code::page_lint,
    },
    Step {
        name: "pages",
        about: "the pages, as they are shipped",
        when: (Part::Code, Lane::Beside),
        work: code::pages,
    },
    Step {
        name: "firmware",
        about: "the smart board: images, their sizes, games in QEMU",
        when: (Part::Tests, Lane::Beside),
        work: firmware::check,
    },
    Step {
        name: "tests",
        about: "unit, property, golden, socket and kill tests; examples of documentation",
        when: (Part::Tests, Lane::Main),
        work: code::tests,
    },
    Step {
        name: "browser",
        about: "whole games in Chromium, by taps and by mouse",
        when: (Part::Whole, Lane::Main),
        work: code::browser,
    },
    Step {
        name: "attack",
        about: "floods, silence and lies against a server that runs",
        when: (Part::Whole, Lane::Beside),
        work: code::attack,
    },
    Step {
        name: "differential",
        about: "xiangqi against another implementation",
        when: (Part::Whole, Lane::Beside),
        work: differential::run,
    },
    Step {
        name: "board",
        about: "fifty games from a board in QEMU into the archive, twice, everything killed",
        when: (Part::Whole, Lane::Beside),
        work: board::fifty_games,
    },
    Step {
        name: "planted",
        about: "the simulation finds bugs that are put back",
        when: (Part::Whole, Lane::Beside),
        work: code::planted,
    },
];

/// How a step ended, and after how long.
struct Ended {
    name: &'static str,
    took: Duration,
    result: Result<()>,
}

/// Prints the steps.
pub fn list() {
    for step in STEPS {
        println!("{:<14} {}", step.name, step.about);
    }
}

/// Runs the steps named, or all of them. A failed step does not keep the others from running,
/// except that nothing runs without its tools.
pub fn run(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        list();
        bail!("verify has no step `{unknown}`");
    }
    let is_chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    let chosen: Vec<&Step> = STEPS.iter().filter(is_chosen).collect();
    let began = Instant::now();
    if let [step] = chosen[..] {
        return run_here(step).result.with_context(|| step.name);
    }
    // Asked for before a step builds this program again: the file that runs is then no longer there,
    // and its place holds one that does the same.
    let program = std::env::current_exe().context("this program does not know its file")?;
    let mut ended: Vec<Ended> = Vec::new();
    for part in [Part::Tools, Part::Code, Part::Tests, Part::Whole] {
        let lane = |lane| chosen.iter().copied().filter(move |step| step.when == (part, lane));
        std::thread::scope(|scope| {
            let beside = lane(Lane::Beside).collect();
            let beside = scope.spawn(|| beside::run(&program, beside));
            ended.extend(lane(Lane::Main).map(run_here));
            ended.extend(beside.join().expect("what runs beside ends"));
        });
        if part == Part::Tools && ended.iter().any(|step| step.result.is_err()) {
            break;
        }
    }
    sum_up(&ended, began.elapsed())
}

/// Runs a step in this process; what it prints goes where ours goes.
fn run_here(step: &Step) -> Ended {
    println!("\n━━ {}: {}", step.name, step.about);
    let began = Instant::now();
    let result = (step.work)();
    if let Err(error) = &result {
        println!("━━ {} FAILED: {error:#}", step.name);
    }
    Ended { name: step.name, took: began.elapsed(), result }
}

/// Prints how long each step took; then, last of all, what failed.
fn sum_up(ended: &[Ended], total: Duration) -> Result<()> {
    println!("\n━━ summary");
    for step in ended {
        let verdict = if step.result.is_ok() { "passed" } else { "FAILED" };
        println!("{:<14} {:>6.1} s  {verdict}", step.name, step.took.as_secs_f64());
    }
    println!("{:<14} {:>6.1} s, some of them side by side", "total", total.as_secs_f64());
    let failures: Vec<String> = ended
        .iter()
        .filter_map(|step| Some(format!("{}: {:#}", step.name, step.result.as_ref().err()?)))
        .collect();
    println!("{} passed, {} failed", ended.len() - failures.len(), failures.len());
    if failures.is_empty() {
        return Ok(());
    }
    bail!("{} of {} steps failed\n{}", failures.len(), ended.len(), failures.join("\n"))
}

/// A folder for what the checks leave behind (virtual environments, screenshots, corpora).
fn work_dir(name: &str) -> Result<std::path::PathBuf> {
    let folder = shell::target_dir().join("verify").join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
