//! Checks the crates that are published: each can be packaged, and compiles with the oldest
//! supported compiler.

use crate::{
    cargo_metadata,
    shell::{self, cargo, command, has, read, run},
};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::process::Stdio;

/// Packages all crates that may be published. Their dependencies on each other are resolved within
/// the workspace, and a dependency on an unpublished crate is an error.
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
    // Works offline if the index is cached; a fresh machine needs the network.
    if run(package(&["--offline"]).stderr(Stdio::null())).is_err() {
        run(&mut package(&[]))?;
    }
    println!("{} packages", published.len());
    oldest_compiler(packages, &named)
}

/// Checks with the compiler of `rust-version`, unless that is the running one.
fn oldest_compiler(packages: &[Value], named: &[&str]) -> Result<()> {
    let promised = packages.iter().find_map(|package| package["rust_version"].as_str());
    let promised = promised.context("no package has a rust-version")?;
    let version = read(command("rustc").arg("--version"))?;
    let running = version.split_whitespace().nth(1).unwrap_or_default();
    if running.split('.').take(2).eq(promised.split('.').take(2)) {
        println!("Rust {promised}, the oldest supported compiler, is the running one");
        return Ok(());
    }
    let has_promised = has("rustup")
        && read(command("rustup").args(["toolchain", "list"]))?.lines().any(|line| {
            line.starts_with(&format!("{promised}-")) || line.starts_with(&format!("{promised}."))
        });
    if !has_promised {
        bail!(
            "this is Rust {running}; to check with {promised}, first run\n  \
             rustup toolchain install {promised} --profile minimal"
        );
    }
    let toolchain = format!("+{promised}");
    let mut check = command("cargo");
    // A separate folder: the next step would rebuild another compiler's artefacts.
    check.env("CARGO_TARGET_DIR", shell::target_dir().join("verify/oldest"));
    check.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC").env_remove("CARGO");
    run(check.arg(toolchain).args(["check", "--locked"]).args(named))
}
