//! Runs steps in separate processes, in parallel with others. The output of each is printed when it
//! ends.

use super::{Ended, Step};
use anyhow::{Context, Result, bail};
use std::{
    io::{Read, Write},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

/// Runs the steps one after the other with `program`, the file of this program.
pub fn run(program: &Path, steps: Vec<&Step>) -> Vec<Ended> {
    let run = |step: &Step| {
        let began = Instant::now();
        let result = run_step(program, step);
        Ended { name: step.name, took: began.elapsed(), result }
    };
    steps.into_iter().map(run).collect()
}

fn run_step(program: &Path, step: &Step) -> Result<()> {
    println!("━━ {} runs in parallel", step.name);
    // One pipe for both streams keeps their order.
    let (mut reader, writer) = std::io::pipe().context("cannot create a pipe")?;
    let mut command = Command::new(program);
    command.args(["verify", step.name]).stdin(Stdio::null());
    command.stdout(writer.try_clone().context("cannot create a pipe")?).stderr(writer);
    let mut child = command.spawn().context("cannot start this program again")?;
    drop(command);
    let mut said = Vec::new();
    reader.read_to_end(&mut said).context("reading the output of the step")?;
    let status = child.wait()?;
    std::io::stdout().lock().write_all(&said)?;
    if status.success() {
        return Ok(());
    }
    bail!("{}", failure(step.name, &String::from_utf8_lossy(&said)))
}

/// The error of a failed step, at the end of its output.
fn failure(step: &str, said: &str) -> String {
    let reason = said.rsplit_once(&format!("error: {step}: ")).map(|(_, reason)| reason.trim_end());
    reason.unwrap_or("it printed no error").to_owned()
}

#[cfg(test)]
mod tests {
    use super::failure;

    #[test]
    fn the_reason_comes_last() {
        let said =
            "error: fuzz: a word of a test\n━━ fuzz FAILED: …\nerror: fuzz: 2 failed:\n  a\n  b\n";
        assert_eq!(failure("fuzz", said), "2 failed:\n  a\n  b");
        assert_eq!(failure("fuzz", "Killed\n"), "it printed no error");
    }
}
