//! Statistics of the moves of a game, from their times and winning chances.

use protocol::FairPlaySignals;
use table::{Event, EventKind};

/// A time is nearly the median if it differs by at most this share of it.
const EVEN_SHARE: f64 = 0.2;
/// Minimum number of times for their statistics.
const MIN_TIMES: usize = 5;

/// Value below which this share of the values lies, interpolated between the two nearest. `None`
/// without values.
pub(super) fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let place = share.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let lower = *sorted.get(place.floor() as usize)?;
    let upper = *sorted.get(place.ceil() as usize)?;
    Some(lower + (upper - lower) * place.fract())
}

/// The quantile of each value over several games. Unknown values do not count.
pub(super) fn quantiles(of: &[FairPlaySignals], share: f64) -> FairPlaySignals {
    let values: Vec<_> = of.iter().map(|signals| signals.to_array()).collect();
    FairPlaySignals::from_array(std::array::from_fn(|index| {
        let known: Vec<f64> = values.iter().filter_map(|values| values[index]).collect();
        quantile(&known, share)
    }))
}

/// The times of a seat's moves, in milliseconds, without the measured delay of the network.
///
/// The first move of a game has no time, because the players were still arriving, and neither has a
/// move before which time was lost or a move was taken back.
pub(super) fn move_times(events: &[Event], seats: usize) -> Vec<Vec<f64>> {
    let mut times = vec![Vec::new(); seats];
    let mut last_ms = None;
    for event in events {
        match &event.kind {
            EventKind::Acted { seat, lag_ms, .. } => {
                if let (Some(last_ms), Some(times)) = (last_ms, times.get_mut(usize::from(*seat))) {
                    let spent_ms = event.at_ms.saturating_sub(last_ms).saturating_sub(*lag_ms);
                    times.push(spent_ms as f64);
                }
                last_ms = Some(event.at_ms);
            }
            EventKind::Credited { .. }
            | EventKind::Paused
            | EventKind::Resumed
            | EventKind::TakenBack { .. }
            | EventKind::Chose { .. } => last_ms = None,
            _ => {}
        }
    }
    times
}

/// The signals of a player from the times of the moves, in milliseconds, and for each move that was
/// compared with the engine the winning chances before and after it.
pub(super) fn signals(times: &[f64], chances: &[(f64, f64)]) -> FairPlaySignals {
    let losses = chances.iter().map(|(before, after)| (before - after).max(0.0));
    let loss = (!chances.is_empty()).then(|| losses.sum::<f64>() / chances.len() as f64);
    let timed = FairPlaySignals { loss, ..FairPlaySignals::default() };
    let Some(median) = quantile(times, 0.5).filter(|_| times.len() >= MIN_TIMES) else {
        return timed;
    };
    let quartiles = quantile(times, 0.75).zip(quantile(times, 0.25));
    let is_even = |time: &&f64| (**time - median).abs() <= EVEN_SHARE * median;
    let even = times.iter().filter(is_even).count() as f64 / times.len() as f64;
    FairPlaySignals {
        time_ms: Some(median),
        spread_ms: quartiles.map(|(upper, lower)| upper - lower),
        even: Some(even),
        ..timed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_interpolated() {
        let ten: Vec<f64> = (0..=10).rev().map(f64::from).collect();
        for (values, share, expected) in [
            (&[][..], 0.5, None),
            (&[7.0], 0.1, Some(7.0)),
            (&[7.0], 0.9, Some(7.0)),
            (&[4.0, 1.0], 0.5, Some(2.5)),
            (&[3.0, 1.0, 2.0], 0.5, Some(2.0)),
            (&[f64::NAN, 5.0, f64::INFINITY], 0.5, Some(5.0)),
            (&ten, 0.1, Some(1.0)),
            (&ten, 0.9, Some(9.0)),
            (&ten, 0.25, Some(2.5)),
            (&ten, 2.0, Some(10.0)),
        ] {
            assert_eq!(quantile(values, share), expected, "{values:?} {share}");
        }
    }

    #[test]
    fn unknown_values_have_no_quantile() {
        let of = |loss, hidden| FairPlaySignals { loss, hidden, ..FairPlaySignals::default() };
        let known = [of(Some(0.1), None), of(Some(0.3), None), of(None, None)];
        assert_eq!(quantiles(&known, 0.5), of(Some(0.2), None));
        assert_eq!(quantiles(&[], 0.5), FairPlaySignals::default());
        assert_eq!(quantiles(&[of(None, Some(4.0)), of(Some(1.0), None)], 0.9), {
            of(Some(1.0), Some(4.0))
        });
    }

    #[test]
    fn statistics_of_times_and_chances() {
        type Case<'a> = (&'a [f64], &'a [(f64, f64)], [Option<f64>; 4]);
        let cases: [Case<'_>; 6] = [
            (&[], &[], [None, None, None, None]),
            // Too few times.
            (&[1.0, 2.0, 3.0, 4.0], &[(0.5, 0.5)], [Some(0.0), None, None, None]),
            // A machine's pace: all times are nearly equal.
            (
                &[5_000.0, 5_100.0, 4_900.0, 5_000.0, 5_050.0],
                &[(0.5, 0.4), (0.6, 0.6)],
                [Some(0.05), Some(5_000.0), Some(50.0), Some(1.0)],
            ),
            // A person's pace.
            (
                &[1_000.0, 30_000.0, 2_000.0, 9_000.0, 4_000.0],
                &[(0.5, 0.1), (0.1, 0.1)],
                [Some(0.2), Some(4_000.0), Some(7_000.0), Some(0.2)],
            ),
            // An action that looks better than the best one lost nothing.
            (&[], &[(0.5, 0.7)], [Some(0.0), None, None, None]),
            // Moves without any time.
            (&[0.0; 6], &[], [None, Some(0.0), Some(0.0), Some(1.0)]),
        ];
        for (times, chances, expected) in cases {
            let found = signals(times, chances).to_array();
            for (found, expected) in found.iter().zip(expected) {
                let is_near = match (*found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
                    (found, expected) => found == expected,
                };
                assert!(is_near, "{times:?} {chances:?}: {found:?} {expected:?}");
            }
            assert_eq!(found[4..], [None, None]);
        }
    }

    #[test]
    fn moves_are_timed() {
        let acted = |at_ms, seat, lag_ms| {
            let action = "h2e2".parse().expect("an action");
            Event { at_ms, kind: EventKind::Acted { seat, action, lag_ms } }
        };
        let other = |at_ms, kind| Event { at_ms, kind };
        let events = [
            acted(1_000, 0, 0),
            acted(4_000, 1, 0),
            other(5_000, EventKind::Declined),
            acted(6_000, 0, 500),
            // Time was lost, so this move has none.
            other(7_000, EventKind::Credited { ms: 100 }),
            acted(9_000, 1, 0),
            acted(9_100, 0, 400),
            other(9_200, EventKind::TakenBack { plies: 1 }),
            acted(9_900, 0, 0),
            acted(11_000, 1, 0),
            // No such seat.
            acted(12_000, 7, 0),
        ];
        assert_eq!(move_times(&events, 2), [vec![1_500.0, 0.0], vec![3_000.0, 1_100.0]]);
        assert_eq!(move_times(&[], 1), [Vec::<f64>::new()]);
    }
}
