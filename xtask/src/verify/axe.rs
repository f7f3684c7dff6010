//! The accessibility checker axe-core, which a browser test runs in the pages.

use super::work_dir;
use crate::shell::{self, command};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Package of the Python registry that contains the script. axe-core (MPL-2.0) runs in tests only.
const PACKAGE: &str = "axe-playwright-python==0.1.8";

/// Path of the script in the package.
const SCRIPT: &str = "axe_playwright_python/axe.min.js";

/// Downloads the script unless it is there. Returns its path.
pub fn script() -> Result<PathBuf> {
    let folder = work_dir("axe")?;
    let script = folder.join(SCRIPT);
    if !script.exists() {
        let python = super::differential::python()?;
        let mut pip = command(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(&folder);
        shell::run(pip.arg(PACKAGE)).context("cannot download axe-core")?;
    }
    Ok(script)
}
