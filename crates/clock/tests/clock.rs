//! Tests of texts, flags and periods, and properties that hold for random sequences of calls.

use clock::{Clock, Controls, Speed, warning_between};
use game::Seat;
use proptest::prelude::*;

const RED: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

fn clock(text: &str) -> Clock {
    Clock::new(text.parse().unwrap())
}

#[test]
fn texts_round_trip() {
    for text in [
        "none",
        "60+30",
        "15+10",
        "10+5",
        "5+3",
        "1+1",
        "20+3x30s",
        "30-move",
        "90s+1",
        "15~5",
        "3x30s",
        "25+10+5x60s",
        "10+5,120-move",
        "3x30s,20-move",
        "15+10/5+3",
        "10/none/10/10",
        "45",
        "1d-move",
        "14d-move",
        "3d-move/7d-move",
    ] {
        let controls: Controls = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(controls.to_string(), text);
    }
}

#[test]
fn wrong_texts_name_the_place() {
    for (text, at) in [
        ("", 0),
        ("x", 0),
        ("ten", 0),
        ("15+", 3),
        ("15+a", 3),
        ("15~5x3s", 3),
        ("20+3x30", 3),
        ("20+0x30s", 3),
        ("20+3x0s", 5),
        ("5,30", 2),
        ("0+0", 0),
        ("5/", 2),
        ("5/5+y", 4),
        ("99999", 0),
        ("5+3 ", 2),
        ("1/2/3/4/5", 0),
        ("0-move", 0),
        ("0d-move", 0),
        ("4d-move", 0),
        ("-1d-move", 0),
        ("d-move", 0),
        ("5/15d-move", 2),
        ("10,3d-move", 0),
        ("0+12,1-move", 0),
        ("0~5+3x30s", 0),
        ("18446744073709551616", 0),
    ] {
        let error = text.parse::<Controls>().expect_err(text);
        assert_eq!((error.code, error.at), ("clock", at), "{text:?}: {error}");
    }
}

#[test]
fn speed_classes() {
    for (text, speed) in [
        ("none", Speed::Classical),
        ("60+30", Speed::Classical),
        ("15+10", Speed::Rapid),
        ("10+5", Speed::Rapid),
        ("5+3", Speed::Blitz),
        ("1+1", Speed::Bullet),
        ("20+3x30s", Speed::Classical),
        ("30-move", Speed::Rapid),
        ("3", Speed::Blitz),
        ("14d-move", Speed::Classical),
    ] {
        let controls: Controls = text.parse().unwrap();
        assert_eq!(Speed::of(controls.of(RED)), speed, "{text}");
    }
}

/// One move of Red that starts at 0: the clock at `spent`, and after the move is completed then.
#[test]
fn one_move() {
    // control, spent, left while thinking, periods then, left after the move, time of the flag
    for (text, spent, left, periods, after, deadline) in [
        ("5+3", 10_000, 290_000, 0, 293_000, 300_000),
        ("5", 299_999, 1, 0, 1, 300_000),
        ("5~3", 2_000, 300_000, 0, 300_000, 303_000),
        ("5~3", 10_000, 293_000, 0, 293_000, 303_000),
        ("1+3x30s", 60_000, 30_000, 3, 30_000, 150_000),
        ("1+3x30s", 89_999, 1, 3, 30_000, 150_000),
        ("1+3x30s", 90_000, 30_000, 2, 30_000, 150_000),
        ("1+3x30s", 149_999, 1, 1, 30_000, 150_000),
        ("30-move", 12_000, 18_000, 0, 30_000, 30_000),
        ("5,30-move", 12_000, 18_000, 0, 30_000, 30_000),
        ("5+3,30-move", 29_999, 1, 0, 30_000, 30_000),
    ] {
        let mut clock = clock(text);
        clock.start(RED, 0);
        assert_eq!(clock.deadline(), Some(deadline), "{text}");
        assert_eq!(clock.left_ms(RED, spent), left, "{text} at {spent}");
        assert_eq!(clock.periods(RED, spent), periods, "{text} at {spent}");
        assert!(!clock.flag_fell(deadline - 1), "{text}");
        assert!(clock.flag_fell(deadline), "{text}");
        clock.press(Some(BLACK), spent, 0);
        assert_eq!(clock.running(), Some(BLACK), "{text}");
        assert_eq!(clock.left_ms(RED, spent + 5_000), after, "{text} after {spent}");
    }
}

#[test]
fn no_clock_never_falls() {
    let mut clock = clock("none");
    clock.start(RED, 0);
    assert_eq!(clock.deadline(), None);
    assert!(!clock.flag_fell(u64::MAX));
}

#[test]
fn unequal_sides() {
    let mut clock = clock("15+10/5");
    assert_eq!((clock.left_ms(RED, 0), clock.left_ms(BLACK, 0)), (900_000, 300_000));
    clock.start(BLACK, 0);
    assert_eq!(clock.deadline(), Some(300_000));
}

