//! `cargo xtask ui`: the pages, from Rust and their folder of files to what a browser takes.

mod bundle;
mod compress;

use crate::{
    rust_target,
    shell::{cargo, run as run_command, target_dir},
};
use anyhow::{Context, Result, bail};
use bundle::Bundle;
use std::{
    fs,
    path::{Path, PathBuf},
};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// How the pages are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Fast to build, with names for the debugger.
    Dev,
    /// As they are shipped: small, and compressed beside.
    Release,
}

impl Mode {
    const fn profile(self) -> &'static str {
        match self {
            Mode::Dev => "dev",
            Mode::Release => "wasm-release",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Mode::Dev => "debug",
            Mode::Release => "wasm-release",
        }
    }
}

/// `cargo xtask ui [--dev|--release]`.
pub fn run(args: &[String]) -> Result<()> {
    let mode = match args {
        [] => Mode::Release,
        [flag] if flag == "--release" => Mode::Release,
        [flag] if flag == "--dev" => Mode::Dev,
        _ => bail!("usage: cargo xtask ui [--dev|--release]"),
    };
    build(mode).map(|_| ())
}

/// Builds the pages into `<target>/web-dist` and returns that folder.
pub fn build(mode: Mode) -> Result<PathBuf> {
    rust_target::need(TARGET)?;
    println!("ui 1/3  compiling the pages ({})", mode.profile());
    run_command(cargo().args([
        "build",
        "--package",
        "web",
        "--target",
        TARGET,
        "--profile",
        mode.profile(),
    ]))?;

    println!("ui 2/3  joining wasm, script and files");
    let wasm = target_dir().join(TARGET).join(mode.folder()).join("web.wasm");
    let bundle = bind(&wasm, mode)?;

    println!("ui 3/3  writing web-dist");
    let folder = target_dir().join("web-dist");
    bundle.write(&folder, mode == Mode::Release)?;
    println!("ui      {}", folder.display());
    Ok(folder)
}

/// The script that loads the wasm, the wasm as the script wants it, and the files beside them.
fn bind(wasm: &Path, mode: Mode) -> Result<Bundle> {
    let release = mode == Mode::Release;
    let staging = target_dir().join("web-bindgen");
    if staging.exists() {
        fs::remove_dir_all(&staging)?;
    }
    Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .typescript(false)
        .keep_debug(!release)
        .remove_name_section(release)
        .remove_producers_section(release)
        .generate(&staging)
        .with_context(|| format!("cannot make the page's script from {}", wasm.display()))?;
    let mut bundle = Bundle::default();
    bundle.add_folder(&staging)?;
    bundle.add_folder(&crate::shell::root().join("apps/web/static"))?;
    bundle.seal()?;
    Ok(bundle)
}
