//! Mutated messages over sockets and HTTP: none causes a server error, every message is answered or
//! its socket is closed, and memory use is bounded.

use simulation::strangers;

/// Number of messages per seed, unless `CHUHE_MESSAGES` is set.
const MESSAGES: u64 = 3_000;
/// Maximum growth of memory after the first seed, in KiB.
const GROWTH_KIB: u64 = 48 * 1024;

#[test]
fn mutated_messages_are_answered() {
    let messages = std::env::var("CHUHE_MESSAGES")
        .map_or(MESSAGES, |text| text.parse().unwrap_or_else(|_| panic!("{text}: not a number")));
    let mut before = None;
    for seed in 1..=6 {
        let outcome = strangers(seed, messages);
        if let Some(failure) = outcome.failure {
            panic!("seed {seed}: {failure}");
        }
        eprintln!("seed {seed}: {:?} answered, {} done", outcome.answered, outcome.acknowledged);
        assert!(outcome.acknowledged > 0, "no command did anything");
        let now = resident_kib();
        before = before.or(now);
        if let (Some(before), Some(now)) = (before, now) {
            assert!(now < before + GROWTH_KIB, "{now} KiB, after the first seed {before}");
        }
    }
}

/// Resident memory of this process in KiB; `None` if the system does not report it.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
