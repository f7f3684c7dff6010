use clock::{Clock, Controls, Left, warning_between};
use xiangqi::Side;

/// Marks at which a clock is looked at: the warnings, and the end of a main time or period.
const MARKS_MS: [u64; 8] = [30_000, 10_000, 5_000, 4_000, 3_000, 2_000, 1_000, 0];

/// The clocks of a game, with their warnings.
#[derive(Clone)]
pub(crate) struct Timing {
    clock: Clock,
    /// What the running clock showed when it was last looked at.
    seen_ms: u64,
}

impl Timing {
    /// Clocks that do not run yet.
    pub(crate) fn new(controls: Controls) -> Timing {
        Timing { clock: Clock::new(controls), seen_ms: 0 }
    }

    /// Starts a side's move.
    pub(crate) fn start(&mut self, side: Side, now: u64) {
        self.clock.start(side.seat(), now);
        self.look(now);
    }

    /// One side's piece has landed: the other side's time runs from then.
    pub(crate) fn press(&mut self, next: Side, landed: u64, now: u64) {
        self.clock.press(Some(next.seat()), landed, 0);
        self.look(now);
    }

    pub(crate) fn stop(&mut self, now: u64) {
        self.clock.stop(now);
    }

    pub(crate) fn pause(&mut self, now: u64) {
        self.clock.pause(now);
    }

    pub(crate) fn resume(&mut self, now: u64) {
        self.clock.resume(now);
        self.look(now);
    }

    /// What both sides had left when the move under way began.
    pub(crate) fn left(&self) -> [Left; 2] {
        Side::BOTH.map(|side| self.clock.left(side.seat()))
    }

    pub(crate) fn set_left(&mut self, left: [Left; 2]) {
        for side in Side::BOTH {
            self.clock.set_left(side.seat(), left[side.index()]);
        }
    }

    /// Milliseconds to show, Red's first.
    pub(crate) fn shown(&self, now: u64) -> [u64; 2] {
        Side::BOTH.map(|side| self.clock.left_ms(side.seat(), now))
    }

    /// The side whose clock runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.clock.running().and_then(Side::of_seat)
    }

    /// When the running clock's flag falls.
    pub(crate) fn flag(&self) -> Option<u64> {
        self.clock.deadline()
    }

    /// When the running clock will reach its next mark.
    pub(crate) fn next_mark(&self, now: u64) -> Option<u64> {
        let side = self.limited()?;
        let left = self.clock.left_ms(side.seat(), now);
        let mark = MARKS_MS.into_iter().find(|&mark| mark < left)?;
        Some(now.saturating_add(left - mark))
    }

    /// The warning due since the clock was last looked at, in milliseconds left.
    pub(crate) fn warning(&mut self, now: u64) -> Option<u64> {
        let before = self.seen_ms;
        self.look(now);
        self.limited()?;
        // A clock that shows more than before has begun a new period.
        warning_between(before, self.seen_ms).filter(|_| self.seen_ms < before)
    }

    fn limited(&self) -> Option<Side> {
        let side = self.running()?;
        self.clock.controls().of(side.seat()).is_limited().then_some(side)
    }

    fn look(&mut self, now: u64) {
        self.seen_ms = self.running().map_or(0, |side| self.clock.left_ms(side.seat(), now));
    }
}
