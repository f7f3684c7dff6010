//! Runs all tests to the end and lists the failures.

use super::test_program::TestProgram;
use crate::shell::show;
use anyhow::{Context, Result, bail};
use std::{
    io::{BufRead, BufReader, Write},
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

/// Test files that take longest. They start first, so that no long one is left at the end.
const SLOWEST: &[&str] =
    &["levels.rs", "seeds.rs", "sigkill.rs", "rules.rs", "lobby.rs", "hot_seat.rs", "games.rs"];

/// How test programs are run.
pub struct Plan<'a> {
    /// Number of programs that run at the same time.
    pub at_once: usize,
    pub arguments: &'a [&'a str],
    pub variables: &'a [(&'a str, &'a std::ffi::OsStr)],
}

/// Runs test programs in parallel and prints the output of each when it ends.
///
/// # Errors
/// Lists every test that failed.
pub fn run_programs(mut programs: Vec<TestProgram>, plan: &Plan) -> Result<()> {
    programs.sort_by_key(|program| {
        !SLOWEST.iter().any(|longest| program.source.ends_with(&format!("/{longest}")))
    });
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<()> {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let failed = run_program(program, plan)?;
            failures.lock().expect("no panic while it is held").extend(failed);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.at_once).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker ends"))
    })?;
    sum_up(&failures.into_inner().expect("no panic while it is held"))
}

/// Runs one program and returns its failures.
fn run_program(program: &TestProgram, plan: &Plan) -> Result<Vec<String>> {
    let began = Instant::now();
    let mut command = program.command();
    command.args(plan.arguments).envs(plan.variables.iter().copied());
    // One pipe for both streams keeps their order.
    let (mut reader, writer) = std::io::pipe().context("cannot create a pipe")?;
    command.stdout(writer.try_clone().context("cannot create a pipe")?).stderr(writer);
    let running = program.running();
    let mut child = command.spawn().with_context(|| format!("cannot start:{running}"))?;
    drop(command);
    let mut said = Vec::new();
    std::io::Read::read_to_end(&mut reader, &mut said)
        .context("reading the output of the tests")?;
    let status = child.wait()?;
    let mut failures = Failures::default();
    failures.take(&running);
    String::from_utf8_lossy(&said).lines().for_each(|line| failures.take(line));
    if !status.success() {
        failures.take("error: test failed");
    }
    let mut output = std::io::stdout().lock();
    writeln!(output, "{running}")?;
    output.write_all(&said)?;
    writeln!(
        output,
        "     {}: {status}, {:.1} s\n",
        program.package,
        began.elapsed().as_secs_f64()
    )?;
    Ok(failures.list)
}

fn sum_up(failures: &[String]) -> Result<()> {
    match failures {
        [] => Ok(()),
        list => bail!("{} failed:\n  {}", list.len(), list.join("\n  ")),
    }
}

/// Runs a `cargo test` command with inherited output; the tests of all crates run even if some
/// fail.
///
/// # Errors
/// Lists every test that failed.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    // One pipe for both streams keeps their order.
    let (reader, writer) = std::io::pipe().context("cannot create a pipe")?;
    command.stdout(writer.try_clone().context("cannot create a pipe")?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
    // The pipe ends when all writers are closed, including those that the command holds.
    command.stdout(std::process::Stdio::inherit()).stderr(std::process::Stdio::inherit());
    let mut failures = Failures::default();
    let mut output = std::io::stdout().lock();
    for line in BufReader::new(reader).split(b'\n') {
        let line = line.context("reading the output of the tests")?;
        output.write_all(&line)?;
        output.write_all(b"\n")?;
        failures.take(&String::from_utf8_lossy(&line));
    }
    let status = child.wait()?;
    if failures.list.is_empty() && !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    sum_up(&failures.list)
}

/// The failures so far.
#[derive(Default)]
struct Failures {
    /// The running test: its source, or the documentation of a crate.
    target: String,
    list: Vec<String>,
}

impl Failures {
    /// Handles a line of output.
    fn take(&mut self, line: &str) {
        let trimmed = line.trim();
        if let Some(running) = trimmed.strip_prefix("Running ") {
            // `unittests src/lib.rs (target/debug/deps/xiangqi-0123456789abcdef)`
            let (source, program) = running.split_once(" (").unwrap_or((running, ""));
            let file = program.rsplit('/').next().unwrap_or_default();
            let name = file.rsplit_once('-').map_or(file, |(name, _)| name);
            self.target = format!("{name} {source}");
        } else if let Some(name) = trimmed.strip_prefix("Doc-tests ") {
            self.target = format!("{name} documentation");
        } else if let Some(test) =
            line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED"))
        {
            self.list.push(format!("{}: {test}", self.target));
        } else if line.starts_with("error: test failed")
            || trimmed.starts_with("process didn't exit")
        {
            // A test that aborted its process has not reported a name.
            let is_known = self.list.iter().any(|failure| failure.starts_with(&self.target));
            if !is_known && !self.target.is_empty() {
                self.list.push(format!("{}: ended early", self.target));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_named() {
        let output = "\
   Compiling xiangqi v0.1.0
     Running unittests src/lib.rs (target/debug/deps/xiangqi-0123456789abcdef)
test moves::good ... ok
test moves::bad ... FAILED
failures:
    moves::bad
error: test failed, to rerun pass `-p chuhe-xiangqi --lib`
     Running tests/crash.rs (target/debug/deps/crash-0123456789abcdef)
error: test failed, to rerun pass `-p chuhe-xiangqi --test crash`
  process didn't exit successfully: `crash` (signal: 6)
     Running tests/fine.rs (target/debug/deps/fine-0123456789abcdef)
test fine ... ok
   Doc-tests xiangqi
test crates/xiangqi/src/lib.rs - perft (line 3) ... FAILED
error: doctest failed, to rerun pass `-p chuhe-xiangqi --doc`
";
        let mut failures = Failures::default();
        output.lines().for_each(|line| failures.take(line));
        let expected = [
            "xiangqi unittests src/lib.rs: moves::bad",
            "crash tests/crash.rs: ended early",
            "xiangqi documentation: crates/xiangqi/src/lib.rs - perft (line 3)",
        ];
        assert_eq!(failures.list, expected);
    }
}
