//! Milliseconds since power-on.

use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::{SYST, syst::SystClkSource};
use cortex_m_rt::exception;
use embedded_hal::delay::DelayNs;

/// Clock frequency of the processor.
pub(crate) const CLOCK_HZ: u32 = 48_000_000;

/// Wraps after 49 days; a board is expected to be switched off before.
static NOW_MS: AtomicU32 = AtomicU32::new(0);

pub(crate) fn now_ms() -> u64 {
    u64::from(NOW_MS.load(Ordering::Relaxed))
}

/// Starts the system timer with an interrupt every millisecond.
pub(crate) fn start(mut timer: SYST) {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(CLOCK_HZ / 1_000 - 1);
    timer.clear_current();
    timer.enable_counter();
    timer.enable_interrupt();
}

#[exception]
fn SysTick() {
    // Only this handler writes, so there is no race. The chip's atomics are plain loads and stores.
    NOW_MS.store(NOW_MS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

/// Short delays, counted in processor cycles.
pub(crate) struct Cycles;

impl DelayNs for Cycles {
    fn delay_ns(&mut self, ns: u32) {
        cortex_m::asm::delay(ns.div_ceil(1_000).saturating_mul(CLOCK_HZ / 1_000_000));
    }
}
