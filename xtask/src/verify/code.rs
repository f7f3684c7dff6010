//! Checks of the source code.

use super::{
    axe, compiler,
    test_program::{self, NOT_FOR_HOST, TestProgram},
    testing::{self, Plan},
};
use crate::{
    shell::{cargo, run, target_dir},
    targets, ui,
};
use anyhow::{Result, bail, ensure};
use std::ffi::OsStr;

/// Checks of the pages use the release profile, so that the macros and build scripts are shared
/// with the step that builds the pages.
const SHIPPED: &[&str] = &["--profile", "wasm-release", "--target", "wasm32-unknown-unknown"];

/// Makes clippy's warnings errors.
const DENIED: &[&str] = &["--", "-D", "warnings"];

/// Packages with their own step: they need a browser, QEMU or the built program.
const SEPARATE: &[&str] = &["attack", "browser", "board-games"];

pub fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// Builds everything that later steps run, with clippy. The benches are built separately, because
/// cargo would otherwise also build the examples as tests.
pub fn lint() -> Result<()> {
    let all = [&["--workspace"], NOT_FOR_HOST].concat();
    let benches = [&all[..], &["--bench", "*"]].concat();
    let built = test_program::build_checked(&all)?;
    let warnings = built.warnings + test_program::build_checked(&benches)?.warnings;
    if warnings > 0 { bail!("{warnings} warnings") } else { Ok(()) }
}

pub fn chip() -> Result<()> {
    targets::check("thumbv7m-none-eabi", &[])
}

/// Checks the pages and their dependencies for the browser.
pub fn page_lint() -> Result<()> {
    let mut clippy = ui::cargo()?;
    clippy.arg("clippy").args(SHIPPED).args(targets::packages(&["web", "thinker"]));
    run(clippy.args(DENIED))
}

pub fn pages() -> Result<()> {
    ui::build(ui::Mode::Release).map(|_| ())
}

/// Runs the tests without their own step, the documentation tests, and the tests of the rules with
/// the feature of the smart board's chip.
pub fn tests() -> Result<()> {
    let mut programs = test_program::build_all()?;
    programs.retain(|program| !SEPARATE.contains(&&*program.package));
    let compact = ["--package", "chuhe-xiangqi", "--features", "compact", "--tests"];
    programs.extend(test_program::build(&compact)?);
    // One more than the cores, because many of them wait for a server or an answer.
    let variables = &[("PUZZLES_ALL", OsStr::new("1"))];
    let plan = Plan { at_once: 3, arguments: &[], variables };
    let results = [
        testing::run_programs(programs, &plan),
        testing::run(
            compiler::cargo()?
                .args(["test", "--no-fail-fast", "--workspace", "--doc"])
                .args(NOT_FOR_HOST),
        ),
    ];
    let failures: Vec<String> =
        results.into_iter().filter_map(|result| Some(format!("{:#}", result.err()?))).collect();
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("\n")) }
}

/// The test programs of one package.
pub fn tests_of(package: &str) -> Result<Vec<TestProgram>> {
    let mut programs = test_program::build_all()?;
    programs.retain(|program| program.package == package);
    Ok(programs)
}

/// Builds with its own features, so that no other program contains the mutants. Without optimisation,
/// because the bugs are found in seconds.
pub fn mutants() -> Result<()> {
    let with_mutants = [
        &["--features", "simulation/mutants", "--test", "mutants"][..],
        &["--config", "profile.dev.package.server.opt-level=0"],
        &["--config", "profile.dev.package.simulation.opt-level=0"],
    ];
    let programs = test_program::build_all_with(&with_mutants.concat())?;
    let plan = Plan { at_once: 1, arguments: &["--nocapture"], variables: &[] };
    testing::run_programs(programs, &plan)
}

pub fn attack() -> Result<()> {
    let plan = Plan { at_once: 1, arguments: &[], variables: &[] };
    testing::run_programs(tests_of("attack")?, &plan)
}

/// A debug build serves the pages that an earlier step built. Two files at a time with one test
/// each: more than two browsers overload two cores.
pub fn browser() -> Result<()> {
    let pages = target_dir().join("web-dist/index.html");
    ensure!(pages.exists(), "the pages are not built: `cargo verify pages browser`");
    axe::script()?;
    let plan = Plan { at_once: 2, arguments: &["--test-threads=1"], variables: &[] };
    testing::run_programs(tests_of("browser")?, &plan)
}
