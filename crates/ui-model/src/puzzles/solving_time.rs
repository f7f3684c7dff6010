/// A solving time as minutes and seconds, `0:48`, or with hours, `1:02:05`.
pub fn solving_time(ms: f64) -> String {
    let seconds = (ms.max(0.0) / 1_000.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_minutes_and_seconds() {
        for (ms, text) in [
            (-5.0, "0:00"),
            (999.9, "0:00"),
            (48_300.0, "0:48"),
            (600_000.0, "10:00"),
            (3_725_000.0, "1:02:05"),
        ] {
            assert_eq!(solving_time(ms), text);
        }
    }
}
