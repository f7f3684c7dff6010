//! Rust targets besides the host.

use crate::shell::{command, has, read, run, target_dir};
use anyhow::{Context, Result, bail};
use std::{
    fs::{self, File},
    path::Path,
};

/// Installs the standard library for `target` if it is missing.
///
/// One process installs at a time: another one would find a half-filled folder.
pub fn require(target: &str) -> Result<()> {
    fs::create_dir_all(target_dir())?;
    let lock = target_dir().join("rust-targets.lock");
    let lock = File::create(&lock).with_context(|| format!("cannot write {}", lock.display()))?;
    lock.lock()?;
    let query = ["--print", "target-libdir", "--target", target];
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder = read(command(rustc).args(query))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    println!("installing the Rust target {target}");
    let by_hand = format!(
        "chuhe needs the Rust target {target}; install it with\n  rustup target add {target}"
    );
    if !has("rustup") {
        bail!(
            "{by_hand}\n(or, without rustup, your distribution's package of Rust's standard library for it)"
        );
    }
    run(command("rustup").args(["target", "add", target])).map_err(|error| error.context(by_hand))
}
