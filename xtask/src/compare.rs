//! `cargo xtask compare`: measures another commit and this one in turn, with the same programs.
//!
//! Each commit is built in its own folder. The measuring programs are those of this checkout. They
//! start the `chuhe` named by `CHUHE_PROGRAM` and print lines `measured NAME: VALUE UNIT`.

use crate::shell::{cargo, command, read, run as run_command, show, target_dir};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env::consts::EXE_SUFFIX,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

const USAGE: &str = "usage: cargo xtask compare COMMIT [build|server|page]...";

/// Number of measurements of each commit. The median counts.
const ROUNDS: usize = 3;

/// Files that get a line more, to measure the build after it.
const CHANGED: [(&str, &str); 3] = [
    ("xiangqi", "crates/xiangqi/src/lib.rs"),
    ("server", "crates/server/src/lib.rs"),
    ("web", "apps/web/src/main.rs"),
];

/// Measures the parts, or all of them, and prints a table with the ratios.
pub fn run(args: &[String]) -> Result<()> {
    let Some((base, parts)) = args.split_first() else { bail!(USAGE) };
    ensure!(parts.iter().all(|part| ["build", "server", "page"].contains(&part.as_str())), USAGE);
    let is_chosen = |part: &str| parts.is_empty() || parts.iter().any(|name| name == part);
    let versions = [Version::check_out("base", base)?, Version::check_out("head", "HEAD")?];
    let mut results = Results::default();
    if is_chosen("build") {
        for (at, version) in versions.iter().enumerate() {
            version.time_builds(|name, seconds| results.add(at, name, seconds, "s"))?;
        }
    }
    let (is_server, is_page) = (is_chosen("server"), is_chosen("page"));
    if is_server || is_page {
        versions.iter().try_for_each(Version::build_program)?;
    }
    for _ in 0..ROUNDS {
        for (at, version) in versions.iter().enumerate() {
            if is_server {
                let mut load = cargo();
                load.args(["bench", "-p", "server", "--bench", "load", "--", "compare"]);
                results.read(at, load.env("CHUHE_PROGRAM", version.program()))?;
            }
            for example in ["first_load", "long_tasks"].into_iter().filter(|_| is_page) {
                let mut example = example_of_pages(example);
                results.read(at, example.env("CHUHE_PROGRAM", version.program()))?;
            }
        }
    }
    results.print();
    Ok(())
}

fn example_of_pages(name: &str) -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "-p", "browser", "--example", name, "--"]);
    // One round is one page load.
    command.args((name == "first_load").then_some("1"));
    command
}

/// A commit with its source and target folders.
struct Version {
    source: PathBuf,
    target: PathBuf,
}

impl Version {
    /// Checks a commit out into a new folder.
    fn check_out(name: &str, commit: &str) -> Result<Version> {
        let folder = target_dir().join("compare");
        let version =
            Version { source: folder.join(name), target: folder.join(format!("{name}-target")) };
        if version.source.exists() {
            fs::remove_dir_all(&version.source)?;
        }
        fs::create_dir_all(&folder)?;
        let commit = read(command("git").args(["rev-parse", "--verify", commit]))?;
        let clone = ["clone", "--quiet", "--shared", "--no-checkout", "."];
        run_command(command("git").args(clone).arg(&version.source))?;
        let mut checkout = command("git");
        checkout.arg("-C").arg(&version.source);
        run_command(checkout.args(["checkout", "--quiet", "--detach", commit.trim()]))?;
        Ok(version)
    }

    /// Cargo for this commit.
    fn cargo(&self) -> Command {
        let mut cargo = cargo();
        cargo.current_dir(&self.source).env("CARGO_TARGET_DIR", &self.target);
        cargo
    }

    fn program(&self) -> PathBuf {
        self.target.join("release").join(format!("chuhe{EXE_SUFFIX}"))
    }

