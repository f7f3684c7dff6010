//! Milliseconds since power came on.

use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::{SYST, syst::SystClkSource};
use cortex_m_rt::exception;
use embedded_hal::delay::DelayNs;

/// How fast the processor runs.
pub(crate) const CLOCK_HZ: u32 = 48_000_000;

/// Forty-nine days; a board is switched off at night.
static NOW_MS: AtomicU32 = AtomicU32::new(0);

pub(crate) fn now_ms() -> u64 {
    u64::from(NOW_MS.load(Ordering::Relaxed))
}

/// Lets the system timer count milliseconds.
pub(crate) fn start(mut timer: SYST) {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(CLOCK_HZ / 1_000 - 1);
    timer.clear_current();
    timer.enable_counter();
    timer.enable_interrupt();
}

#[exception]
fn SysTick() {
    // Nobody else writes, so this is no race; the chip's atomics are loads and stores.
    NOW_MS.store(NOW_MS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

/// Short waits, counted in cycles.
pub(crate) struct Cycles;

impl DelayNs for Cycles {
    fn delay_ns(&mut self, ns: u32) {
        cortex_m::asm::delay(ns.div_ceil(1_000).saturating_mul(CLOCK_HZ / 1_000_000));
    }
}
