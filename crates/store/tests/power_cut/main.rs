//! Power cuts at the level of files. Unsynced data survives completely, partially or not at all, in
//! any order; acknowledged data always survives.
//!
//! A writer runs under strace, which records every write with its bytes and every sync. The trace
//! is replayed up to random points. For each unsynced sector a random choice decides whether it
//! survives. The store then opens the result.
//!
//! `CHUHE_CUTS` sets the number of cuts, and `CHUHE_CUTS_SEED` repeats an earlier run.
#![cfg(target_os = "linux")]

mod disk;
mod luck;
mod trace;
mod writer;

use disk::Disk;
use luck::Luck;
use std::{
    collections::BTreeMap,
    hash::{BuildHasher, RandomState},
    io::Write,
    path::Path,
    process::Command,
};
use store::{GameLog, SqliteStore, StoreError};
use trace::Op;
use writer::{GAMES, append, event};

/// Default number of cuts.
const CUTS: u64 = 100;
/// Tells the child process that it is the writer.
const FOLDER: &str = "CHUHE_CUTS_FOLDER";

/// The writer, when started by the test below; otherwise does nothing.
#[tokio::test]
async fn writes_under_strace() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        writer::write(Path::new(&folder)).await;
    }
}

#[test]
fn a_power_cut_loses_nothing_that_was_acknowledged() {
    let Some(ops) = traced() else { return };
    let cuts = variable("CHUHE_CUTS").unwrap_or(CUTS);
    let seed = variable("CHUHE_CUTS_SEED").unwrap_or_else(|| RandomState::new().hash_one(cuts));
    let is_database = |op: &Op| matches!(op, Op::Write { file, .. } if file == "chuhe.db");
    let is_told = |op: &Op| matches!(op, Op::Acknowledged { .. });
    let told = ops.iter().position(is_told).expect("acknowledgements");
    let last = ops.iter().rposition(is_told).expect("acknowledgements");
    let checkpoints = ops[told..last].iter().filter(|op| is_database(op)).count();
    eprintln!("CHUHE_CUTS={cuts} CHUHE_CUTS_SEED={seed}: {} steps", ops.len());
    assert!(checkpoints > 0, "no checkpoint of the WAL happened during the run");
    if let Err(what) = cut(&ops, cuts, seed) {
        panic!("{what}");
    }
    // Without the syncs of the log a loss must be found.
    let is_synced_log = |op: &Op| matches!(op, Op::Sync(file) if file.ends_with("-wal"));
    let lazy: Vec<Op> = ops.into_iter().filter(|op| !is_synced_log(op)).collect();
    let lost = cut(&lazy, CUTS, seed).expect_err("a loss");
    eprintln!("without syncs: {lost}");
}

/// Simulates the power cuts and returns the first loss.
fn cut(ops: &[Op], cuts: u64, seed: u64) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .expect("a runtime");
    let mut luck = Luck::new(seed);
    let mut points: Vec<usize> =
        (0..cuts).map(|_| luck.below(ops.len() as u64 + 1) as usize).collect();
    points.sort_unstable();
    let mut disk = Disk::default();
    let mut acknowledged = BTreeMap::new();
    let mut done = 0;
    for point in points {
        for op in &ops[done..point] {
            match op {
                Op::Acknowledged { game, count } => _ = acknowledged.insert(game.clone(), *count),
                op => disk.take(op),
            }
        }
        done = point;
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in disk.after_a_cut(&mut luck) {
            std::fs::write(folder.path().join(name), bytes).expect("a file");
        }
        let looked = runtime.block_on(check(folder.path(), &acknowledged));
        looked.map_err(|error| format!("cut after step {point}, seed {seed}: {error}"))?;
    }
    Ok(())
}

/// Records the writer's operations with strace. `None` where tracing is forbidden. Debian: strace.
fn traced() -> Option<Vec<Op>> {
    let folder = tempfile::tempdir().unwrap();
    let (data, trace) = (folder.path().join("data"), folder.path().join("trace"));
    std::fs::create_dir(&data).unwrap();
    let calls = "trace=openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,\
                 renameat,renameat2";
    let output = Command::new("strace")
        .args(["-f", "-y", "-xx", "-s", "1000000", "-e", calls, "-o"])
        .arg(&trace)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "writes_under_strace", "--nocapture", "--test-threads=1"])
        .env(FOLDER, &data)
        .output();
    let why = match output {
        Ok(output) if output.status.success() => {
            let text = std::fs::read_to_string(&trace).unwrap();
            return Some(trace::read(&text, &data));
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    // Written directly, because the test harness hides the output of passing tests.
    let _ = writeln!(
        std::io::stderr(),
        "SKIPPED: strace cannot watch a writer here, so no power is cut: {why}"
    );
    None
}

/// Checks that every acknowledged event is there and that the games can be continued.
async fn check(folder: &Path, acknowledged: &BTreeMap<String, u64>) -> Result<(), String> {
    let text = |error: StoreError| error.to_string();
    let store = SqliteStore::open(&folder.join("chuhe.db")).await.map_err(text)?;
    for game in GAMES {
        let sure = acknowledged.get(game).copied().unwrap_or(0);
        let log = match store.load(&game.into()).await {
            Ok(log) => log,
            Err(StoreError::NoGame(_)) if sure == 0 => Vec::new(),
            Err(error) => return Err(error.to_string()),
        };
        let count = log.len() as u64;
        if count < sure {
            return Err(format!("{game}: {count} events of {sure} that were acknowledged"));
        }
        for logged in &log {
            let written = event(game, logged.seq);
            if (&logged.public, &logged.secret) != (&written.public, &written.secret) {
                return Err(format!("{game}: event {} is another", logged.seq));
            }
        }
        if count > 0 && store.tokens(&game.into()).await.map_err(text)?.len() != 1 {
            return Err(format!("{game}: its token is not there"));
        }
        writer::one_more(&store, append(game, count)).await.map_err(text)?;
        if store.load(&game.into()).await.map_err(text)?.len() as u64 != count + 1 {
            return Err(format!("{game}: it does not go on"));
        }
    }
    store.health().await.map_err(text)
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text}: no number")))
}
