//! Every text format against mutated input, guided by coverage.
//!
//! libFuzzer with the stable compiler: the sanitizer-coverage pass is LLVM's own and needs no
//! nightly toolchain, only the flags below. Panics are what the targets look for; the rules crates
//! have no `unsafe` for an address sanitizer to watch.

use super::work_dir;
use crate::shell::{self, cargo, command};
use anyhow::{Context, Result};

/// How long each target runs, in seconds.
const SECONDS: u32 = 4;

const COVERAGE: &str = "--cfg fuzzing \
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1 \
    -Cdebug-assertions \
    -Coverflow-checks";

pub fn run() -> Result<()> {
    let build_dir = work_dir("fuzz")?;
    // `--target` keeps the coverage flags away from build scripts, which are not linked to libFuzzer.
    let host = host()?;
    let mut build = cargo();
    build.current_dir(shell::root().join("fuzz")).env("CARGO_TARGET_DIR", &build_dir);
    build.env("RUSTFLAGS", COVERAGE).args(["build", "--release", "--bins", "--target", &host]);
    shell::run(&mut build)?;
    let mut targets: Vec<String> = std::fs::read_dir(shell::root().join("fuzz/targets"))?
        .filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    targets.sort();
    for target in &targets {
        println!("fuzz {target} for {SECONDS} s");
        let grown = work_dir(&format!("corpus/{target}"))?;
        let seeds = shell::root().join("fuzz/corpus").join(target);
        let mut fuzz = command(build_dir.join(&host).join("release").join(target));
        fuzz.arg(&grown).arg(&seeds);
        fuzz.args([
            format!("-max_total_time={SECONDS}"),
            "-timeout=5".into(),
            "-verbosity=0".into(),
        ]);
        fuzz.args(["-print_final_stats=1", "-rss_limit_mb=2048"]);
        fuzz.arg(format!("-artifact_prefix={}/", grown.display()));
        shell::run(&mut fuzz)
            .with_context(|| format!("target {target}; the input lies in {}", grown.display()))?;
    }
    Ok(())
}

fn host() -> Result<String> {
    let version = shell::read(command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc -vV names no host")
}
