//! The displayed clocks: the server's times, continued with the page's own clock between two
//! messages.

use i18n::{Language, Message, fill};
use protocol::ClockState;

/// Below this time a clock is highlighted and sounds a warning.
pub const LOW_MS: u64 = 10_000;

/// The clocks of the last message and the time of its receipt.
#[derive(Clone, PartialEq, Debug)]
pub struct ClockFace {
    reported: ClockState,
    reported_at_ms: f64,
}

impl ClockFace {
    /// Clocks received at `now_ms` on the page's monotonic clock.
    pub const fn new(reported: ClockState, now_ms: f64) -> ClockFace {
        ClockFace { reported, reported_at_ms: now_ms }
    }

    /// Milliseconds left for a seat.
    pub fn left_ms(&self, seat: u8, now_ms: f64) -> u64 {
        let reported = self.reported.left_ms.get(usize::from(seat)).copied().unwrap_or(0);
        if self.reported.running == Some(seat) {
            reported.saturating_sub(self.since(now_ms))
        } else {
            reported
        }
    }

    /// Milliseconds left for the set-up step, if it is timed.
    pub fn setup_ms(&self, now_ms: f64) -> Option<u64> {
        self.reported.setup_ms.map(|reported| reported.saturating_sub(self.since(now_ms)))
    }

    /// Byo-yomi periods left.
    pub fn periods(&self, seat: u8) -> u32 {
        self.reported.periods.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Whether this seat's clock runs.
    pub fn runs(&self, seat: u8) -> bool {
        self.reported.running == Some(seat)
    }

    /// Whether any seat has a time limit.
    pub fn is_timed(&self) -> bool {
        self.reported.left_ms.iter().any(|&left| left > 0) || self.reported.running.is_some()
    }

    fn since(&self, now_ms: f64) -> u64 {
        (now_ms - self.reported_at_ms).max(0.0) as u64
    }
}

/// A time as text: `1:05:09`, `12:03`, and with tenths `0:09.4` below ten seconds.
pub fn show_ms(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match ms {
        0..LOW_MS => format!("0:0{seconds}.{}", ms / 100 % 10),
        _ if hours > 0 => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// A time as text that is read later: days and hours, hours, or minutes.
pub fn show_rough_ms(language: Language, ms: u64) -> String {
    let part =
        |message: Message, count: u64| fill(message.in_language(language), &[&count.to_string()]);
    match ms / HOUR_MS {
        0 => part(Message::MinutesOnly, ms / MINUTE_MS),
        hours @ 1..24 => part(Message::HoursOnly, hours),
        _ => show_long_ms(language, ms),
    }
}

/// A time as text; days and hours if it is at least a day.
pub fn show_long_ms(language: Language, ms: u64) -> String {
    let hours = ms / HOUR_MS;
    if hours < 24 {
        return show_ms(ms);
    }
    let (days, hours) = ((hours / 24).to_string(), (hours % 24).to_string());
    fill(Message::DaysHours.in_language(language), &[&days, &hours])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown() {
        for (ms, shown) in [
            (0, "0:00.0"),
            (9_949, "0:09.9"),
            (10_000, "0:10"),
            (599_999, "9:59"),
            (3_909_000, "1:05:09"),
        ] {
            assert_eq!(show_ms(ms), shown, "{ms}");
        }
    }

    #[test]
    fn long_times_are_shown_in_days() {
        for (ms, shown) in
            [(86_399_999, "23:59:59"), (86_400_000, "1 d 0 h"), (3 * 86_400_000 - 1, "2 d 23 h")]
        {
            assert_eq!(show_long_ms(Language::English, ms), shown, "{ms}");
        }
        assert_eq!(show_long_ms(Language::SimplifiedChinese, 90_000_000), "1天1小时");
    }

    #[test]
    fn rough_times_have_no_seconds() {
        for (ms, shown) in [
            (59_999, "0 min"),
            (3_599_999, "59 min"),
            (3_600_000, "1 h"),
            (86_399_999, "23 h"),
            (100_800_000, "1 d 4 h"),
        ] {
            assert_eq!(show_rough_ms(Language::English, ms), shown, "{ms}");
        }
    }

    #[test]
    fn only_the_running_clock_runs() {
        let reported = ClockState {
            left_ms: vec![60_000, 30_000],
            periods: vec![0, 0],
            running: Some(1),
            setup_ms: None,
        };
        let face = ClockFace::new(reported, 1_000.0);
        assert_eq!(face.left_ms(0, 6_000.0), 60_000);
        assert_eq!(face.left_ms(1, 6_000.0), 25_000);
        assert_eq!(face.left_ms(1, 99_000.0), 0);
        // If the page's clock jumps back, the displayed time stays at the received one.
        assert_eq!(face.left_ms(1, 0.0), 30_000);
    }
}
