//! Games from a board in QEMU through its bridge and the server into the archive.

use super::work_dir;
use crate::{
    rust_target,
    shell::{self, cargo, run},
};
use anyhow::Result;

const TARGET: &str = "thumbv7m-none-eabi";

/// Games over HTTP and through a broker, in half a minute.
pub fn a_few_games() -> Result<()> {
    test(&[])
}

/// Fifty games each way, in a few minutes.
pub fn fifty_games() -> Result<()> {
    test(&["--ignored"])
}

fn test(flags: &[&str]) -> Result<()> {
    rust_target::need(TARGET)?;
    let build_dir = work_dir("firmware")?;
    run(cargo()
        .current_dir(shell::root().join("firmware"))
        .env("CARGO_TARGET_DIR", &build_dir)
        .args(["build", "--release", "--target", TARGET, "-p", "qemu"]))?;
    run(cargo().args(["build", "-p", "chuhe"]))?;
    let image = build_dir.join(TARGET).join("release/qemu");
    run(cargo()
        .env("BOARD_IMAGE", image)
        .args(["test", "-p", "board-games", "--", "--nocapture", "--test-threads=1"])
        .args(flags))
}
