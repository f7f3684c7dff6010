//! Scenes at the board, in the script language of [`board::Board::act`].

mod board;

use board::{Board, PACE_MS};
use clock::{Controls, Left};
use sensing::{
    CaptureOrder, Cause, Ending, Event, Input, Progress, Prompt, Reason, Referee, Settings,
    Settled, Stage,
};
use xiangqi::{Move, Side};

fn lenient() -> Settings {
    Settings::DEFAULT
}

fn strict() -> Settings {
    Settings { capture_order: CaptureOrder::Strict, ..lenient() }
}

fn touch_move() -> Settings {
    Settings { touch_move: true, ..lenient() }
}

fn capture_general() -> Settings {
    Settings { capture_general: true, ..lenient() }
}

/// Every scene begins with the pieces set up and start pressed.
#[test]
fn scenes() {
    type Scene = (&'static str, fn() -> Settings, &'static str, &'static [&'static str]);
    const SCENES: &[Scene] = &[
        ("a move", lenient, "-h2 +e2 ~500", &["h2e2"]),
        ("not before it has settled", lenient, "-h2 +e2 ~200", &[]),
        ("dragged over three points", lenient, "-h2 +g2 -g2 +f2 -f2 +e2 ~500", &["h2e2"]),
        ("lifted and put back", lenient, "-h2 ~3000 +h2 ~500", &[]),
        ("own piece first", lenient, "-h2 -h9 +h9 ~500", &["h2h9"]),
        ("the enemy's first", lenient, "-h9 -h2 +h9 ~500", &["h2h9"]),
        ("the enemy's first, strictly", strict, "-h9 -h2 +h9 ~500", &["w wrong-order"]),
        ("own piece first, strictly", strict, "-h2 -h9 +h9 ~500", &["h2h9"]),
        ("the reply settles it", lenient, "-h2 +e2 ~50 -h9", &["h2e2"]),
        ("two plies in one settle time", lenient, "-h2 +e2 -h9 +g7 ~500", &["h2e2", "h9g7"]),
        ("snatched at once", lenient, "-h2 -h9 +h9 -i9 -h9 +h9 ~500", &["h2h9", "i9h9"]),
        ("the clock settles it", lenient, "-h2 +e2 !red-clock", &["h2e2"]),
        ("lifted too early for the reply", lenient, "-h9 -h2 +e2 ~500 +g7 ~500", &["h2e2", "h9g7"]),
        ("several adjusted at once", lenient, "-h2 -b2 -e3 +b2 +e3 +h2 ~500", &[]),
        ("adjusted, then moved", lenient, "-h2 -b2 +b2 +e2 ~500", &["h2e2"]),
        ("an empty point brushed", lenient, "+e5 -e5 ~500", &[]),
        ("not your turn", lenient, "-h7 +e7 ~500", &["b not-your-turn"]),
        ("not how it moves", lenient, "-a0 +b1 ~500", &["w not-how-it-moves"]),
        ("a chariot over a piece", lenient, "-a0 +a5 ~500", &["w not-how-it-moves"]),
        ("the horse's leg", lenient, "-b0 +d1 ~500", &["w blocked-leg"]),
        (
            "the elephant's eye",
            lenient,
            "-b2 +b1 ~500 -h9 +g7 ~500 -c0 +a2 ~500",
            &["b2b1", "h9g7", "w blocked-eye"],
        ),
        ("the palace", lenient, "-d0 +c1 ~500", &["w palace"]),
        ("no screen", lenient, "-h2 -h7 +h7 ~500", &["w screen"]),
        ("own piece", lenient, "-a0 -a3 +a3 ~3000", &["w own-piece"]),
        ("own piece put back in time", lenient, "-a0 -a3 +a3 ~100 +a0 ~500", &[]),
        ("two moves", lenient, "-h2 -b2 +e2 +d2 ~500", &["w two-moves"]),
        ("an unknown piece", lenient, "-h2 +e2 +e5 ~500", &["w unknown-piece"]),
        (
            "alarm, restored, moved",
            lenient,
            "-a0 +b1 ~500 -b1 +a0 -h2 +e2 ~500",
            &["w not-how-it-moves", "restored", "h2e2"],
        ),
        ("touched", touch_move, "-h2 +h2 ~500 -b2 +e2 ~500", &["w touch-move"]),
        ("touched and moved", touch_move, "-h2 +h2 ~500 -h2 +e2 ~500", &["h2e2"]),
        (
            "touched, but it cannot move",
            touch_move,
            "-e0 +e0 -d0 +d0 -h2 +e2 ~500",
            &["w touch-move"],
        ),
        ("something laid on the board", lenient, "+e5 ~500 -e5 ~500", &["extra {e5}", "restored"]),
        ("fallen off", lenient, "-h7 -b7 ~3000 +b7 +h7 ~500", &["missing {b7, h7}", "restored"]),
        (
            "swept off and put back at once",
            lenient,
            "-a0 -b0 -c0 -d0 -e0 -f0 -g0 +a0 ~50 +b0 ~50 +c0 +d0 +e0 +f0 +g0 ~500",
            &[],
        ),
        (
            "swept off",
            lenient,
            "-a0 -b0 -c0 -d0 -e0 -f0 -g0 ~500 +a0 +b0 +c0 +d0 +e0 +f0 +g0",
            &["scattered {a0, b0, c0, d0, e0, f0, g0}", "restored"],
        ),
        (
            "two enemies touched, one taken: asked",
            lenient,
            "-h2 -h9 -h7 +h9 +h7 ~500",
            &["ambiguous {h7, h9}"],
        ),
        (
            "asked and answered",
            lenient,
            "-h2 -h9 -h7 +h9 +h7 ~500 -h9 ~900 +h9 ~100",
            &["ambiguous {h7, h9}", "h2h9"],
        ),
        (
            "asked and taken back",
            lenient,
            "-h2 -h9 -h7 +h9 +h7 ~500 +h2 ~100",
            &["ambiguous {h7, h9}", "restored"],
        ),
        (
            "two own pieces in the air: asked",
            lenient,
            "-h2 -b2 +e2 ~3000 +b2 ~500",
            &["ambiguous {b2, h2}", "h2e2"],
        ),
        (
            "pushed off, not lifted: asked when the reply is lifted",
            lenient,
            "-h2 ~1000 -i9 ~3000",
            &["ambiguous {h2, h9}"],
        ),
        (
            "pushed off, asked, answered, taken back",
            lenient,
            "-h2 ~1000 -i9 ~3000 -h9 +h9 ~500 -h9 +h9 ~500",
            &["ambiguous {h2, h9}", "h2h9", "i9h9"],
        ),
        (
            "pushed off, and the clock pressed",
            lenient,
            "-h2 ~500 !red-clock",
            &["ambiguous {h2, h9}"],
        ),
        ("a slow capture is not asked about", lenient, "-h9 -h2 ~9000 +h9 ~500", &["h2h9"]),
        ("resigned", lenient, "!black-resign", &["resignation w"]),
        ("agreed", lenient, "!draw", &["agreement -"]),
        ("reset", lenient, "-h2 +e2 ~500 !reset -e2 +h2 ~100", &["h2e2", "abandoned -", "setup"]),
    ];
    for &(name, settings, script, expected) in SCENES {
        let mut board = Board::started(settings());
        assert_eq!(board.events(), ["setup"], "{name}");
        board.act(script);
        assert_eq!(board.events(), expected, "{name}: {script}");
    }
}

