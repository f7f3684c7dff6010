//! `cargo xtask windows`: builds the program for Windows with Debian's mingw-w64, and tests it with
//! Wine.

mod wine;

use crate::{
    rust_target,
    shell::{cargo, command, has, read, run as run_command, target_dir},
    ui,
};
use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};

/// The Rust target.
pub const TARGET: &str = "x86_64-pc-windows-gnu";

/// Required programs and their Debian packages.
const PROGRAMS: &[(&str, &str)] = &[
    ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64-posix"),
    ("x86_64-w64-mingw32-objdump", "binutils-mingw-w64-x86-64"),
];

/// Prefixes of libraries that Windows does not have: those of the compiler.
const NOT_OF_WINDOWS: [&str; 3] = ["libgcc", "libstdc++", "libwinpthread"];

/// Runs `cargo xtask windows [--dev]`.
pub fn run(args: &[String]) -> Result<()> {
    let is_dev = match args {
        [] => false,
        [flag] if flag == "--dev" => true,
        _ => bail!("usage: cargo xtask windows [--dev]"),
    };
    ready()?;
    if !is_dev {
        ui::build(ui::Mode::Release)?;
    }
    build(is_dev)?;
    let program = program(is_dev);
    try_out(&program)?;
    println!("windows {}", program.display());
    Ok(())
}

/// Checks whether the program can be built here.
///
/// # Errors
/// Lists what to install.
pub fn ready() -> Result<()> {
    let lacking = PROGRAMS.iter().filter(|(program, _)| !has(program)).map(|(_, package)| *package);
    let lacking: Vec<&str> = lacking.collect();
    if !lacking.is_empty() {
        bail!("missing programs for linking for Windows:\n  apt-get install {}", lacking.join(" "));
    }
    rust_target::require(TARGET)
}

/// Builds the program, with the pages as they were built last.
pub fn build(is_dev: bool) -> Result<()> {
    let profile = if is_dev { "dev" } else { "release" };
    let build = ["build", "--locked", "--package", "chuhe", "--target", TARGET];
    run_command(cargo().args(build).args(["--profile", profile]))
}

/// Path of the built program.
pub fn program(is_dev: bool) -> PathBuf {
    let folder = if is_dev { "debug" } else { "release" };
    target_dir().join(TARGET).join(folder).join("chuhe.exe")
}

/// Checks that the program loads only libraries that Windows has, and tests it with Wine if
/// available.
pub fn try_out(program: &Path) -> Result<()> {
    let strangers = strangers(program)?;
    ensure!(strangers.is_empty(), "{} loads {}", program.display(), strangers.join(", "));
    wine::try_out(program)
}

/// The libraries of the compiler that the program loads.
fn strangers(program: &Path) -> Result<Vec<String>> {
    let mut objdump = command("x86_64-w64-mingw32-objdump");
    let headers = read(objdump.arg("--private-headers").arg(program))?;
    let loaded = headers.lines().filter_map(|line| line.trim().strip_prefix("DLL Name: "));
    let is_strange = |name: &&str| NOT_OF_WINDOWS.iter().any(|start| name.starts_with(start));
    Ok(loaded.filter(is_strange).map(str::to_owned).collect())
}
