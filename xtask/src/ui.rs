//! `cargo xtask ui`: the pages, from Rust and their folder of files to what a browser takes.

mod bundle;
mod compress;
mod first_load;
mod pieces;

use crate::{
    rust_target,
    shell::{self, run as run_command, target_dir},
};
use anyhow::{Context, Result, bail};
use bundle::Bundle;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// Leptos then makes one type of all views: a tenth less wasm, and a shorter build. And a hash is
/// worked out in loops: what a table hashes is short, and the steps written out are 6 KB more.
const FLAGS: &str = "--cfg erase_components --cfg sha2_backend_soft=\"compact\"";

/// The computer players' network adds eight numbers at a time: browsers know how since 2021, Safari
/// since 16.4. The pages themselves do without.
const THINKER_FLAGS: &str = " -C target-feature=+simd128";

/// The programs that run in the browser, with the profile that ships them: the pages small, the
/// computer players fast.
const PROGRAMS: [(&str, &str); 2] = [(PAGE, "wasm-release"), ("thinker", "wasm-engine")];

/// The one that is cut into pieces.
const PAGE: &str = "web";

/// How the pages are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Fast to build, with names for the debugger.
    Dev,
    /// As they are shipped: small, and compressed beside.
    Release,
    /// As they are shipped, with names for a profile.
    Named,
}

/// `cargo xtask ui [--dev|--release|--named]`.
pub fn run(args: &[String]) -> Result<()> {
    let mode = match args {
        [] => Mode::Release,
        [flag] if flag == "--release" => Mode::Release,
        [flag] if flag == "--dev" => Mode::Dev,
        [flag] if flag == "--named" => Mode::Named,
        _ => bail!("usage: cargo xtask ui [--dev|--release|--named]"),
    };
    build(mode).map(|_| ())
}

/// Builds the pages into `<target>/web-dist` and returns that folder.
pub fn build(mode: Mode) -> Result<PathBuf> {
    rust_target::require(TARGET)?;
    let programs = PROGRAMS.map(|(program, shipped)| match mode {
        Mode::Dev => (program, "dev"),
        Mode::Release | Mode::Named => (program, shipped),
    });
    // Each is linked by one thread in the end, and each has a folder of its own: they are built
    // side by side.
    std::thread::scope(|scope| {
        let compiling =
            programs.map(|(program, profile)| scope.spawn(move || compile(program, profile)));
        compiling.into_iter().try_for_each(|it| it.join().expect("no compiler panics"))
    })?;
    let mut bundle = Bundle::default();
    for (program, profile) in programs {
        let folder = if profile == "dev" { "debug" } else { profile };
        let wasm = target_dir().join(TARGET).join(folder).join(format!("{program}.wasm"));
        let files = bind(program, &wasm, mode)?;
        match program {
            PAGE => bundle.add_program(&files)?,
            _ => bundle.add_folder(&files)?,
        }
    }
    bundle.add_folder(&shell::root().join("apps/web/static"))?;
    bundle.inline_styles()?;
    bundle.squeeze_scripts()?;
    bundle.name_version()?;
    bundle.seal()?;
    let folder = target_dir().join("web-dist");
    bundle.write(&folder, mode == Mode::Release)?;
    println!("ui      {}", folder.display());
    if mode == Mode::Release {
        first_load::check(&folder, &bundle)?;
    }
    Ok(folder)
}

fn compile(program: &str, profile: &str) -> Result<()> {
    println!("ui      compiling {program} ({profile})");
    let mut cargo = cargo();
    if program != PAGE {
        cargo.env(WASM_FLAGS, [FLAGS, THINKER_FLAGS].concat());
    }
    run_command(cargo.args(["build", "--package", program]).args([
        "--target",
        TARGET,
        "--profile",
        profile,
    ]))
}

/// Cargo reads the compiler's flags for the browser here.
const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Cargo with the flags of the pages.
pub fn cargo() -> Command {
    let mut cargo = shell::cargo();
    cargo.env(WASM_FLAGS, FLAGS);
    cargo
}

/// A folder with the script that loads the wasm, and the wasm as that script wants it.
fn bind(program: &str, wasm: &Path, mode: Mode) -> Result<PathBuf> {
    let is_stripped = mode == Mode::Release;
    let folder = target_dir().join("web-bindgen").join(program);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let wasm = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let first = if program == PAGE { pieces::cut(&wasm, &folder, is_stripped)? } else { wasm };
    Bindgen::new()
        .input_bytes(program, first)
        .web(true)?
        .typescript(false)
        .keep_debug(mode == Mode::Dev)
        // The pieces call into the first file through its table of functions.
        .keep_lld_exports(program == PAGE)
        .remove_name_section(is_stripped)
        .remove_producers_section(is_stripped)
        .generate(&folder)
        .with_context(|| format!("cannot make the script of {program}"))?;
    Ok(folder)
}