/// Alarms that need a certain position; the plies that lead to it are played normally.
#[test]
fn reasons_deep_in_a_game() {
    let scenes: &[(&str, &str, &str)] = &[
        ("c0e2 c9e7 e2g4 e7g5", "-g4 -e6 +e6", "river"),
        ("h2e2 h9g7 e2e6", "-d9 +e8", "leaves-general-attacked"),
        ("b2e2 h7e7 e2e6 e7e3 e6i6", "-e3 -i3 +i3", "generals-face"),
    ];
    for (moves, script, reason) in scenes {
        let mut board = Board::started(lenient());
        for played in moves.split(' ') {
            let played: Move = played.parse().unwrap();
            let lifts_victim = board.occupancy.contains(played.to);
            let victim = if lifts_victim { format!("-{}", played.to) } else { String::new() };
            board.act(&format!("-{} {victim} +{} ~500", played.from, played.to));
        }
        let told = board.events();
        assert!(told.iter().skip(1).eq(moves.split(' ')), "{moves}: {told:?}");
        board.act(&format!("{script} ~500"));
        let told = board.events();
        assert!(told.len() == 1 && told[0].ends_with(reason), "{moves} {script}: {told:?}");
    }
}

#[test]
fn the_first_legal_move_begins_the_game() {
    let mut board = Board::set_up(lenient());
    board.act("-a0 +b1 ~500");
    assert_eq!(board.referee.stage(), Stage::SettingUp, "there is no alarm before the game");
    board.act("-b1 +a0 ~100 -h2 +e2 ~500");
    assert_eq!(board.events(), ["setup", "setup", "h2e2"]);
    assert_eq!(board.referee.alarms(), [0, 0]);
}

