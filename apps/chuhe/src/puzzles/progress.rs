//! The pace of a run.

use std::time::Duration;

/// Time elapsed, time left and finished tasks per minute, as `3 min 20 s, 58 min 0 s left, 36.0`.
/// `finished` of `all` tasks of this run are done.
pub(super) fn pace(finished: usize, all: usize, elapsed: Duration) -> String {
    let (finished, left) = (finished.max(1) as f64, all.saturating_sub(finished) as f64);
    let seconds = elapsed.as_secs_f64();
    let per_minute = 60.0 * finished / seconds.max(0.001);
    format!("{}, {} left, {per_minute:.1}", span(seconds), span(seconds * left / finished))
}

/// A time with its two largest units.
fn span(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_names_elapsed_time_and_time_left() {
        for (finished, all, seconds, text) in [
            (5, 20, 10, "10 s, 30 s left, 30.0"),
            (120, 2_220, 200, "3 min 20 s, 58 min 20 s left, 36.0"),
            (10, 100, 3_725, "1 h 2 min, 9 h 18 min left, 0.2"),
            (20, 20, 10, "10 s, 0 s left, 120.0"),
            (0, 20, 10, "10 s, 3 min 20 s left, 6.0"),
        ] {
            assert_eq!(pace(finished, all, Duration::from_secs(seconds)), text);
        }
    }
}
