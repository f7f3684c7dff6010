//! Tests of worked positions, perft, set-up and turning.

use game::{Game, Observer, Seat, Turn, View};
use serde_json::Value;
use undercover::{Action, Options, Position, Undercover, UndercoverView, perft};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const RED: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

fn game(text: &str) -> Undercover {
    Undercover::from_text(Options::default(), text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(game: &mut Undercover, seat: Seat, text: &str) {
    let action: Action = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    game.play(seat, action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
}

fn refusal(game: &Undercover, seat: Seat, text: &str) -> &'static str {
    game.judge(seat, text.parse().unwrap()).expect_err(text).code
}

#[test]
fn worked_lines() {
    for (number, line) in include_str!("data/rules.jsonl").lines().enumerate() {
        let case: Value = serde_json::from_str(line).expect("a JSON line");
        let mut game = game(case["position"].as_str().expect("a position"));
        for action in case["actions"].as_array().expect("actions") {
            let Turn::Seat(seat) = game.turn() else { panic!("line {}: over early", number + 1) };
            play(&mut game, seat, action.as_str().unwrap());
        }
        let expect = &case["expect"];
        assert_eq!(game.truth_text(), expect["position"].as_str().unwrap(), "line {}", number + 1);
        assert_eq!(
            game.turn() == Turn::Over,
            expect["over"].as_bool().unwrap(),
            "line {}",
            number + 1
        );
        let legal: Vec<String> = match game.turn() {
            Turn::Seat(seat) => game.legal(seat).iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        let wanted: Vec<&str> =
            expect["legal"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(legal, wanted, "line {}", number + 1);
    }
}

#[test]
fn golden_perft() {
    for (fields, counts) in [("e6/c3 0/0", [45, 2008, 85470]), ("e6/c3 1/2", [44, 1920, 81580])] {
        let position: Position = game(&format!("{START} {fields}")).position().clone();
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), nodes, "{fields} depth {depth}");
        }
    }
}

#[test]
fn set_up_step_by_step() {
    let options: Options = "first=red locks=1 rearrange=manual".parse().unwrap();
    let deal = Undercover::deal(&options, &mut conformance::TestDice::new(7));
    let mut game = Undercover::start(options, deal);
    assert_eq!(refusal(&game, RED, "a3a4"), "not-this-step");
    assert_eq!(refusal(&game, RED, "mole:e6"), "not-this-step");
    assert_eq!(refusal(&game, RED, "lock:a3+c3"), "too-many-locks");
    assert_eq!(refusal(&game, RED, "lock:e6"), "not-a-pawn");
    play(&mut game, RED, "lock:c3");
    assert_eq!(refusal(&game, RED, "lock:e3"), "already-chosen");
    let before = game.view(Observer::Seat(BLACK)).to_string();
    assert_eq!(before, format!("{START} ?/. 3/3 lock:?/."));
    play(&mut game, BLACK, "lock:-");
    assert_eq!(game.view(Observer::Spectator).to_string(), format!("{START} ?/? 3/3 choose:c3/-"));
    assert_eq!(refusal(&game, BLACK, "mole:c3"), "locked");
    assert_eq!(refusal(&game, BLACK, "mole:c6"), "not-a-pawn");
    play(&mut game, BLACK, "mole:a3");
    assert_eq!(game.turn(), Turn::Setup(game::SeatSet::only(RED)));
    assert_eq!(game.view(Observer::Seat(RED)).to_string(), format!("{START} ./? 3/3 choose:c3/-"));
    play(&mut game, RED, "mole:-");
    play(&mut game, RED, "place:51234");
    play(&mut game, BLACK, "place:12345");
    // Black's mole, Red's first pawn, has moved to the second starting square.
    assert_eq!(game.truth_text(), format!("{START} -/c3 3/3"));
    assert_eq!(game.view(Observer::Seat(RED)).to_string(), format!("{START} -/? 3/3"));
    assert_eq!(game.view(Observer::Seat(BLACK)).to_string(), format!("{START} ?/c3 3/3"));
    assert_eq!(game.turn(), Turn::Seat(RED));
}

#[test]
fn set_up_time_runs_out() {
    let options: Options = "locks=2 rearrange=manual".parse().unwrap();
    let deal = Undercover::deal(&options, &mut conformance::TestDice::new(3));
    let mut game = Undercover::start(options, deal);
    let mut steps = Vec::new();
    while let Turn::Setup(owing) = game.turn() {
        let seat = owing.iter().next().expect("a seat must choose");
        let action = game.default_setup(seat).expect("there is a default");
        steps.push(action.to_string());
        game.play(seat, action).unwrap();
    }
    assert_eq!(
        steps,
        ["lock:-", "lock:-", "mole:random", "mole:random", "place:12345", "place:12345"]
    );
}

#[test]
fn turning() {
    // position, seat, action, code of the refusal or text after the action
    for (text, seat, action, expected) in [
        (
            format!("{START} e6/c3 0/0"),
            RED,
            "@e6",
            Ok("rnbakabnr/9/1c5c1/p1p1P1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 +/c3 0/0"),
        ),
        (format!("{START} e6/c3 1/0"), RED, "@e6", Err("barred")),
        (format!("{START} e6/c3 0/0"), RED, "@c6", Err("not-your-mole")),
        (format!("{START} -/c3 0/0"), RED, "@c6", Err("no-mole")),
        (format!("{START} x/c3 0/0"), RED, "@c6", Err("no-mole")),
        (format!("{START} +/c3 0/0"), RED, "@c6", Err("no-mole")),
        (format!("{START} e6/c3 0/0"), BLACK, "@c3", Err("not-your-turn")),
        // Turning does not answer this check.
        (
            "3k5/9/9/9/2p6/9/9/9/4r4/4K4 w - - 0 1 c5/- 0/0".into(),
            RED,
            "@c5",
            Err("leaves-general-attacked"),
        ),
        // The mole itself gives check; turning it removes the check.
        (
            "3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1 e1/- 0/0".into(),
            RED,
            "@e1",
            Ok("3k5/9/9/9/9/9/9/9/4P4/4K4 b - - 0 1 +/- 0/0"),
        ),
        // Turning gives check and mate.
        (
            "3k5/4p4/4P4/9/9/9/9/9/9/4K4 w - - 9 30 e8/- 0/0".into(),
            RED,
            "@e8",
            Ok("3k5/4P4/4P4/9/9/9/9/9/9/4K4 b - - 0 30 +/- 0/0"),
        ),
    ] {
        let mut game = game(&text);
        match expected {
            Ok(after) => {
                play(&mut game, seat, action);
                assert_eq!(game.truth_text(), after, "{text} {action}");
                assert!(game.undo());
                assert_eq!(game.truth_text(), text, "undo of {action}");
            }
            Err(code) => assert_eq!(refusal(&game, seat, action), code, "{text} {action}"),
        }
    }
}

#[test]
fn only_the_owner_sees_a_mole_lost() {
    let mut game = game("3k5/9/9/9/4p4/4P4/9/9/9/4K4 w - - 0 1 e5/- 0/0");
    play(&mut game, RED, "e4e5");
    assert_eq!(game.truth_text(), "3k5/9/9/9/4P4/9/9/9/9/4K4 b - - 0 1 x/- 0/0");
    assert!(game.view(Observer::Seat(RED)).to_string().ends_with(" x/? 0/0"));
    assert!(game.view(Observer::Seat(BLACK)).to_string().ends_with(" ?/- 0/0"));
}

#[test]
fn a_hidden_defection_avoids_stalemate() {
    // Black's general has no safe square. One of the pawns that hold it is Black's mole.
    let board = "4k4/3P1P3/9/9/9/9/9/9/9/3K5 b - - 0 1";
    let barred = game(&format!("{board} -/d8 0/1"));
    assert_eq!(barred.outcome().map(|outcome| outcome.reason.as_str()), Some("stalemate"));
    let mut saved = game(&format!("{board} -/d8 0/0"));
    assert_eq!(saved.legal(BLACK), ["@d8".parse().unwrap()]);
    assert_eq!(saved.view(Observer::Seat(RED)).turn(), Turn::Seat(BLACK));
    play(&mut saved, BLACK, "@d8");
    assert_eq!(saved.truth_text(), "4k4/3p1P3/9/9/9/9/9/9/9/3K5 w - - 0 2 -/+ 0/0");
}

#[test]
fn everything_is_revealed_at_the_end() {
    let mut game = game(&format!("{START} e6/c3 0/0"));
    assert_eq!(game.view(Observer::Spectator).to_string(), format!("{START} ?/? 0/0"));
    game.conclude(game::Outcome::duel(game::Reason::Resignation, Some(RED)));
    for observer in Observer::all(2) {
        assert_eq!(game.view(observer).to_string(), format!("{START} e6/c3 0/0"));
        assert!(game.view(observer).legal().is_empty());
    }
}

#[test]
fn wrong_texts_name_the_place() {
    for (text, code, at) in [
        (START.to_owned(), "moles", 69),
        (format!("{START} e6"), "moles", 70),
        (format!("{START} e6/e6"), "barred", 75),
        (format!("{START} e6/c3 0"), "barred", 76),
        (format!("{START} e6/c3 0/x"), "barred", 78),
        (format!("{START} e6/c6 0/0"), "moles", 70),
        (format!("{START} e3/c3 0/0"), "moles", 70),
        (format!("{START} e6/z3 0/0"), "moles", 73),
        (format!("{START} e6/c3 0/0 x"), "stage", 80),
        (format!("{START} e6/c3 0/0 lock:-/- x"), "length", 89),
        (format!("{START} e6/? 0/0"), "hidden", 0),
        (format!("{START} ./. 0/0"), "moles", 70),
        (format!("{START} ./. 0/0 choose:-/-"), "hidden", 0),
    ] {
        let error = Undercover::from_text(Options::default(), &text).expect_err(&text);
        assert_eq!((error.code, error.at), (code, at), "{text:?}: {error}");
    }
    for text in [
        "@",
        "@z9",
        "lock:",
        "lock:c3+c3",
        "lock:e3+c3",
        "mole:",
        "place:11234",
        "place:1234",
        "x:y",
        "h2e",
    ] {
        assert!(
            matches!(text.parse::<Action>().expect_err(text).code, "action-text" | "square"),
            "{text}"
        );
    }
}

#[test]
fn options_round_trip() {
    for text in [
        "",
        "barred=0",
        "barred=10 first=black locks=2 quiet-limit=off rearrange=manual repetition=off selection=random",
    ] {
        assert_eq!(text.parse::<Options>().unwrap().to_string(), text);
    }
    for text in ["barred=201", "locks=3", "first=white", "rearrange=all", "selection=", "x=1"] {
        assert_eq!(text.parse::<Options>().expect_err(text).code, "option", "{text}");
    }
}

#[test]
fn a_view_reads_its_own_text() {
    let text = format!("{START} e6/? 0/0");
    let view = UndercoverView::from_text(Options::default(), Observer::Seat(RED), &text).unwrap();
    assert_eq!(view.legal().len(), 45);
    let view = UndercoverView::from_text(Options::default(), Observer::Spectator, &text).unwrap();
    assert_eq!(view.legal().len(), 0);
}
