//! Anything may come in over sockets and in the bodies of requests: nothing breaks, every message is
//! answered or its socket closed, and the memory has an end.

use simulation::strangers;

/// How many messages from each seed, unless `CHUHE_MESSAGES` says otherwise.
const MESSAGES: u64 = 3_000;
/// So much more memory the later seeds may take than the first, in KiB.
const GROWTH_KIB: u64 = 48 * 1024;

#[test]
fn whatever_strangers_send_is_answered() {
    let messages = std::env::var("CHUHE_MESSAGES")
        .map_or(MESSAGES, |text| text.parse().unwrap_or_else(|_| panic!("{text}: no number")));
    let mut before = None;
    for seed in 1..=6 {
        let outcome = strangers(seed, messages);
        if let Some(failure) = outcome.failure {
            panic!("seed {seed}: {failure}");
        }
        println!("seed {seed}: {:?} answered, {} done", outcome.answered, outcome.acknowledged);
        assert!(outcome.acknowledged > 0, "no command did anything");
        let now = resident_kib();
        before = before.or(now);
        if let (Some(before), Some(now)) = (before, now) {
            assert!(now < before + GROWTH_KIB, "{now} KiB, after the first seed {before}");
        }
    }
}

/// How much memory this process has; `None` where nobody says.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