    /// Builds the pages and the program as shipped.
    fn build_program(&self) -> Result<()> {
        run_command(self.cargo().args(["xtask", "ui"]))?;
        run_command(self.cargo().args(["build", "--release", "--package", "chuhe"]))
    }

    /// Measures builds of the workspace: from nothing, and after a new line in each of the files.
    fn time_builds(&self, mut add: impl FnMut(&str, f64)) -> Result<()> {
        if self.target.exists() {
            fs::remove_dir_all(&self.target)?;
        }
        let build = || -> Result<f64> {
            let began = Instant::now();
            run_command(self.cargo().args(["build", "--quiet", "--workspace"]))?;
            Ok(began.elapsed().as_secs_f64())
        };
        add("build from nothing", build()?);
        for (name, file) in CHANGED {
            append_line(&self.source.join(file))?;
            add(&format!("build after a change in {name}"), build()?);
        }
        run_command(command("git").arg("-C").arg(&self.source).args(["checkout", "--quiet", "."]))
    }
}

fn append_line(path: &Path) -> Result<()> {
    let file = OpenOptions::new().append(true).open(path);
    let mut file = file.with_context(|| path.display().to_string())?;
    Ok(writeln!(file, "#[doc(hidden)]\npub const COMPARED: u8 = 0;")?)
}

/// The values of both commits, in the order of their first measurement.
#[derive(Default)]
struct Results(Vec<Measured>);

struct Measured {
    name: String,
    unit: String,
    values: [Vec<f64>; 2],
}

impl Results {
    fn add(&mut self, version: usize, name: &str, value: f64, unit: &str) {
        let at = self.0.iter().position(|it| it.name == name).unwrap_or_else(|| {
            self.0.push(Measured {
                name: name.into(),
                unit: unit.into(),
                values: [vec![], vec![]],
            });
            self.0.len() - 1
        });
        self.0[at].values[version].push(value);
    }

    /// Runs a measuring program and adds the values it prints. The program may fail on its own
    /// limits.
    fn read(&mut self, version: usize, program: &mut Command) -> Result<()> {
        println!("{}: {}", ["base", "head"][version], show(program));
        let output = program.stderr(Stdio::inherit()).output().context("cargo does not start")?;
        let text = String::from_utf8_lossy(&output.stdout);
        print!("{text}");
        let lines: Vec<_> = text.lines().filter_map(measured).collect();
        ensure!(!lines.is_empty(), "nothing was measured");
        for (name, value, unit) in lines {
            self.add(version, name, value, unit);
        }
        Ok(())
    }

    fn print(&mut self) {
        println!("\n{:<64} {:>10} {:>10}  ratio", "median", "base", "head");
        for Measured { name, unit, values } in &mut self.0 {
            let [base, head] = values.each_mut().map(|values| median(values));
            let ratio = head / base;
            println!("{:<64} {base:>10.1} {head:>10.1}  {ratio:.3}", format!("{name}, {unit}"));
        }
    }
}

/// Parses a line `measured NAME: VALUE UNIT`.
fn measured(line: &str) -> Option<(&str, f64, &str)> {
    let (name, value) = line.strip_prefix("measured ")?.rsplit_once(": ")?;
    let (value, unit) = value.split_once(' ')?;
    Some((name, value.parse().ok()?, unit))
}

/// The middle value; NaN of none.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed() {
        for (line, expected) in [
            (
                "measured longest task, xiangqi: a drag: 18.2 ms",
                Some(("longest task, xiangqi: a drag", 18.2, "ms")),
            ),
            ("measured tasks over 50 ms: 0 tasks", Some(("tasks over 50 ms", 0.0, "tasks"))),
            ("measured a: b ms", None),
            ("measured a: 1", None),
            ("a: 1 ms", None),
        ] {
            assert_eq!(measured(line), expected, "{line}");
        }
    }

    #[test]
    fn the_middle_counts() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert!(median(&mut []).is_nan());
    }
}