#[test]
fn pause_credit_and_resume() {
    let mut clock = clock("5");
    clock.start(RED, 0);
    clock.pause(10_000);
    assert_eq!((clock.deadline(), clock.left_ms(RED, 99_000)), (None, 290_000));
    clock.resume(100_000);
    assert_eq!(clock.deadline(), Some(390_000));
    clock.credit(4_000, 101_000);
    assert_eq!(clock.left_ms(RED, 101_000), 293_000);
    clock.credit(1_000_000, 101_000);
    assert_eq!(clock.left_ms(RED, 101_000), 300_000, "never more than the move took");
}

#[test]
fn an_arbiter_adjusts_the_main_time() {
    // control, correction, left after thinking for 10 s, time of the flag
    for (text, by, left, deadline) in [
        ("5", 60_000, 350_000, Some(360_000)),
        ("5", -60_000, 230_000, Some(240_000)),
        ("5", i64::MIN, 0, Some(0)),
        ("5+3x30s", -300_000, 20_000, Some(90_000)),
        ("30-move", 60_000, 20_000, Some(30_000)),
        ("none", 60_000, 0, None),
    ] {
        let mut clock = clock(text);
        clock.start(RED, 0);
        clock.adjust(RED, by);
        assert_eq!(clock.deadline(), deadline, "{text} by {by}");
        assert_eq!(clock.left_ms(RED, 10_000), left, "{text} by {by}");
    }
}

#[test]
fn a_pause_survives_a_press() {
    let mut clock = clock("5");
    clock.start(RED, 0);
    clock.pause(1_000);
    clock.press(Some(BLACK), 2_000, 0);
    assert_eq!((clock.on_move(), clock.running()), (Some(BLACK), None));
}

#[test]
fn lag_is_given_back_within_the_quota() {
    let mut clock = clock("5");
    clock.start(RED, 0);
    clock.press(Some(RED), 2_000, 700);
    assert_eq!(clock.left_ms(RED, 2_000), 298_700);
    clock.press(Some(RED), 4_000, 700);
    // The quota was 1000 − 700 + 100.
    assert_eq!(clock.left_ms(RED, 4_000), 298_700 - 2_000 + 400);
    clock.press(Some(RED), 4_050, 9_000);
    assert_eq!(clock.left_ms(RED, 4_050), 298_700 - 2_000 + 400, "lag beyond the move is not lag");
}

#[test]
fn warnings_come_once_on_the_way_down() {
    assert_eq!(warning_between(31_000, 30_000), Some(30_000));
    assert_eq!(warning_between(30_000, 29_000), None);
    assert_eq!(warning_between(60_000, 4_500), Some(30_000));
    assert_eq!(warning_between(2_500, 1_900), Some(2_000));
}

#[derive(Clone, Debug)]
enum Step {
    Press { seat: u8, lag: u64 },
    Pause,
    Resume,
    Credit(u64),
}

fn step() -> impl Strategy<Value = (u64, Step)> {
    let step = prop_oneof![
        4 => (0u8..4, 0u64..3_000).prop_map(|(seat, lag)| Step::Press { seat, lag }),
        1 => Just(Step::Pause),
        1 => Just(Step::Resume),
        1 => (0u64..20_000).prop_map(Step::Credit),
    ];
    (0u64..40_000, step)
}

proptest! {
    /// Without increments, time is lost by thinking only. All seats together lose at most the time
    /// that has passed, and no clock ever exceeds its initial value.
    #[test]
    fn time_is_conserved(steps in prop::collection::vec(step(), 1..80)) {
        let mut clock = clock("5");
        let mut now = 1_000;
        clock.start(RED, now);
        for (passed, step) in steps {
            now += passed;
            match step {
                Step::Press { seat, lag } => clock.press(Some(Seat::new(seat)), now, lag),
                Step::Pause => clock.pause(now),
                Step::Resume => clock.resume(now),
                Step::Credit(ms) => clock.credit(ms, now),
            }
            let left: u64 = Seat::first(4).map(|seat| clock.left_ms(seat, now)).sum();
            prop_assert!(left <= 1_200_000);
            prop_assert!(1_200_000 - left <= now - 1_000);
            prop_assert!(Seat::first(4).all(|seat| clock.left_ms(seat, now) <= 300_000));
            prop_assert_eq!(clock.deadline().is_some_and(|at| at <= now), clock.flag_fell(now) && clock.running().is_some());
        }
    }

    /// Parsing never panics, and a parsed text round-trips.
    #[test]
    fn any_text(text in "[0-9a-z+~x,/-]{0,24}") {
        if let Ok(controls) = text.parse::<Controls>() {
            let written = controls.to_string();
            prop_assert_eq!(written.parse::<Controls>().unwrap(), controls);
        }
    }

    /// The clock counts down evenly and reaches zero exactly at the deadline.
    #[test]
    fn face_reaches_zero_at_the_deadline(minutes in 1u64..30, periods in 0u32..4, seconds in 1u64..60) {
        let text = if periods == 0 { format!("{minutes}") } else { format!("{minutes}+{periods}x{seconds}s") };
        let mut clock = clock(&text);
        clock.start(RED, 0);
        let deadline = clock.deadline().unwrap();
        prop_assert_eq!(clock.left_ms(RED, deadline - 1), 1);
        prop_assert_eq!(clock.periods(RED, deadline - 1), periods.min(1));
    }
}
