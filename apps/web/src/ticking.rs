//! Timers that run while a component exists.

use crate::{app::effect, browser};
use leptos::prelude::*;
use std::time::Duration;

/// Calls `work` every `ms` milliseconds.
pub(crate) fn run_every(ms: u64, work: impl Fn() + 'static) {
    let again = set_interval_with_handle(work, Duration::from_millis(ms));
    on_cleanup(move || {
        if let Ok(again) = again {
            again.clear();
        }
    });
}

/// Calls `work` every `ms` milliseconds while the page is visible.
pub(crate) fn run_every_seen(ms: u64, work: impl Fn() + 'static) {
    run_every(ms, move || {
        if !browser::document().hidden() {
            work();
        }
    });
}

/// Empties a signal `ms` milliseconds after it was last filled, unless `stays` holds then.
pub(crate) fn clear_after<T: Send + Sync + 'static>(
    ms: u32,
    notice: RwSignal<Option<T>>,
    stays: impl Fn() -> bool + Copy + 'static,
) {
    let count = StoredValue::new(0_u32);
    effect(move || {
        if notice.with(Option::is_none) {
            return;
        }
        count.update_value(|count| *count += 1);
        let mine = count.get_value();
        browser::run_after(ms, move || {
            // A later value has its own time. The component may be gone.
            if count.try_get_value() == Some(mine) && !stays() {
                notice.set(None);
            }
        });
    });
}

/// The page's time, updated every `ms` milliseconds.
pub(crate) fn time_signal(ms: u64) -> RwSignal<f64> {
    let now = RwSignal::new(browser::now_ms());
    run_every(ms, move || now.set(browser::now_ms()));
    now
}
