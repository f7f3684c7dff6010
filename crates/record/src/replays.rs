//! Counts replays for tests of programs that read files.

#[cfg(feature = "testing")]
use std::cell::Cell;

#[cfg(feature = "testing")]
thread_local! {
    static REPLAYS: Cell<usize> = const { Cell::new(0) };
}

/// Number of records that this thread has replayed from their start, variations left out.
#[cfg(feature = "testing")]
pub fn replays() -> usize {
    REPLAYS.get()
}

/// Notes that a record is replayed.
pub(crate) fn note() {
    #[cfg(feature = "testing")]
    REPLAYS.set(REPLAYS.get() + 1);
}
