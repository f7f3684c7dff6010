//! What is checked for machines for which nothing is linked here.

use crate::{
    rust_target,
    shell::{cargo, run},
    small_rooms::NO_STD,
};
use anyhow::Result;

/// The packages that the page needs beside the small rooms.
pub const IN_THE_PAGE: &[&str] = &["chuhe-table", "chuhe-record", "chuhe-bots", "ui-model"];

/// The rest of what needs no C.
const WITHOUT_C: &[&str] = &[
    "chuhe-conformance",
    "chuhe-rating",
    "chuhe-search",
    "chuhe-nnue",
    "chuhe-uci",
    "chuhe-rules-query",
    "chuhe-smart-boards",
    "engine",
    "atomic-file",
];

/// Macs of both kinds.
const MACS: [&str; 2] = ["aarch64-apple-darwin", "x86_64-apple-darwin"];

/// Checks the small rooms and `more` packages, with cargo's `arguments` for the target.
pub fn check(arguments: &[&str], more: &[&str]) -> Result<()> {
    let mut check = cargo();
    check.arg("check").args(arguments);
    NO_STD.iter().for_each(|room| {
        check.args(["-p", &format!("chuhe-{room}")]);
    });
    run(check.args(more.iter().flat_map(|name| ["-p", name])))
}

/// `cargo xtask macs`: everything that needs no C.
pub fn macs() -> Result<()> {
    for mac in MACS {
        rust_target::require(mac)?;
        check(&["--target", mac], &[IN_THE_PAGE, WITHOUT_C].concat())?;
    }
    Ok(())
}
