//! The test programs of a workspace.

use super::compiler;
use crate::shell::{show, target_dir};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Excludes the crates of the pages and their computer players, which are built only for the
/// browser.
pub const NOT_FOR_HOST: &[&str] = &["--exclude", "web", "--exclude", "thinker"];

/// A test program: a crate's unit tests, or one file of its integration tests.
pub struct TestProgram {
    pub package: String,
    /// The source as cargo prints it: `unittests src/lib.rs`, `tests/perft.rs`.
    pub source: String,
    path: PathBuf,
    /// The package's folder.
    folder: PathBuf,
}

impl TestProgram {
    /// The line that cargo prints when it runs the program.
    pub fn running(&self) -> String {
        format!("     Running {} ({})", self.source, self.path.display())
    }

    /// The command that runs the program in its package's folder.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.env("CARGO_PKG_NAME", &self.package).stdin(Stdio::null());
        command
    }
}

/// Programs and warnings of a build.
#[derive(Default)]
pub struct Build {
    pub programs: Vec<TestProgram>,
    /// Number of warnings.
    pub warnings: usize,
}

/// Builds the tests of everything for the host, and `chuhe`. All steps build the same set and run a
/// part of it: building one package's tests alone would change the features of shared dependencies
/// and rebuild them.
pub fn build_all() -> Result<Vec<TestProgram>> {
    build_all_with(&[])
}

/// The same with further arguments, such as features or a selection of files.
pub fn build_all_with(arguments: &[&str]) -> Result<Vec<TestProgram>> {
    build(&[&["--workspace"], NOT_FOR_HOST, arguments].concat())
}

/// Builds the program `chuhe` as the tests use it, and returns its path.
pub fn build_chuhe() -> Result<PathBuf> {
    build_all()?;
    Ok(target_dir().join("debug").join(format!("chuhe{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the tests that the arguments select.
pub fn build(arguments: &[&str]) -> Result<Vec<TestProgram>> {
    Ok(build_checked(arguments)?.programs)
}

/// The same with the number of warnings. Warnings of crates that are not rebuilt are repeated and
/// counted.
pub fn build_checked(arguments: &[&str]) -> Result<Build> {
    let mut cargo = compiler::cargo()?;
    cargo.args(["test", "--no-run", "--message-format=json"]).args(arguments);
    let shown = show(&cargo);
    cargo.stdout(Stdio::piped());
    let mut child = cargo.spawn().context("cannot start cargo")?;
    let mut build = Build::default();
    for line in BufReader::new(child.stdout.take().context("cargo has no output")?).lines() {
        let line = line.context("cargo prints no UTF-8")?;
        build.take(&serde_json::from_str(&line).context("cargo prints no JSON")?)?;
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    build.programs.sort_by(|a, b| (&a.package, &a.source).cmp(&(&b.package, &b.source)));
    Ok(build)
}

impl Build {
    /// Handles a message of cargo.
    fn take(&mut self, message: &Value) -> Result<()> {
        if message["reason"] == "compiler-message" {
            eprint!("{}", message["message"]["rendered"].as_str().unwrap_or_default());
            let said = message["message"]["message"].as_str().unwrap_or_default();
            // The summary line is not a warning itself.
            let is_sum = said.ends_with(" emitted");
            let is_warning = message["message"]["level"] == "warning" && !is_sum;
            self.warnings += usize::from(is_warning);
        }
        let is_test = message["profile"]["test"].as_bool() == Some(true);
        let is_bench = message["target"]["kind"].as_array().is_some_and(|kind| kind == &["bench"]);
        if let (true, Some(path)) = (is_test && !is_bench, message["executable"].as_str()) {
            self.programs.push(read(message, path.into()).context("cargo describes no program")?);
        }
        Ok(())
    }
}

/// Parses cargo's description of a program.
fn read(message: &Value, path: PathBuf) -> Option<TestProgram> {
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let source = Path::new(message["target"]["src_path"].as_str()?).strip_prefix(folder).ok()?;
    let is_integration = message["target"]["kind"].as_array()?.iter().any(|kind| kind == "test");
    let package = message["package_id"].as_str()?.rsplit('/').next()?;
    // `path+file:///checkout/crates/store#0.1.0`, or `…/crates/game#chuhe-game@0.1.0`.
    let (folder_name, rest) = package.split_once('#')?;
    let package = rest.split_once('@').map_or(folder_name, |(name, _)| name);
    Some(TestProgram {
        package: package.to_owned(),
        source: format!("{}{}", if is_integration { "" } else { "unittests " }, source.display()),
        path,
        folder: folder.to_owned(),
    })
}
