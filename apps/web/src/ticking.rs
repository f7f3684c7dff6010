//! What happens again and again for as long as a component lives.

use crate::browser;
use leptos::prelude::*;
use std::time::Duration;

/// Does the work every so many milliseconds.
pub(crate) fn run_every(ms: u64, work: impl Fn() + 'static) {
    let again = set_interval_with_handle(work, Duration::from_millis(ms));
    on_cleanup(move || {
        if let Ok(again) = again {
            again.clear();
        }
    });
}

/// The page's own time, told every so many milliseconds.
pub(crate) fn time_signal(ms: u64) -> RwSignal<f64> {
    let now = RwSignal::new(browser::now_ms());
    run_every(ms, move || now.set(browser::now_ms()));
    now
}
