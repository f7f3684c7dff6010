//! Records everything that happens: broken promises, and a hash to compare runs.

use std::{
    fmt,
    hash::{DefaultHasher, Hasher},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A broken promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The promise.
    pub promise: &'static str,
    /// What happened instead.
    pub what: String,
    /// The simulation's time in milliseconds.
    pub at_ms: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken: {} (at {} ms): {}", self.promise, self.at_ms, self.what)
    }
}

/// The recorder.
#[derive(Default)]
pub(crate) struct Recorder(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    trace: DefaultHasher,
    lines: u64,
    failure: Option<Failure>,
    /// The events as text, if requested.
    kept: Option<Vec<String>>,
}

impl Recorder {
    /// A recorder that keeps the events as text.
    pub(crate) fn keeping() -> Recorder {
        Recorder(Mutex::new(Seen { kept: Some(Vec::new()), ..Seen::default() }))
    }

    /// Records an event.
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

    /// Records a broken promise. Only the first is kept, because others may follow from it.
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

    /// Hash and number of events; equal for equal runs.
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
