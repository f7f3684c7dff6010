//! Simulated players: every move is recognised, and every illegal attempt raises its alarm.

use board_host::{
    Lines,
    check::Report,
    human::{Expected, Habits, People},
};
use sensing::{CaptureOrder, Settings};

fn settings(seed: u64) -> Settings {
    Settings {
        capture_order: if seed % 3 == 1 { CaptureOrder::Strict } else { CaptureOrder::Lenient },
        touch_move: seed % 4 == 1,
        capture_general: seed % 5 == 1,
        ..Settings::DEFAULT
    }
}

/// Number of boards, each with other settings, that share the games.
const BOARDS: u64 = 60;

fn report(games: u64, noise: u32) -> Report {
    let mut report = Report::default();
    for board in 0..BOARDS.min(games) {
        let settings = settings(board);
        let (mut lines, mut people) = (Lines::new(settings), People::new());
        for seed in (board..games).step_by(BOARDS as usize) {
            let habits = Habits { seed, noise, settings, plies: 80, moves: None };
            report.add(&mut lines, &habits, &people.play(&habits));
        }
    }
    report
}

#[test]
fn noise_is_no_excuse() {
    let report = report(1000, 100);
    let faults: Vec<&String> = report.faults.iter().take(10).collect();
    assert!(report.is_perfect(), "{} faults: {faults:#?}", report.faults.len());
    assert!(report.plies.meant > 50_000, "{:?}", report.plies);
    // A bouncing contact takes this long to come to rest.
    assert!(report.worst_landing_ms <= 25, "{} ms", report.worst_landing_ms);
    for reason in sensing::Reason::ALL {
        let tally = report.tries.get(reason.as_str()).copied().unwrap_or_default();
        assert!(tally.meant > 0, "no attempt had the reason {reason}");
    }
}

#[test]
fn quiet_people_are_understood() {
    let report = report(20, 0);
    assert!(report.is_perfect(), "{:#?}", report.faults);
}

/// A recorded game is played to its end although the players take moves back on the way.
#[test]
fn a_recorded_game_survives_takebacks() {
    let moves: Vec<xiangqi::Move> = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]
        .iter()
        .map(|text| text.parse().expect("a move"))
        .collect();
    let settings = Settings::DEFAULT;
    let (mut report, mut takebacks) = (Report::default(), 0);
    for seed in 0..60 {
        let moves = Some(moves.clone());
        let habits = Habits { seed, noise: 100, settings, plies: 80, moves };
        let session = People::new().play(&habits);
        let count = |is: fn(&Expected) -> bool| session.truth.iter().filter(|e| is(e)).count();
        let back = count(|expected| matches!(expected, Expected::Takeback(_)));
        let plies = count(|expected| matches!(expected, Expected::Ply(_)));
        assert_eq!(plies - back, 6, "seed {seed}: {:?}", session.truth);
        takebacks += back;
        report.add(&mut Lines::new(settings), &habits, &session);
    }
    assert!(takebacks > 0, "no player took a move back");
    assert!(report.is_perfect(), "{:#?}", report.faults);
}

#[test]
fn a_wrong_referee_is_caught() {
    // A board that does not wait for landings takes dragged pieces for moves.
    let hasty = Settings { settle_ms: 5, debounce_ms: 0, ..Settings::DEFAULT };
    let mut report = Report::default();
    for seed in 0..10 {
        let habits = Habits { seed, noise: 100, settings: hasty, plies: 40, moves: None };
        report.add(&mut Lines::new(hasty), &habits, &People::new().play(&habits));
    }
    assert!(!report.is_perfect());
}
