//! Rust targets besides the host.

use crate::shell::{command, has, read, run};
use anyhow::{Result, bail};
use std::path::Path;

/// Installs the standard library for `target` if it is missing.
pub fn require(target: &str) -> Result<()> {
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
