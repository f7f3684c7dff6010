//! The programs that a workspace's tests are.

use super::{code::ELSEWHERE, compiler};
use crate::shell::{show, target_dir};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// One program: a crate's unit tests, or one file of its integration tests.
pub struct TestProgram {
    pub package: String,
    /// As cargo says it: `unittests src/lib.rs`, `tests/perft.rs`.
    pub source: String,
    path: PathBuf,
    /// The package's own folder.
    folder: PathBuf,
}

impl TestProgram {
    /// The line by which cargo says that it runs.
    pub fn running(&self) -> String {
        format!("     Running {} ({})", self.source, self.path.display())
    }

    /// The program where its tests expect to be.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.env("CARGO_PKG_NAME", &self.package).stdin(Stdio::null());
        command
    }
}

/// What a build has made and said.
#[derive(Default)]
pub struct Build {
    pub programs: Vec<TestProgram>,
    /// How often something was found to be wrong that keeps nothing from being built.
    pub warnings: usize,
}

/// Builds the tests of everything that is for the host, and `chuhe` with them. All steps build the
/// same, and each runs its part: cargo gives what crates share the features that all which is being
/// built asks for, so that one package's tests alone would want most of it built again.
pub fn build_all() -> Result<Vec<TestProgram>> {
    build_all_with(&[])
}

/// The same, with features or only some of the files.
pub fn build_all_with(arguments: &[&str]) -> Result<Vec<TestProgram>> {
    build(&[&["--workspace"], ELSEWHERE, arguments].concat())
}

/// The program `chuhe`, as the tests have it.
pub fn build_chuhe() -> Result<PathBuf> {
    build_all()?;
    Ok(target_dir().join("debug").join(format!("chuhe{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the tests of what cargo is told.
pub fn build(arguments: &[&str]) -> Result<Vec<TestProgram>> {
    Ok(build_checked(arguments)?.programs)
}

/// The same, with what was found. What was said of a crate when it was built is said again when it
/// need not be.
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
    /// Takes in what cargo says.
    fn take(&mut self, message: &Value) -> Result<()> {
        if message["reason"] == "compiler-message" {
            eprint!("{}", message["message"]["rendered"].as_str().unwrap_or_default());
            let said = message["message"]["message"].as_str().unwrap_or_default();
            // The sum at the end is no warning of its own.
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

/// What cargo says of a program.
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
