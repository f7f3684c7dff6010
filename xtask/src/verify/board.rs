//! Games from a board in QEMU through its bridge and the server into the archive.

use super::{
    code::tests_of,
    testing::{self, Plan},
    work_dir,
};
use crate::{
    rust_target,
    shell::{self, cargo, run},
};
use anyhow::Result;

const TARGET: &str = "thumbv7m-none-eabi";

/// Plays fifty games over HTTP and fifty through a broker.
pub fn fifty_games() -> Result<()> {
    rust_target::require(TARGET)?;
    let build_dir = work_dir("firmware")?;
    run(cargo()
        .current_dir(shell::root().join("firmware"))
        .env("CARGO_TARGET_DIR", &build_dir)
        .args(["build", "--release", "--target", TARGET, "-p", "qemu"]))?;
    let image = build_dir.join(TARGET).join("release/qemu");
    let plan = Plan {
        at_once: 1,
        arguments: &["--nocapture", "--test-threads=1"],
        variables: &[("BOARD_IMAGE", image.as_os_str())],
    };
    testing::run_programs(tests_of("board-games")?, &plan)
}
