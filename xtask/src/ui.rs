//! `cargo xtask ui`: builds the pages from Rust and static files.

mod bundle;
#[path = "../../crates/i18n/src/catalogue.rs"]
#[allow(dead_code, reason = "the build script of the crate uses the rest")]
mod catalogue;
mod compress;
mod corpus;
mod first_load;
mod imports;
mod packs;
mod pieces;

use crate::{
    rust_target,
    shell::{self, run as run_command, target_dir},
};
use anyhow::{Context, Result, bail};
use bundle::Bundle;
use packs::FilesOfParts;
use pieces::Cut;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// Flags of the pages. Leptos erases the types of views: a tenth less WebAssembly and a shorter
/// build. SHA-256 is computed with loops: inputs are short, and the unrolled code is 6 KB longer.
const FLAGS: &str = "--cfg erase_components --cfg sha2_backend_soft=\"compact\"";

/// Additional flags of the computer players: their network uses SIMD, supported by browsers since
/// 2021 and Safari since 16.4. The pages do not use it.
const THINKER_FLAGS: &str = " -C target-feature=+simd128";

/// The WebAssembly programs with their release profiles: the pages optimised for size, the computer
/// players for speed.
const PROGRAMS: [(&str, &str); 2] = [(PAGE, "wasm-release"), ("thinker", "wasm-engine")];

/// The program that is split into pieces.
const PAGE: &str = "web";

/// How the pages are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Fast to build, with names for the debugger.
    Dev,
    /// As shipped: small, with compressed copies.
    Release,
    /// As shipped, but with names for a profiler.
    Named,
}

/// Runs `cargo xtask ui [--dev|--release|--named]`.
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
    let programs = PROGRAMS.map(|(program, shipped)| match mode {
        Mode::Dev => (program, "dev"),
        Mode::Release | Mode::Named => (program, shipped),
    });
    // Linking uses one thread per program, and each has its own folder, so they are built in
    // parallel.
    std::thread::scope(|scope| {
        let compiling =
            programs.map(|(program, profile)| scope.spawn(move || compile(program, profile)));
        compiling.into_iter().try_for_each(|it| it.join().expect("no compiler panics"))
    })?;
    let mut bundle = Bundle::default();
    let mut files_of = FilesOfParts::new();
    for (program, profile) in programs {
        let folder = if profile == "dev" { "debug" } else { profile };
        let wasm = target_dir().join(TARGET).join(folder).join(format!("{program}.wasm"));
        let (files, parts) = bind(program, &wasm, mode)?;
        files_of.extend(parts);
        match program {
            PAGE => bundle.add_program(&files)?,
            _ => bundle.add_folder(&files)?,
        }
    }
    bundle.add_folder(&shell::root().join("apps/web/static"))?;
    bundle.add_catalogues(&shell::root().join("crates/i18n/languages"))?;
    bundle.inline_styles()?;
    bundle.squeeze_scripts()?;
    bundle.name_version()?;
    bundle.seal()?;
    let folder = target_dir().join("web-dist");
    bundle.write(&folder, mode == Mode::Release)?;
    println!("ui      {}", folder.display());
    if mode == Mode::Release {
        first_load::check(&folder, &bundle, &files_of)?;
        corpus::check(&folder, &bundle)?;
    }
    Ok(folder)
}

fn compile(program: &str, profile: &str) -> Result<()> {
    println!("ui      compiling {program} ({profile})");
    let mut cargo = cargo()?;
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

/// Variable with the compiler flags for WebAssembly.
const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Cargo with the target and the flags of the pages.
pub fn cargo() -> Result<Command> {
    rust_target::require(TARGET)?;
    let mut cargo = shell::cargo();
    cargo.env(WASM_FLAGS, FLAGS);
    Ok(cargo)
}

/// Shortens the names of the imports of a program that was bound into this folder.
fn shorten_imports(program: &str, folder: &Path) -> Result<()> {
    let (binary, script) =
        (folder.join(format!("{program}_bg.wasm")), folder.join(format!("{program}.js")));
    let module = format!("./{program}_bg.js");
    let (wasm, text) =
        imports::shorten(&fs::read(&binary)?, &fs::read_to_string(&script)?, &module)?;
    fs::write(binary, wasm)?;
    fs::write(script, text)?;
    Ok(())
}

/// Creates a folder with the WebAssembly and the script that loads it. Returns the folder, and the files
/// in it that each part of the page needs besides the first ones.
fn bind(program: &str, wasm: &Path, mode: Mode) -> Result<(PathBuf, FilesOfParts)> {
    let is_stripped = mode == Mode::Release;
    let folder = target_dir().join("web-bindgen").join(program);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let wasm = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let Cut { first, files_of } = match program {
        PAGE => pieces::cut(&wasm, &folder, is_stripped)?,
        _ => Cut { first: wasm, files_of: FilesOfParts::new() },
    };
    Bindgen::new()
        .input_bytes(program, first)
        .web(true)?
        .typescript(false)
        .keep_debug(mode == Mode::Dev)
        // The pieces call into the first file through its function table.
        .keep_lld_exports(program == PAGE)
        .remove_name_section(is_stripped)
        .remove_producers_section(is_stripped)
        .generate(&folder)
        .with_context(|| format!("cannot make the script of {program}"))?;
    if is_stripped {
        shorten_imports(program, &folder)?;
    }
    Ok((folder, files_of))
}
