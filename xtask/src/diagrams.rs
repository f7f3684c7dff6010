//! `cargo xtask diagrams`: the pictures of docs/rules, drawn again.

use crate::shell::{cargo, run as run_command};
use anyhow::Result;

/// Draws them; crates/ui-model/tests/diagrams.rs checks that the committed ones are the same.
pub fn run() -> Result<()> {
    run_command(cargo().args([
        "run",
        "--quiet",
        "--package",
        "ui-model",
        "--example",
        "diagrams",
        "--",
        "docs/rules/diagrams.txt",
        "docs/rules/img",
    ]))
}
