//! Runs the fuzz targets: parsers and games with mutated input, guided by coverage.
//!
//! libFuzzer works with the stable compiler: LLVM's coverage pass needs only the flags below and no
//! nightly toolchain. The targets detect panics; an address sanitizer is not needed, because the
//! rules crates contain no `unsafe`.

use super::work_dir;
use crate::shell::{self, cargo, command};
use anyhow::{Context, Result, bail};
use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Duration of a run.
#[derive(Clone, Copy)]
struct Form {
    /// Seconds per target that runs for a time.
    seconds: u32,
    /// Number of runs per target that runs a number of times.
    runs: u32,
}

/// The form for `cargo verify`.
const SHORT: Form = Form { seconds: 2, runs: 100_000 };
/// The form for a long run.
const LONG: Form = Form { seconds: 600, runs: 1_000_000 };

/// Targets that run a number of times, with the maximum length of their inputs. They cover what a
/// board's line and referee must handle, independently of the machine's speed.
const COUNTED: &[(&str, u32)] = &[("board_frames", 49), ("board_lines", 384), ("link_frames", 256)];

const COVERAGE: &str = "--cfg fuzzing \
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1 \
    -Cdebug-assertions \
    -Coverflow-checks";

/// Runs the short form.
pub fn run() -> Result<()> {
    run_form(SHORT)
}

/// `cargo xtask fuzz [SECONDS]`: runs the long form.
pub fn run_long(args: &[String]) -> Result<()> {
    match args {
        [] => run_form(LONG),
        [seconds] => {
            let seconds = seconds.parse().with_context(|| format!("{seconds}: not a number"))?;
            run_form(Form { seconds, ..LONG })
        }
        _ => bail!("usage: cargo xtask fuzz [SECONDS]"),
    }
}

fn run_form(form: Form) -> Result<()> {
    let build_dir = work_dir("fuzz")?;
    // With `--target`, the coverage flags do not apply to build scripts, which are not linked to
    // libFuzzer.
    let host = shell::host()?;
    let mut build = cargo();
    build.current_dir(shell::root().join("fuzz")).env("CARGO_TARGET_DIR", &build_dir);
    build.env("RUSTFLAGS", COVERAGE).args(["build", "--release", "--bins", "--target", &host]);
    shell::run(&mut build)?;
    let mut targets: Vec<String> = std::fs::read_dir(shell::root().join("fuzz/targets"))?
        .filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    // The targets with a number of runs take longest, so they start first.
    targets.sort_by_key(|target| (longest_of(target).is_none(), target.clone()));
    let programs = build_dir.join(&host).join("release");
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            fuzz(target, &programs, form)
                .with_context(|| format!("target {target}; the input lies in its corpus"))?;
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(targets.len());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a fuzzer's thread ends"))
    })
}

/// Maximum input length of a target with a number of runs; `None` for one that runs for a time.
fn longest_of(target: &str) -> Option<u32> {
    COUNTED.iter().find(|(counted, _)| *counted == target).map(|&(_, longest)| longest)
}

/// Runs one target on its accumulated corpus and its seeds.
fn fuzz(target: &str, programs: &Path, Form { seconds, runs }: Form) -> Result<()> {
    let grown = work_dir(&format!("corpus/{target}"))?;
    let mut fuzz = command(programs.join(target));
    fuzz.arg(&grown).arg(shell::root().join("fuzz/corpus").join(target));
    match longest_of(target) {
        Some(longest) => {
            println!("fuzz {target}, {runs} times");
            fuzz.args([format!("-runs={runs}"), format!("-max_len={longest}")]);
        }
        None => {
            println!("fuzz {target} for {seconds} s");
            fuzz.arg(format!("-max_total_time={seconds}"));
        }
    }
    fuzz.args(["-timeout=5", "-verbosity=0", "-print_final_stats=1", "-rss_limit_mb=2048"]);
    fuzz.arg(format!("-artifact_prefix={}/", grown.display()));
    shell::run(&mut fuzz)
}
