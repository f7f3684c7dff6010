use clock::{Clock, Controls, Left, warning_between};
use xiangqi::Side;

/// Remaining times at which a clock is checked: the warnings, and the end of a main time or period.
const MARKS_MS: [u64; 8] = [30_000, 10_000, 5_000, 4_000, 3_000, 2_000, 1_000, 0];

/// The clocks of a game and their warnings.
#[derive(Clone)]
pub(crate) struct Timing {
    clock: Clock,
    /// Time that the running clock showed at the last check.
    shown_ms: u64,
}

impl Timing {
    /// Stopped clocks.
    pub(crate) fn new(controls: Controls) -> Timing {
        Timing { clock: Clock::new(controls), shown_ms: 0 }
    }

    /// Starts a side's thinking time.
    pub(crate) fn start(&mut self, side: Side, now: u64) {
        self.clock.start(side.seat(), now);
        self.refresh(now);
    }

    /// Switches the clocks at the time a piece landed.
    pub(crate) fn press(&mut self, next: Side, landed: u64, now: u64) {
        self.clock.press(Some(next.seat()), landed, 0);
        self.refresh(now);
    }

    pub(crate) fn stop(&mut self, now: u64) {
        self.clock.stop(now);
    }

    pub(crate) fn pause(&mut self, now: u64) {
        self.clock.pause(now);
    }

    pub(crate) fn resume(&mut self, now: u64) {
        self.clock.resume(now);
        self.refresh(now);
    }

    /// Remaining time of both sides when the current move began.
    pub(crate) fn left(&self) -> [Left; 2] {
        Side::BOTH.map(|side| self.clock.left(side.seat()))
    }

    pub(crate) fn set_left(&mut self, left: [Left; 2]) {
        for side in Side::BOTH {
            self.clock.set_left(side.seat(), left[side.index()]);
        }
    }

    /// Time to show on both clocks in milliseconds, Red's first.
    pub(crate) fn shown(&self, now: u64) -> [u64; 2] {
        Side::BOTH.map(|side| self.clock.left_ms(side.seat(), now))
    }

    /// The side whose clock runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.clock.running().and_then(Side::of_seat)
    }

    /// Time at which the running clock's flag falls.
    pub(crate) fn flag(&self) -> Option<u64> {
        self.clock.deadline()
    }

    /// Time at which the running clock reaches its next mark.
    pub(crate) fn next_mark(&self, now: u64) -> Option<u64> {
        let side = self.limited()?;
        let left = self.clock.left_ms(side.seat(), now);
        let mark = MARKS_MS.into_iter().find(|&mark| mark < left)?;
        Some(now.saturating_add(left - mark))
    }

    /// The warning that has become due since the last check, as remaining milliseconds.
    pub(crate) fn warning(&mut self, now: u64) -> Option<u64> {
        let before = self.shown_ms;
        self.refresh(now);
        self.limited()?;
        // A clock that shows more than before has started a new period.
        warning_between(before, self.shown_ms).filter(|_| self.shown_ms < before)
    }

    fn limited(&self) -> Option<Side> {
        let side = self.running()?;
        self.clock.controls().of(side.seat()).is_limited().then_some(side)
    }

    fn refresh(&mut self, now: u64) {
        self.shown_ms = self.running().map_or(0, |side| self.clock.left_ms(side.seat(), now));
    }
}
