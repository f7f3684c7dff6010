//! `cargo play`: builds everything and opens a game.

use crate::{
    shell::{cargo, run as run_command, target_dir},
    ui,
};
use anyhow::{Context, Result, bail};
use std::{env::consts::EXE_SUFFIX, process::Command};

/// Builds the pages and the program, then plays. Arguments after `--` are passed to `chuhe play`.
pub fn run(args: &[String]) -> Result<()> {
    let args = match args.split_first() {
        Some((dashes, rest)) if dashes == "--" => rest,
        _ => args,
    };
    println!("chuhe: building; the first time takes a few minutes, later ones seconds");
    ui::build(ui::Mode::Release)?;
    println!("chuhe: building the program");
    run_command(cargo().args(["build", "--release", "--package", "chuhe"]))?;

    let program = target_dir().join("release").join(format!("chuhe{EXE_SUFFIX}"));
    // The game inherits the terminal, so it receives Ctrl-C and keyboard input.
    let status = Command::new(&program)
        .arg("play")
        .args(args)
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !status.success() {
        bail!("`chuhe play` ended with {status}");
    }
    Ok(())
}
