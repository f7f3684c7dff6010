use crate::{Bonus, Controls};
use core::cmp;
use game::Seat;

/// Maximum lag credit of a seat, in milliseconds.
const LAG_QUOTA_MS: u64 = 1_000;
/// Lag credit that each move restores, in milliseconds.
const LAG_GAIN_MS: u64 = 100;

/// Remaining times at which a player short of time is warned, in milliseconds.
pub const WARNINGS_MS: [u64; 7] = [30_000, 10_000, 5_000, 4_000, 3_000, 2_000, 1_000];

/// Returns the largest warning mark passed when the remaining time falls from `before_ms` to
/// `now_ms`.
///
/// ```
/// use clock::warning_between;
///
/// assert_eq!(warning_between(30_500, 29_900), Some(30_000));
/// assert_eq!(warning_between(29_900, 29_800), None);
/// // A late check may pass several marks; the first one passed is returned.
/// assert_eq!(warning_between(10_200, 3_900), Some(10_000));
/// ```
pub fn warning_between(before_ms: u64, now_ms: u64) -> Option<u64> {
    WARNINGS_MS.into_iter().find(|&mark| now_ms <= mark && mark < before_ms)
}

/// The clocks of one game, one for each seat. At most one clock runs.
///
/// Every time is `now_ms`: milliseconds on a clock of the caller that does not run backwards.
///
/// ```
/// use clock::Clock;
/// use game::Seat;
///
/// let mut clock = Clock::new("15~5".parse()?);
/// clock.start(Seat::new(0), 1_000);
/// // The first five seconds of a move are free.
/// assert_eq!(clock.left_ms(Seat::new(0), 6_000), 15 * 60_000);
/// assert_eq!(clock.left_ms(Seat::new(0), 7_000), 15 * 60_000 - 1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    controls: Controls,
    seats: [SeatClock; Seat::MAX as usize],
    turn: Option<Running>,
}

/// Remaining time of a seat. Storing it is enough to restore the clock after a takeback or a power
/// failure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Left {
    /// Main time in milliseconds.
    pub main_ms: u64,
    /// Byo-yomi periods, including the current one.
    pub periods: u32,
}

/// Clock of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SeatClock {
    main_ms: u64,
    periods: u32,
    lag_quota_ms: u64,
}

/// The move in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    seat: Seat,
    /// Milliseconds counted for this move before the last pause.
    spent_ms: u64,
    /// Start of the current run; `None` while paused.
    since_ms: Option<u64>,
}

impl Running {
    fn spent(&self, now_ms: u64) -> u64 {
        self.spent_ms + self.since_ms.map_or(0, |since| now_ms.saturating_sub(since))
    }
}

impl Clock {
    /// Creates full clocks, none running.
    pub fn new(controls: Controls) -> Clock {
        let seats = core::array::from_fn(|i| {
            let control = controls.of(Seat::new(i as u8));
            SeatClock {
                main_ms: control.main_ms,
                periods: control.byoyomi.map_or(0, |byoyomi| byoyomi.periods),
                lag_quota_ms: LAG_QUOTA_MS,
            }
        });
        Clock { controls, seats, turn: None }
    }

    /// The time control with which the clocks were created.
    pub const fn controls(&self) -> &Controls {
        &self.controls
    }

    /// The seat whose move is in progress, running or paused.
    pub fn on_move(&self) -> Option<Seat> {
        self.turn.map(|turn| turn.seat)
    }

    /// The seat whose clock is running.
    pub fn running(&self) -> Option<Seat> {
        self.turn.filter(|turn| turn.since_ms.is_some()).map(|turn| turn.seat)
    }

    /// Starts the move of `seat`. A move already in progress is discarded without counting its
    /// time.
    pub fn start(&mut self, seat: Seat, now_ms: u64) {
        self.turn = Some(Running { seat, spent_ms: 0, since_ms: Some(now_ms) });
    }

