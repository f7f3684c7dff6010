//! `cargo verify`: installs what the tests need and runs every check, then sums up.

mod board;
mod code;
mod differential;
mod firmware;
mod fuzz;
mod packages;
mod test_program;
mod testing;
mod tools;

use crate::{audit, shell};
use anyhow::{Result, bail};
use std::time::{Duration, Instant};

/// One check: a name to call it by, what it does, and the work.
struct Step {
    name: &'static str,
    about: &'static str,
    work: fn() -> Result<()>,
}

/// In order: what is cheap and what others need comes first.
const STEPS: &[Step] = &[
    Step { name: "tools", about: "programs and targets the checks need", work: tools::install },
    Step { name: "format", about: "rustfmt", work: code::format },
    Step {
        name: "audit",
        about: "licences, bans and sources of what others wrote",
        work: audit::run,
    },
    Step {
        name: "packages",
        about: "what others may depend on makes packages, with the oldest compiler promised",
        work: packages::check,
    },
    Step { name: "lint", about: "clippy, pages included, warnings are errors", work: code::lint },
    Step {
        name: "targets",
        about: "the small rooms build for browser and firmware",
        work: code::targets,
    },
    Step { name: "pages", about: "the pages, as they are shipped", work: code::pages },
    Step {
        name: "tests",
        about: "unit, property, golden, socket and kill tests; examples of documentation",
        work: code::tests,
    },
    Step {
        name: "planted",
        about: "the simulation finds bugs that are put back",
        work: code::planted,
    },
    Step {
        name: "attack",
        about: "floods, silence and lies against a server that runs",
        work: code::attack,
    },
    Step {
        name: "browser",
        about: "whole games in Chromium, by taps and by mouse",
        work: code::browser,
    },
    Step { name: "docs", about: "documentation builds, warnings are errors", work: code::docs },
    Step {
        name: "differential",
        about: "xiangqi against another implementation",
        work: differential::run,
    },
    Step {
        name: "firmware",
        about: "the smart board: images, their sizes, games in QEMU",
        work: firmware::check,
    },
    Step {
        name: "board",
        about: "fifty games from a board in QEMU into the archive, twice, everything killed",
        work: board::fifty_games,
    },
    Step { name: "fuzz", about: "parsers against mutated input", work: fuzz::run },
];

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
    let mut results = Vec::new();
    for (number, step) in chosen.iter().enumerate() {
        println!("\n━━ {}/{} {}: {}", number + 1, chosen.len(), step.name, step.about);
        let began = Instant::now();
        let result = (step.work)();
        if let Err(error) = &result {
            println!("━━ {} FAILED: {error:#}", step.name);
        }
        let failed_tools = step.name == "tools" && result.is_err();
        results.push((step.name, began.elapsed(), result));
        if failed_tools {
            break;
        }
    }
    sum_up(&results)
}

/// Prints how long each step took; then, last of all, what failed.
fn sum_up(results: &[(&str, Duration, Result<()>)]) -> Result<()> {
    println!("\n━━ summary");
    for (name, took, result) in results {
        let verdict = if result.is_ok() { "passed" } else { "FAILED" };
        println!("{name:<14} {:>6.1} s  {verdict}", took.as_secs_f64());
    }
    let total: Duration = results.iter().map(|(_, took, _)| *took).sum();
    println!("{:<14} {:>6.1} s", "total", total.as_secs_f64());
    let failures: Vec<String> = results
        .iter()
        .filter_map(|(name, _, result)| Some((name, result.as_ref().err()?)))
        .map(|(name, error)| format!("{name}: {error:#}"))
        .collect();
    println!("{} passed, {} failed", results.len() - failures.len(), failures.len());
    if failures.is_empty() {
        return Ok(());
    }
    bail!("{} of {} steps failed\n{}", failures.len(), results.len(), failures.join("\n"))
}

/// A folder for what the checks leave behind (virtual environments, screenshots, corpora).
fn work_dir(name: &str) -> Result<std::path::PathBuf> {
    let folder = shell::target_dir().join("verify").join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
