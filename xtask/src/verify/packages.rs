//! Crates that others may depend on: each makes a package, and builds with the oldest compiler that
//! it promises.

use crate::{
    cargo_metadata,
    shell::{self, cargo, command, has, read, run},
};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::process::Stdio;

/// Packages everything that is not kept at home. What one of them needs of another is taken from
/// beside it, so that nothing has to lie in a registry; and what lies at home is found missing.
pub fn check() -> Result<()> {
    let metadata = cargo_metadata::read(&mut cargo(), &["--no-deps"])?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    // `publish = false` is an empty list of registries.
    let published: Vec<&str> = packages
        .iter()
        .filter(|package| package["publish"].is_null())
        .filter_map(|package| package["name"].as_str())
        .collect();
    let named: Vec<&str> = published.iter().flat_map(|name| ["-p", *name]).collect();
    let package = |extra: &[&str]| {
        let mut package = cargo();
        package.args(["package", "--quiet", "--locked", "--allow-dirty", "--no-verify"]);
        package.args(extra).args(&named);
        package
    };
    // A machine that has built everything needs no network; a fresh one has yet to see the index.
    if run(package(&["--offline"]).stderr(Stdio::null())).is_err() {
        run(&mut package(&[]))?;
    }
    println!("{} packages", published.len());
    oldest_compiler(packages, &named)
}

/// Checks with the compiler of `rust-version`, unless that is the one that checks everything else.
fn oldest_compiler(packages: &[Value], named: &[&str]) -> Result<()> {
    let promised = packages.iter().find_map(|package| package["rust_version"].as_str());
    let promised = promised.context("no package has a rust-version")?;
    let version = read(command("rustc").arg("--version"))?;
    let running = version.split_whitespace().nth(1).unwrap_or_default();
    if running.split('.').take(2).eq(promised.split('.').take(2)) {
        println!("Rust {promised}, the oldest compiler promised, is the one that runs here");
        return Ok(());
    }
    let has_promised = has("rustup")
        && read(command("rustup").args(["toolchain", "list"]))?.lines().any(|line| {
            line.starts_with(&format!("{promised}-")) || line.starts_with(&format!("{promised}."))
        });
    if !has_promised {
        bail!(
            "this is Rust {running}; that {promised} is enough can be checked after\n  \
             rustup toolchain install {promised} --profile minimal"
        );
    }
    let toolchain = format!("+{promised}");
    let mut check = command("cargo");
    // Another compiler's artefacts would be made again by the next step.
    check.env("CARGO_TARGET_DIR", shell::target_dir().join("verify/oldest"));
    check.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC").env_remove("CARGO");
    run(check.arg(toolchain).args(["check", "--locked"]).args(named))
}