#[test]
fn the_clock_changes_over_when_a_piece_lands() {
    let controls: Controls = "1+2".parse().unwrap();
    let mut board = Board::started(Settings { controls, ..lenient() });
    // Started at 1000 ms; Red lifts at 6100, lands at 6200, and Black's time runs since then.
    board.act("~5000 -h2 +e2 ~700");
    assert_eq!(board.events(), ["setup", "h2e2"]);
    assert_eq!(board.at, 7_000);
    assert_eq!(board.referee.clocks(), [60_000 - 5_200 + 2_000, 60_000 - 800]);
}

#[test]
fn warnings_and_the_flag() {
    let controls: Controls = "30-move".parse().unwrap();
    let mut board = Board::started(Settings { controls, ..lenient() });
    board.prompts();
    board.act("~31000");
    let said = board.prompts();
    let expected = [
        (21_000, Prompt::Seconds10),
        (26_000, Prompt::Seconds5),
        (27_000, Prompt::Seconds4),
        (28_000, Prompt::Seconds3),
        (29_000, Prompt::Seconds2),
        (30_000, Prompt::Seconds1),
        (31_000, Prompt::Flag),
        (31_000, Prompt::BlackWins),
        (31_000, Prompt::MovesPlayed),
    ];
    assert_eq!(said, expected);
    let reason = game::Reason::FlagFall;
    assert_eq!(board.referee.ending(), Some(Ending { reason, winner: Some(Side::Black) }));
}

#[test]
fn a_piece_that_landed_before_the_flag_counts() {
    let controls: Controls = "10-move".parse().unwrap();
    let flag = 11_000;
    for (before, ending) in [(100, None), (0, Some("flag-fall b"))] {
        let mut board = Board::started(Settings { controls, ..lenient() });
        board.act("-h2");
        board.act(&format!("~{}", flag - before - board.at));
        board.act("+e2 ~500");
        let told = board.events();
        assert_eq!(told.last().map(String::as_str), ending.or(Some("h2e2")), "{before} ms before");
    }
}

#[test]
fn byo_yomi_leaves_its_period_whole() {
    let controls: Controls = "5s+2x10s".parse().unwrap();
    let mut board = Board::started(Settings { controls, ..lenient() });
    board.act("~7000 -h2 +e2 ~500");
    assert_eq!(board.referee.clocks()[0], 10_000);
    board.act("-h9 +g7 ~500 ~19000");
    assert_eq!(board.events(), ["setup", "h2e2", "h9g7"]);
    board.act("~1000");
    assert_eq!(board.events(), ["flag-fall b"]);
}

