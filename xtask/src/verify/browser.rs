//! Full games in Debian's Chromium.

use crate::shell::{cargo, run as run_command};
use anyhow::Result;

pub fn run() -> Result<()> {
    run_command(cargo().args(["build", "--release", "-p", "chuhe"]))?;
    run_command(cargo().args(["test", "-p", "browser", "--", "--test-threads=1"]))
}
