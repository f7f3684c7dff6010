//! Texts of the signals of fair play on the moderators' page.

use protocol::FairPlaySignals;

/// Text for an unknown value.
const UNKNOWN: &str = "–";

/// The columns of a table of signals: lost chances, time, spread, nearly equal times, and the hidden
/// page.
pub fn columns(signals: &FairPlaySignals) -> [String; 5] {
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
    let hidden = signals.hidden.map(|count| match signals.hidden_ms {
        Some(ms) if ms > 0.0 => format!("{} · {}", number(count), seconds(ms)),
        _ => number(count),
    });
    [
        or_unknown(signals.loss.map(|share| format!("{:.1} %", 100.0 * share))),
        or_unknown(signals.time_ms.map(seconds)),
        or_unknown(signals.spread_ms.map(seconds)),
        or_unknown(signals.even.map(|share| format!("{:.0} %", 100.0 * share))),
        or_unknown(hidden),
    ]
}

/// A number without digits that say nothing.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn seconds(ms: f64) -> String {
    let value = ms / 1_000.0;
    if value < 100.0 { format!("{value:.1} s") } else { format!("{value:.0} s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_written_in_columns() {
        for (values, expected) in [
            ([None; 6], ["–", "–", "–", "–", "–"]),
            (
                [Some(0.034), Some(5_240.0), Some(0.0), Some(0.4), Some(2.0), Some(14_000.0)],
                ["3.4 %", "5.2 s", "0.0 s", "40 %", "2 · 14.0 s"],
            ),
            (
                [Some(0.0), Some(3_600_000.0), None, Some(1.0), Some(0.0), Some(0.0)],
                ["0.0 %", "3600 s", "–", "100 %", "0"],
            ),
            ([None, None, None, None, Some(0.5), None], ["–", "–", "–", "–", "0.5"]),
        ] {
            assert_eq!(columns(&FairPlaySignals::from_array(values)), expected, "{values:?}");
        }
    }
}
