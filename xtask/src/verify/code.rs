//! Checks on the code itself.

use super::testing;
use crate::{
    shell::{cargo, run},
    small_rooms::NO_STD,
};
use anyhow::Result;

/// The packages that the page needs beside them.
const IN_THE_PAGE: &[&str] = &["chuhe-table", "chuhe-record", "chuhe-bots", "ui-model"];

/// Crates that are not for the host: the pages and their computer seats. What they need of the
/// browser is built for it alone.
const ELSEWHERE: &[&str] = &["--exclude", "web", "--exclude", "thinker"];

/// The tests with a step of their own: they want a browser, or QEMU, or the built program.
const APART: &[&str] = &["--exclude", "attack", "--exclude", "browser", "--exclude", "board-games"];

pub fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

pub fn lint() -> Result<()> {
    let clippy =
        |what: &[&str]| run(cargo().arg("clippy").args(what).args(["--", "-D", "warnings"]));
    clippy(&[&["--workspace", "--all-targets"], ELSEWHERE].concat())?;
    clippy(&["-p", "web", "-p", "thinker", "--target", "wasm32-unknown-unknown"])
}

pub fn targets() -> Result<()> {
    let small: Vec<String> = NO_STD.iter().map(|room| format!("chuhe-{room}")).collect();
    let small: Vec<&str> = small.iter().map(String::as_str).collect();
    let check = |target: &str, packages: &[&str]| {
        let packages = packages.iter().flat_map(|name| ["-p", name]);
        run(cargo().args(["check", "--target", target]).args(packages))
    };
    check("wasm32-unknown-unknown", &[&small, IN_THE_PAGE].concat())?;
    check("thumbv7m-none-eabi", &small)
}

pub fn pages() -> Result<()> {
    run(cargo().args(["run", "-q", "-p", "xtask", "--", "ui"]))
}

pub fn tests() -> Result<()> {
    testing::run(
        cargo().args(["test", "--workspace", "--no-fail-fast"]).args(ELSEWHERE).args(APART),
    )
}

/// A build of its own: nothing else has the bugs in it.
pub fn planted() -> Result<()> {
    testing::run(cargo().args([
        "test",
        "-p",
        "simulation",
        "--features",
        "planted-bugs",
        "--test",
        "planted",
        "--",
        "--nocapture",
    ]))
}

pub fn attack() -> Result<()> {
    run(cargo().args(["build", "-p", "chuhe"]))?;
    testing::run(cargo().args(["test", "-p", "attack", "--no-fail-fast"]))
}

/// A debug build reads the pages from where the step before left them. One test at a time: two
/// browsers at once are enough for two cores.
pub fn browser() -> Result<()> {
    run(cargo().args(["build", "-p", "chuhe"]))?;
    testing::run(cargo().args([
        "test",
        "-p",
        "browser",
        "--no-fail-fast",
        "--",
        "--test-threads=1",
    ]))
}

pub fn docs() -> Result<()> {
    let mut doc = cargo();
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc.args(["doc", "--workspace", "--no-deps"]).args(ELSEWHERE))
}
