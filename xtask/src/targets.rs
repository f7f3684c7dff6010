//! Checks for targets that are not linked here.

use crate::{
    no_std_crates::NO_STD,
    rust_target,
    shell::{cargo, run},
};
use anyhow::Result;

/// Packages that the page needs besides the `no_std` crates.
const IN_THE_PAGE: &[&str] =
    &["chuhe-table", "chuhe-record", "chuhe-bots", "board-art", "i18n", "ui-model"];

/// The other packages that contain no C.
const WITHOUT_C: &[&str] = &[
    "chuhe-conformance",
    "chuhe-rating",
    "chuhe-search",
    "chuhe-nnue",
    "chuhe-uci",
    "chuhe-rules-query",
    "chuhe-smart-boards",
    "engine",
    "arena",
    "train",
    "atomic-file",
];

/// macOS on both architectures.
const MACS: [&str; 2] = ["aarch64-apple-darwin", "x86_64-apple-darwin"];

/// Cargo arguments for the `no_std` crates and `more` packages.
pub fn packages(more: &[&str]) -> Vec<String> {
    let no_std = NO_STD.iter().map(|name| format!("chuhe-{name}"));
    let names = no_std.chain(more.iter().map(ToString::to_string));
    names.flat_map(|name| ["-p".to_owned(), name]).collect()
}

/// Checks the `no_std` crates and `more` packages for a target.
pub fn check(target: &str, more: &[&str]) -> Result<()> {
    run(cargo().args(["check", "--target", target]).args(packages(more)))
}

/// `cargo xtask macs`: checks all packages without C for macOS.
pub fn macs() -> Result<()> {
    for mac in MACS {
        rust_target::require(mac)?;
        check(mac, &[IN_THE_PAGE, WITHOUT_C].concat())?;
    }
    Ok(())
}