#[test]
fn a_takeback_brings_the_clocks_back() {
    let controls: Controls = "10+5".parse().unwrap();
    let mut board = Board::started(Settings { controls, ..lenient() });
    board.act("~2000 -h2 +e2 ~9000 -h9 +g7 ~7000");
    board.act("-e2 -e6 +e6 ~3000");
    assert_eq!(board.events(), ["setup", "h2e2", "h9g7", "e2e6"]);
    let pieces = board.referee.pieces().clone();
    // Two plies back: the button twice, then the pieces.
    board.act("!takeback !takeback -e6 +e2 +e6 ~500 -g7 +h9");
    assert_eq!(board.events(), ["back e2e6", "back h9g7"]);
    assert_eq!(board.referee.stage(), Stage::Playing);
    assert_eq!(board.referee.plies(), 1);
    assert_eq!(board.referee.position().side_to_move(), Side::Black);
    // Red has its time after its first move; Black's move begins again.
    let clocks = board.referee.clocks();
    assert_eq!(clocks[0], 600_000 - 2_200 + 5_000);
    assert!((600_000 - PACE_MS..=600_000).contains(&clocks[1]), "{clocks:?}");
    board.act("-h9 +g7 ~500 -e2 -e6 +e6 ~500");
    assert_eq!(board.events(), ["h9g7", "e2e6"]);
    assert_eq!(*board.referee.pieces(), pieces, "pieces keep their numbers");
}

#[test]
fn a_takeback_can_be_cancelled() {
    let mut board = Board::started(lenient());
    board.act("-h2 +e2 ~500 !takeback ~3000 -e2 ~200 +e2 ~500 -h9 +g7 ~500");
    assert_eq!(board.events(), ["setup", "h2e2", "restored", "h9g7"]);
}

#[test]
fn power_cut() {
    let controls: Controls = "10+5".parse().unwrap();
    let settings = Settings { controls, ..lenient() };
    let mut board = Board::started(settings);
    board.act("~2000 -h2 +e2 ~9000 -h9 +g7 ~600");
    let plies: Vec<Settled> = board
        .outputs
        .iter()
        .filter_map(|output| match output.event {
            Event::Move(played) => Some(Settled { action: played.action, left: played.left }),
            _ => None,
        })
        .collect();
    let last = *board.outputs.last().unwrap();
    let progress = Progress { seq: last.seq, at_ms: last.at_ms, alarms: [1, 0], spent_ms: 500 };
    let mut outputs = Vec::new();
    let referee =
        Referee::resume(settings, progress, plies, &mut |output| outputs.push(output)).unwrap();
    assert_eq!(outputs[0].seq, last.seq + 1, "numbers go on");
    // A piece was removed during the power cut, and the board's time starts at another origin.
    let mut resumed = Board { referee, at: 5, occupancy: board.occupancy, outputs };
    let away = "a0".parse().unwrap();
    resumed.input(Input::Frame(board.occupancy.with(away, false)));
    resumed.occupancy = board.occupancy.with(away, false);
    resumed.act("~60000");
    assert_eq!(resumed.referee.stage(), Stage::Resuming);
    resumed.act("+a0 ~100");
    assert_eq!(resumed.events(), ["restored"]);
    assert_eq!(resumed.referee.clocks()[1], board.referee.clocks()[1]);
    assert_eq!(resumed.referee.alarms(), [1, 0]);
    let spent = 600_000 - 2_200 + 5_000 - resumed.referee.clocks()[0];
    assert!((500..800).contains(&spent), "a power cut costs no time: {spent} ms");
    resumed.act("-e2 -e6 +e6 ~500");
    assert_eq!(resumed.events(), ["e2e6"]);
}

#[test]
fn a_record_that_cannot_be_is_refused() {
    let left = [Left::default(); 2];
    let plies = ["h2e2", "h2e2"].map(|text| Settled { action: text.parse().unwrap(), left });
    let refused = Referee::resume(lenient(), Progress::default(), plies, &mut |_| {}).err();
    assert_eq!(
        refused.map(|error| error.to_string()).as_deref(),
        Some("ply 2 of the record, h2e2, cannot have been played")
    );
}

