//! Who sees everything that happens: what is broken, and whether two runs are the same.

use std::{
    fmt,
    hash::{DefaultHasher, Hasher},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A promise that was not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which promise.
    pub promise: &'static str,
    /// What happened instead.
    pub what: String,
    /// When, in milliseconds of the simulation's time.
    pub at_ms: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken: {} (at {} ms): {}", self.promise, self.at_ms, self.what)
    }
}

/// Sees and remembers.
#[derive(Default)]
pub(crate) struct Witness(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    trace: DefaultHasher,
    lines: u64,
    failure: Option<Failure>,
    /// What was seen, if it is to be kept.
    kept: Option<Vec<String>>,
}

impl Witness {
    /// One that keeps what it sees, for people to read.
    pub(crate) fn keeping() -> Witness {
        Witness(Mutex::new(Seen { kept: Some(Vec::new()), ..Seen::default() }))
    }

    /// Something happened.
    pub(crate) fn note(&self, at_ms: u64, who: &str, what: &str) {
        let mut seen = self.lock();
        seen.lines += 1;
        seen.trace.write_u64(at_ms);
        seen.trace.write(who.as_bytes());
        seen.trace.write(what.as_bytes());
        if let Some(kept) = &mut seen.kept {
            kept.push(format!("{at_ms:>8} {who}: {what}"));
        }
    }

    /// A promise was not kept. Only the first counts: the others may follow from it.
    pub(crate) fn fail(&self, promise: &'static str, at_ms: u64, what: impl Into<String>) {
        self.note(at_ms, "broken", promise);
        self.lock().failure.get_or_insert_with(|| Failure { promise, what: what.into(), at_ms });
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.lock().failure.is_some()
    }

    pub(crate) fn failure(&self) -> Option<Failure> {
        self.lock().failure.clone()
    }

    /// The same for two runs in which the same happened at the same moments, and how much that was.
    pub(crate) fn trace(&self) -> (u64, u64) {
        let seen = self.lock();
        (seen.trace.finish(), seen.lines)
    }

    pub(crate) fn kept(&self) -> Vec<String> {
        self.lock().kept.clone().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
