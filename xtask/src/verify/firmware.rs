//! The smart board: both images, their sizes, and games in QEMU.

mod elf;

use super::{testing, work_dir};
use crate::{
    rust_target,
    shell::{self, cargo, run},
};
use anyhow::{Context, Result, ensure};
use std::path::Path;

const TARGET: &str = "thumbv7m-none-eabi";

/// Memory of an STM32F103C8 in bytes.
const FLASH: u64 = 64 * 1_024;
const RAM: u64 = 20 * 1_024;
/// Part of the RAM that the linker scripts reserve for the stack.
const STACK: u64 = 12 * 1_024;

/// Each image with its features.
const IMAGES: &[(&str, &[&str])] = &[
    ("stm32f103", &[]),
    // The log in a flash chip.
    ("stm32f103", &["--features", "nor"]),
    // Last, because the tests run it.
    ("qemu", &[]),
];

pub fn check() -> Result<()> {
    rust_target::require(TARGET)?;
    ensure!(
        shell::has("qemu-system-arm"),
        "no qemu-system-arm: `cargo verify tools` installs it (Debian's package qemu-system-arm)"
    );
    let build_dir = work_dir("firmware")?;
    let firmware = || {
        let mut cargo = cargo();
        cargo.current_dir(shell::root().join("firmware")).env("CARGO_TARGET_DIR", &build_dir);
        cargo
    };
    run(firmware().args(["fmt", "--check"]))?;
    run(firmware().args(["clippy", "-p", "board", "-p", "drivers", "-p", "emulated"]).args([
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    for (package, features) in IMAGES {
        let on_chip = ["--release", "--target", TARGET, "-p", package];
        run(firmware().arg("clippy").args(on_chip).args(*features).args(["--", "-D", "warnings"]))?;
        run(firmware().arg("build").args(on_chip).args(*features))?;
        let image = build_dir.join(TARGET).join("release").join(package);
        weigh(&image, package, features)?;
    }
    let image = build_dir.join(TARGET).join("release/qemu");
    testing::run(
        firmware()
            .args(["test", "--no-fail-fast", "-p", "board", "-p", "drivers", "-p", "emulated"])
            .env("BOARD_IMAGE", image),
    )
}

/// Prints the size of an image, and fails if it exceeds the chip's memory.
fn weigh(image: &Path, package: &str, features: &[&str]) -> Result<()> {
    let bytes = std::fs::read(image).with_context(|| format!("reading {}", image.display()))?;
    let size = elf::size(&bytes).with_context(|| format!("{} is no image", image.display()))?;
    println!(
        "{package} {}: {} of {FLASH} bytes of flash, {} of {RAM} bytes of RAM and {STACK} for the stack",
        features.join(" "),
        size.flash,
        size.ram,
    );
    ensure!(size.flash <= FLASH, "{package} does not fit the chip's flash");
    ensure!(size.ram + STACK <= RAM, "{package} does not fit the chip's RAM");
    Ok(())
}
