//! `cargo xtask diagrams`: redraws the diagrams of docs/rules.

use crate::shell::{cargo, run as run_command};
use anyhow::Result;

/// Draws the diagrams. crates/board-art/tests/diagrams.rs checks that the committed ones are up to
/// date.
pub fn run() -> Result<()> {
    run_command(cargo().args([
        "run",
        "--quiet",
        "--package",
        "board-art",
        "--example",
        "diagrams",
        "--",
        "docs/rules/diagrams.txt",
        "docs/rules/img",
    ]))
}
