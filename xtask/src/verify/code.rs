//! Checks on the code itself.

use super::{
    compiler,
    test_program::{self, TestProgram},
    testing::{self, Plan},
};
use crate::{
    shell::{cargo, run, target_dir},
    targets, ui,
};
use anyhow::{Result, bail, ensure};

/// Crates that are not for the host: the pages and their computer seats. What they need of the
/// browser is built for it alone.
pub const ELSEWHERE: &[&str] = &["--exclude", "web", "--exclude", "thinker"];

/// Checks of the pages are made as they are shipped: the macros and build scripts that the first of
/// them makes serve all, and the pages' own step.
const SHIPPED: &[&str] = &["--profile", "wasm-release", "--target", "wasm32-unknown-unknown"];

/// What clippy does with warnings.
const DENIED: &[&str] = &["--", "-D", "warnings"];

/// The tests with a step of their own: they want a browser, or QEMU, or the built program.
const APART: &[&str] = &["attack", "browser", "board-games"];

pub fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// All that the steps after this run is built here. The benches apart from it: asked for in one, cargo
/// makes tests of the examples as well.
pub fn lint() -> Result<()> {
    let all = [&["--workspace"], ELSEWHERE].concat();
    let benches = [&all[..], &["--bench", "*"]].concat();
    let built = test_program::build_checked(&all)?;
    let warnings = built.warnings + test_program::build_checked(&benches)?.warnings;
    if warnings > 0 { bail!("{warnings} warnings") } else { Ok(()) }
}

pub fn chip() -> Result<()> {
    targets::check("thumbv7m-none-eabi", &[])
}

/// The pages with what they are made of, and that the small rooms need nothing a browser has not.
pub fn page_lint() -> Result<()> {
    let mut clippy = ui::cargo();
    clippy.arg("clippy").args(SHIPPED).args(targets::packages(&["web", "thinker"]));
    run(clippy.args(DENIED))
}

pub fn pages() -> Result<()> {
    ui::build(ui::Mode::Release).map(|_| ())
}

/// What has no step of its own, the examples of documentation, and the rules as the smart board's
/// chip has them: the same tests as without the feature.
pub fn tests() -> Result<()> {
    let mut programs = test_program::build_all()?;
    programs.retain(|program| !APART.contains(&&*program.package));
    let compact = ["--package", "chuhe-xiangqi", "--features", "compact", "--tests"];
    programs.extend(test_program::build(&compact)?);
    // One more than the cores there are: many of them wait, for a server that is killed, or an answer.
    let plan = Plan { at_once: 3, arguments: &[], variables: &[] };
    let results = [
        testing::run_programs(programs, &plan),
        testing::run(
            compiler::cargo()?
                .args(["test", "--no-fail-fast", "--workspace", "--doc"])
                .args(ELSEWHERE),
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

/// With features of its own: nothing else has the bugs in it. They are found in seconds, so that to
/// optimise what has them would take longer than it saves.
pub fn planted() -> Result<()> {
    let with_bugs = [
        &["--features", "simulation/planted-bugs", "--test", "planted"][..],
        &["--config", "profile.dev.package.server.opt-level=0"],
        &["--config", "profile.dev.package.simulation.opt-level=0"],
    ];
    let programs = test_program::build_all_with(&with_bugs.concat())?;
    let plan = Plan { at_once: 1, arguments: &["--nocapture"], variables: &[] };
    testing::run_programs(programs, &plan)
}

pub fn attack() -> Result<()> {
    let plan = Plan { at_once: 1, arguments: &[], variables: &[] };
    testing::run_programs(tests_of("attack")?, &plan)
}

/// A debug build reads the pages from where the step before left them. Two files at a time, one test
/// of each: four browsers at once are enough for two cores.
pub fn browser() -> Result<()> {
    let pages = target_dir().join("web-dist/index.html");
    ensure!(pages.exists(), "there are no pages to play on: `cargo verify pages browser`");
    let plan = Plan { at_once: 2, arguments: &["--test-threads=1"], variables: &[] };
    testing::run_programs(tests_of("browser")?, &plan)
}