    /// Ends the move in progress and starts the move of `next`. Does nothing if no move is in
    /// progress.
    ///
    /// `lag_ms` is the measured network delay. The mover gets it back up to its lag quota, and
    /// never more than the move took.
    ///
    /// ```
    /// use clock::Clock;
    /// use game::Seat;
    ///
    /// let (red, black) = (Seat::new(0), Seat::new(1));
    /// let mut clock = Clock::new("5".parse()?);
    /// clock.start(red, 0);
    /// // The network took two of ten seconds; at most one second is given back.
    /// clock.press(Some(black), 10_000, 2_000);
    /// assert_eq!(clock.left_ms(red, 10_000), 300_000 - 9_000);
    /// assert_eq!(clock.on_move(), Some(black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn press(&mut self, next: Option<Seat>, now_ms: u64, lag_ms: u64) {
        let Some(turn) = self.turn.take() else { return };
        let spent = turn.spent(now_ms);
        let seat_clock = &mut self.seats[turn.seat.index()];
        let credit = lag_ms.min(seat_clock.lag_quota_ms).min(spent);
        seat_clock.lag_quota_ms =
            cmp::min(seat_clock.lag_quota_ms - credit + LAG_GAIN_MS, LAG_QUOTA_MS);
        self.consume(turn.seat, spent - credit);
        if let Some(next) = next {
            let since_ms = turn.since_ms.map(|_| now_ms);
            self.turn = Some(Running { seat: next, spent_ms: 0, since_ms });
        }
    }

    /// Ends the move in progress without starting another: the game is over.
    pub fn stop(&mut self, now_ms: u64) {
        if let Some(turn) = self.turn.take() {
            let left = self.remaining_of(turn, now_ms);
            let seat_clock = &mut self.seats[turn.seat.index()];
            (seat_clock.main_ms, seat_clock.periods) = left;
        }
    }

    /// Stops the running clock. The move stays in progress.
    ///
    /// ```
    /// use clock::Clock;
    /// use game::Seat;
    ///
    /// let red = Seat::new(0);
    /// let mut clock = Clock::new("5".parse()?);
    /// clock.start(red, 0);
    /// clock.pause(1_000);
    /// assert_eq!((clock.on_move(), clock.running()), (Some(red), None));
    /// assert_eq!(clock.left_ms(red, 60_000), 299_000);
    /// clock.resume(60_000);
    /// assert_eq!(clock.left_ms(red, 61_000), 298_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(&mut self, now_ms: u64) {
        if let Some(turn) = &mut self.turn {
            turn.spent_ms = turn.spent(now_ms);
            turn.since_ms = None;
        }
    }

    /// Restarts a paused clock.
    pub fn resume(&mut self, now_ms: u64) {
        if let Some(turn) = &mut self.turn {
            turn.since_ms.get_or_insert(now_ms);
        }
    }

    /// Gives the move in progress `ms` milliseconds back, for a delay the player did not cause.
    /// Never gives back more than the move has taken.
    pub fn credit(&mut self, ms: u64, now_ms: u64) {
        if let Some(turn) = &mut self.turn {
            let spent = turn.spent(now_ms).saturating_sub(ms);
            turn.spent_ms = spent;
            turn.since_ms = turn.since_ms.map(|_| now_ms);
        }
    }

    /// Adds `by_ms` to a seat's main time, as an arbiter's correction. Negative values subtract,
    /// down to zero.
    ///
    /// The correction also applies to the move in progress. It has no effect on a seat without main
    /// time.
    ///
    /// ```
    /// use clock::Clock;
    /// use game::Seat;
    ///
    /// let red = Seat::new(0);
    /// let mut clock = Clock::new("5".parse()?);
    /// clock.adjust(red, 120_000);
    /// assert_eq!(clock.left_ms(red, 0), 420_000);
    /// clock.adjust(red, -999_000);
    /// assert_eq!(clock.left_ms(red, 0), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn adjust(&mut self, seat: Seat, by_ms: i64) {
        if self.controls.of(seat).main_ms > 0 {
            let main_ms = &mut self.seats[seat.index()].main_ms;
            *main_ms = main_ms.saturating_add_signed(by_ms);
        }
    }

    /// Time at which the flag of the running clock falls, in the caller's milliseconds.
    ///
    /// A move that arrives before this time counts; one that arrives at it or after it does not.
    ///
    /// ```
    /// use clock::Clock;
    /// use game::Seat;
    ///
    /// // One minute, then two periods of thirty seconds; at most 100 seconds for one move.
    /// let mut clock = Clock::new("1+2x30s,100-move".parse()?);
    /// clock.start(Seat::new(0), 5_000);
    /// assert_eq!(clock.deadline(), Some(105_000));
    /// assert!(!clock.flag_fell(104_999));
    /// assert!(clock.flag_fell(105_000));
    ///
    /// let mut free = Clock::new("none".parse()?);
    /// free.start(Seat::new(0), 0);
    /// assert_eq!(free.deadline(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deadline(&self) -> Option<u64> {
        let turn = self.turn?;
        let since = turn.since_ms?;
        let allowed = self.allowance(turn.seat)?;
        Some(since + allowed.saturating_sub(turn.spent_ms))
    }

    /// Whether the flag of the move in progress has fallen.
    pub fn flag_fell(&self, now_ms: u64) -> bool {
        self.turn.is_some_and(|turn| {
            self.allowance(turn.seat).is_some_and(|allowed| turn.spent(now_ms) >= allowed)
        })
    }

    /// Remaining time of a seat for display, in milliseconds; 0 without a limit.
    ///
    /// This is the main time, or else the rest of the current period. With a move limit it is at
    /// most the rest of that limit.
    ///
    /// ```
    /// use clock::Clock;
    /// use game::Seat;
    ///
    /// let red = Seat::new(0);
    /// let mut clock = Clock::new("1+3x30s".parse()?);
    /// clock.start(red, 0);
    /// assert_eq!((clock.left_ms(red, 45_000), clock.periods(red, 45_000)), (15_000, 3));
    /// // Forty seconds after the minute: one period is used up, and ten seconds of the next.
    /// assert_eq!((clock.left_ms(red, 100_000), clock.periods(red, 100_000)), (20_000, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_ms(&self, seat: Seat, now_ms: u64) -> u64 {
        let control = self.controls.of(seat);
        let spent = self.turn.filter(|turn| turn.seat == seat).map_or(0, |turn| turn.spent(now_ms));
        let (main_ms, periods) = match self.turn {
            Some(turn) if turn.seat == seat => self.remaining_of(turn, now_ms),
            _ => (self.seats[seat.index()].main_ms, self.seats[seat.index()].periods),
        };
        let timed = match control.byoyomi {
            Some(byoyomi) if main_ms == 0 && periods > 0 => {
                let seat_clock = &self.seats[seat.index()];
                let over = self.charged(seat, spent).saturating_sub(seat_clock.main_ms);
                byoyomi.period_ms - over % byoyomi.period_ms
            }
            _ => main_ms,
        };
        match control.cap_ms {
            Some(cap) if control.is_cap_alone() => cap.saturating_sub(spent),
            Some(cap) => timed.min(cap.saturating_sub(spent)),
            None => timed,
        }
    }

    /// Remaining time of a seat at the start of its current or next move.
    pub const fn left(&self, seat: Seat) -> Left {
        let seat_clock = &self.seats[seat.index()];
        Left { main_ms: seat_clock.main_ms, periods: seat_clock.periods }
    }

    /// Sets the remaining time of a seat. A move in progress continues.
    ///
    /// ```
    /// use clock::{Clock, Left};
    /// use game::Seat;
    ///
    /// // After a power failure the stored value is restored.
    /// let red = Seat::new(0);
    /// let mut clock = Clock::new("20+3x30s".parse()?);
    /// clock.set_left(red, Left { main_ms: 0, periods: 2 });
    /// assert_eq!(clock.left(red), Left { main_ms: 0, periods: 2 });
    /// assert_eq!(clock.left_ms(red, 0), 30_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn set_left(&mut self, seat: Seat, left: Left) {
        let seat_clock = &mut self.seats[seat.index()];
        seat_clock.main_ms = left.main_ms;
        seat_clock.periods = left.periods;
    }

    /// Byo-yomi periods of a seat, including the current one.
    pub fn periods(&self, seat: Seat, now_ms: u64) -> u32 {
        match self.turn {
            Some(turn) if turn.seat == seat => self.remaining_of(turn, now_ms).1,
            _ => self.seats[seat.index()].periods,
        }
    }

    /// Time after which the flag falls in the current move; `None` without a limit.
    fn allowance(&self, seat: Seat) -> Option<u64> {
        let control = self.controls.of(seat);
        let seat_clock = &self.seats[seat.index()];
        let delay = match control.bonus {
            Bonus::Delay(ms) => ms,
            Bonus::None | Bonus::Increment(_) => 0,
        };
        let periods = control.byoyomi.map_or(0, |b| u64::from(seat_clock.periods) * b.period_ms);
        let timed =
            control.main_ms > 0 || control.byoyomi.is_some() || control.bonus != Bonus::None;
        let total = timed.then_some(delay + seat_clock.main_ms + periods);
        match (total, control.cap_ms) {
            (Some(total), Some(cap)) => Some(total.min(cap)),
            (total, cap) => total.or(cap),
        }
    }

    /// Part of `spent` that is charged to main time and periods.
    fn charged(&self, seat: Seat, spent: u64) -> u64 {
        match self.controls.of(seat).bonus {
            Bonus::Delay(ms) => spent.saturating_sub(ms),
            Bonus::None | Bonus::Increment(_) => spent,
        }
    }

    /// Main time and periods if the move in progress ended now, before any increment.
    fn remaining_of(&self, turn: Running, now_ms: u64) -> (u64, u32) {
        self.remaining_after(turn.seat, turn.spent(now_ms))
    }

    fn remaining_after(&self, seat: Seat, spent: u64) -> (u64, u32) {
        let seat_clock = &self.seats[seat.index()];
        let charged = self.charged(seat, spent);
        let Some(over) = charged.checked_sub(seat_clock.main_ms).filter(|&over| over > 0) else {
            return (seat_clock.main_ms - charged, seat_clock.periods);
        };
        let used = self.controls.of(seat).byoyomi.map_or(0, |byoyomi| over / byoyomi.period_ms);
        (0, seat_clock.periods.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX)))
    }

    fn consume(&mut self, seat: Seat, spent: u64) {
        let (main_ms, periods) = self.remaining_after(seat, spent);
        let within_main = self.charged(seat, spent) <= self.seats[seat.index()].main_ms;
        let bonus = match self.controls.of(seat).bonus {
            Bonus::Increment(ms) if within_main => ms,
            _ => 0,
        };
        let seat_clock = &mut self.seats[seat.index()];
        seat_clock.main_ms = main_ms + bonus;
        seat_clock.periods = periods;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_time_can_be_set_again() {
        let red = Seat::new(0);
        let mut clock = Clock::new("1+2x30s".parse().unwrap());
        let before = clock.left(red);
        clock.start(red, 0);
        clock.press(Some(Seat::new(1)), 95_000, 0);
        assert_eq!(clock.left(red), Left { main_ms: 0, periods: 1 });
        clock.set_left(red, before);
        assert_eq!(clock.left_ms(red, 95_000), 60_000);
        assert_eq!(clock.periods(red, 95_000), 2);
    }
}
