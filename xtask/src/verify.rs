//! `cargo verify`: installs the tools that the tests need, runs every check and prints a summary.

mod axe;
mod board;
mod code;
pub mod compiler;
pub mod differential;
mod firmware;
pub mod fuzz;
mod packages;
mod parallel;
mod test_program;
mod testing;
mod tools;

use crate::{audit, shell};
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

/// A check: its name, its description, when it runs, and its function.
struct Step {
    name: &'static str,
    about: &'static str,
    when: When,
    work: fn() -> Result<()>,
}

/// The part and the lane in which a step runs.
type When = (Part, Lane);

/// The parts, which run one after the other.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// Tools that all other steps need.
    Tools,
    /// Checks of the source code, and the build of the pages.
    Code,
    /// Test programs without their own step, and the smart board.
    Tests,
    /// Tests of the complete programs.
    Whole,
}

/// The two lanes of a part, which run in parallel to keep two cores busy. Two steps that build in
/// the same folder would block each other.
#[derive(Clone, Copy, PartialEq)]
enum Lane {
    /// In this process, in the workspace's target folder.
    Main,
    /// In another process. The step builds in another folder or very little, and needs nothing that
    /// the main lane of its part produces.
    Parallel,
}

/// The steps in order: cheap ones, and those that others need, come first.
const STEPS: &[Step] = &[
    Step {
        name: "tools",
        about: "programs and Rust targets that the checks need",
        when: (Part::Tools, Lane::Main),
        work: tools::install,
    },
    Step { name: "format", about: "rustfmt", when: (Part::Code, Lane::Main), work: code::format },
    Step {
        name: "audit",
        about: "licences, bans and sources of all dependencies",
        when: (Part::Code, Lane::Main),
        work: audit::run,
    },
    Step {
        name: "packages",
        about: "packages of the published crates, and the oldest supported compiler",
        when: (Part::Code, Lane::Main),
        work: packages::check,
    },
    Step {
        name: "lint",
        about: "builds everything for the host with clippy and rustdoc; warnings are errors",
        when: (Part::Code, Lane::Main),
        work: code::lint,
    },
    Step {
        name: "chip",
        about: "builds the no_std crates for the smart board's chip",
        when: (Part::Code, Lane::Main),
        work: code::chip,
    },
    Step {
        name: "fuzz",
        about: "parsers with mutated input",
        when: (Part::Code, Lane::Main),
        work: fuzz::run,
    },
    // Most of this step is single-threaded linking, so it starts early, beside steps that use both
    // cores.
    Step {
        name: "page-lint",
        about: "clippy for the pages and their dependencies",
        when: (Part::Code, Lane::Parallel),
        work: code::page_lint,
    },
    Step {
        name: "pages",
        about: "builds the pages as shipped",
        when: (Part::Code, Lane::Parallel),
        work: code::pages,
    },
    Step {
        name: "firmware",
        about: "the smart board: images, their sizes, games in QEMU",
        when: (Part::Tests, Lane::Parallel),
        work: firmware::check,
    },
    Step {
        name: "tests",
        about: "unit, property, golden, socket and kill tests; documentation examples",
        when: (Part::Tests, Lane::Main),
        work: code::tests,
    },
    Step {
        name: "browser",
        about: "whole games in Chromium, by touch and by mouse",
        when: (Part::Whole, Lane::Main),
        work: code::browser,
    },
    Step {
        name: "attack",
        about: "floods, silence and spoofed identities against a running server",
        when: (Part::Whole, Lane::Parallel),
        work: code::attack,
    },
    Step {
        name: "differential",
        about: "compares xiangqi with another implementation",
        when: (Part::Whole, Lane::Parallel),
        work: differential::run,
    },
    Step {
        name: "board",
        about: "fifty games from a board in QEMU into the archive, twice, while processes are killed",
        when: (Part::Whole, Lane::Parallel),
        work: board::fifty_games,
    },
    Step {
        name: "mutants",
        about: "the simulation finds fixed bugs that are put back",
        when: (Part::Whole, Lane::Parallel),
        work: code::mutants,
    },
];

/// Result and duration of a step.
struct Ended {
    name: &'static str,
    took: Duration,
    result: Result<()>,
}

/// Prints the list of steps.
pub fn list() {
    for step in STEPS {
        println!("{:<14} {}", step.name, step.about);
    }
}

/// Runs the named steps, or all of them. The others run even if one fails, unless the tools are
/// missing.
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
    // Read before a step rebuilds this program: afterwards the running file is deleted and replaced
    // by an equivalent one.
    let program = std::env::current_exe().context("the path of this program is unknown")?;
    let mut ended: Vec<Ended> = Vec::new();
    for part in [Part::Tools, Part::Code, Part::Tests, Part::Whole] {
        let lane = |lane| chosen.iter().copied().filter(move |step| step.when == (part, lane));
        std::thread::scope(|scope| {
            let parallel = lane(Lane::Parallel).collect();
            let parallel = scope.spawn(|| parallel::run(&program, parallel));
            ended.extend(lane(Lane::Main).map(run_here));
            ended.extend(parallel.join().expect("the parallel lane ends"));
        });
        if part == Part::Tools && ended.iter().any(|step| step.result.is_err()) {
            break;
        }
    }
    sum_up(&ended, began.elapsed())
}

/// Runs a step in this process with inherited output.
fn run_here(step: &Step) -> Ended {
    println!("\n━━ {}: {}", step.name, step.about);
    let began = Instant::now();
    let result = (step.work)();
    if let Err(error) = &result {
        println!("━━ {} FAILED: {error:#}", step.name);
    }
    Ended { name: step.name, took: began.elapsed(), result }
}

/// Prints the duration of each step, and the failures at the end.
fn sum_up(ended: &[Ended], total: Duration) -> Result<()> {
    println!("\n━━ summary");
    for step in ended {
        let verdict = if step.result.is_ok() { "passed" } else { "FAILED" };
        println!("{:<14} {:>6.1} s  {verdict}", step.name, step.took.as_secs_f64());
    }
    println!("{:<14} {:>6.1} s, partly in parallel", "total", total.as_secs_f64());
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

/// A folder for files that the checks leave behind (virtual environments, screenshots, corpora).
fn work_dir(name: &str) -> Result<std::path::PathBuf> {
    let folder = shell::target_dir().join("verify").join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