#[test]
fn time_that_steps_back_stops_nothing() {
    let mut board = Board::started(lenient());
    board.act("-h2");
    board.at = 3;
    board.act("+e2 ~500");
    assert_eq!(board.events(), ["setup", "clock-stepped {}", "restored", "h2e2"]);
    let times: Vec<u64> = board.outputs.iter().map(|output| output.at_ms).collect();
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn stuck_sensors_make_no_moves() {
    // The sensor of h2 still reports a piece that has moved to e2.
    let mut board = Board::started(lenient());
    board.act("+e2 ~500");
    assert_eq!(board.events(), ["setup", "extra {e2}"]);
    // A sensor that no longer sees its piece only makes the board ask.
    let mut board = Board::started(lenient());
    board.act("-b2 ~20000 -h2 +e2 ~3000");
    assert_eq!(board.events(), ["setup", "ambiguous {b2, h2}"]);
}

#[test]
fn a_flickering_sensor_is_named() {
    let mut board = Board::started(lenient());
    for turn in 0..200 {
        let square = "e5".parse().unwrap();
        board.occupancy = board.occupancy.with(square, turn % 2 == 0);
        board.input(Input::Frame(board.occupancy));
        board.at += 20;
    }
    assert_eq!(board.events(), ["setup", "flicker {e5}"]);
    board.act("~9000 -h2 +e2 ~500");
    assert_eq!(board.events(), ["restored", "h2e2"]);
}

#[test]
fn alarms_may_lose_the_game() {
    let mut board = Board::started(Settings { alarm_limit: Some(2), ..lenient() });
    board.act("-a0 +b1 ~500 -b1 +a0 ~500 -a0 +b1 ~500");
    assert_eq!(
        board.events(),
        ["setup", "w not-how-it-moves", "restored", "w not-how-it-moves", "alarms b"]
    );
}

#[test]
fn play_goes_on_until_a_general_falls() {
    // Black makes a screen for the cannon, and the general is captured.
    let script = "-h2 +e2 ~500 -a9 +a8 ~500 -e2 -e6 +e6 ~500 -d9 +e8 ~500 -e6 -e9 +e9 ~500";
    let mut board = Board::started(capture_general());
    board.act(script);
    assert_eq!(
        board.events(),
        ["setup", "h2e2", "a9a8", "e2e6", "d9e8", "e6e9", "general-captured w"]
    );
    let mut board = Board::started(lenient());
    board.act(script);
    assert_eq!(board.events(), ["setup", "h2e2", "a9a8", "e2e6", "b leaves-general-attacked"]);
}

#[test]
fn repetition_is_reported_and_not_ruled_on() {
    let mut board = Board::started(lenient());
    for _ in 0..2 {
        board.act("-a0 +a1 ~500 -a9 +a8 ~500 -a1 +a0 ~500 -a8 +a9 ~500");
    }
    let told = board.events();
    assert!(told.contains(&"repeated 2".to_owned()), "{told:?}");
    assert_eq!(told.last().map(String::as_str), Some("repeated 3"));
    let ending = Ending { reason: game::Reason::Repetition, winner: None };
    board.input(Input::Ruling(ending));
    assert_eq!(board.events(), ["repetition -"]);
}

/// An alarm carries the points of the move and of the obstacle.
#[test]
fn alarms_name_their_points() {
    let mut board = Board::started(lenient());
    board.act("-b0 +d1 ~500");
    let alarm = board.outputs.iter().find_map(|output| match output.event {
        Event::Alarm(alarm) => Some(alarm),
        _ => None,
    });
    let alarm = alarm.expect("an alarm");
    assert_eq!(alarm.reason, Reason::BlockedLeg);
    assert_eq!(alarm.tried, Some("b0d1".parse().unwrap()));
    assert_eq!(format!("{:?}", alarm.points), "{b0, c0, d1}");
    assert_eq!(format!("{:?}", board.referee.difference()), "({b0}, {d1})");
    let causes = Cause::ALL.iter().map(|cause| cause.as_str());
    assert_eq!(causes.collect::<std::collections::BTreeSet<_>>().len(), Cause::ALL.len());
}
