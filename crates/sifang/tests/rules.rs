//! Tests of worked positions, perft, movement, endings, texts and refusals.

use game::{Game, Points, Seat, TextError, Turn};
use serde_json::Value;
use sifang::{
    Action, Board, Kind, Mode, Options, Piece, Point, Position, Region, Side, Sifang, perft,
};

fn game(options: &str, text: &str) -> Sifang {
    Sifang::from_text(options.parse().unwrap(), text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(game: &mut Sifang, text: &str) {
    let Turn::Seat(seat) = game.turn() else { panic!("over before {text}") };
    let played: Action = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    game.play(seat, played).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
}

/// Builds a position text from words such as `7grT`: point, letter of the side, letter of the kind.
fn place(words: &str, tail: &str) -> String {
    let mut rows = Vec::new();
    let pieces: Vec<(Point, &str)> = words
        .split_whitespace()
        .map(|word| (word[..word.len() - 2].parse().unwrap(), &word[word.len() - 2..]))
        .collect();
    for y in (1..=13).rev() {
        let cells = Point::row(y).map(|point| {
            let piece = pieces.iter().find(|(at, _)| *at == point);
            piece.map_or("1".to_owned(), |(_, piece)| (*piece).to_owned())
        });
        rows.push(cells.collect::<Vec<_>>().join(","));
    }
    format!("{} {tail}", rows.join("/"))
}

#[test]
fn worked_lines() {
    for (number, line) in include_str!("data/rules.jsonl").lines().enumerate() {
        let case: Value = serde_json::from_str(line).expect("a JSON line");
        let mut game = game("", case["position"].as_str().expect("a position"));
        for action in case["actions"].as_array().expect("actions") {
            play(&mut game, action.as_str().unwrap());
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
    for (mode, counts) in
        [("ns", [65, 4174, 260_463]), ("se", [68, 4568, 298_147]), ("solo", [69, 4708, 311_993])]
    {
        let options: Options = format!("mode={mode}").parse().unwrap();
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(perft(&Position::start(options), depth), nodes, "{mode} depth {depth}");
        }
    }
}

#[test]
fn the_board() {
    assert_eq!(Point::all().count(), Point::COUNT);
    for (text, region, is_star) in [
        ("7g", Region::Centre, true),
        ("12g", Region::Li, false),
        ("2g", Region::Kan, false),
        ("7b", Region::Qian, false),
        ("7l", Region::Kun, false),
        ("11k", Region::Zhen, true),
        ("11c", Region::Dui, true),
        ("3k", Region::Gen, true),
        ("3c", Region::Xun, true),
    ] {
        let point: Point = text.parse().unwrap();
        assert_eq!((point.region(), point.is_star()), (region, is_star), "{text}");
    }
    for text in ["3a", "1c", "13c", "0g", "14g", "07g", "7n", "g7", "", "7", "+7g", "7gg"] {
        assert_eq!(text.parse::<Point>().expect_err(text).code, "square", "{text}");
    }
}

#[test]
fn movement() {
    // pieces, moving piece, its destinations
    for (pieces, from, reached) in [
        // A tank: any distance along land lines (here column 7 and row g), one step along water
        // lines.
        ("7grT 7jgI 4gyI", "7g", "10g 11g 12g 13g 5g 6g 7a 7b 7c 7d 7e 7f 7h 7i 7j 8g 9g"),
        ("8hrT", "8h", "7h 8g 8i 9h"),
        ("8grT 11gbI", "8g", "10g 11g 1g 2g 3g 4g 5g 6g 7g 8f 8h 9g"),
        // A battleship: the opposite.
        ("7grB", "7g", "6g 7f 7h 8g"),
        (
            "8hrB 8kgI",
            "8h",
            "10h 11h 12h 13h 1h 2h 3h 4h 5h 6h 7h 8a 8b 8c 8d 8e 8f 8g 8i 8j 8k 9h",
        ),
        // Artillery captures by jumping exactly one piece of any side.
        ("7grA 7irI 7kgI 7myI 9ggT 4grI 3grI", "7g", "5g 6g 7a 7b 7c 7d 7e 7f 7h 7k 8g"),
        // Cavalry: an enemy piece on the leg blocks, an own or allied one does not.
        ("7grC 8ggI 6gyI 7hrI", "7g", "5f 5h 6e 6i 8e 8i"),
        // Fighter: steps, and 田 diagonals from a land crossing, over own pieces but not over
        // enemies.
        ("7grF 8hgI 6hrI 5eyI 10jgT", "7g", "11c 3k 5i 6f 6g 7f 7h 8f 8g 8h 9e"),
        ("8grF", "8g", "7f 7g 7h 8f 8h 9f 9g 9h"),
        ("7grI 8ggI 6gyI", "7g", "6f 6h 7f 7h 8f 8g 8h"),
        ("4arM", "4a", "3b 4b 5a 5b"),
    ] {
        let marshals = "13igM 7myM 1ibM 9arM";
        let mut words = pieces.to_owned();
        for marshal in marshals.split(' ') {
            let clash = marshal.ends_with("rM") && pieces.contains("rM")
                || pieces
                    .split(' ')
                    .any(|word| word[..word.len() - 2] == marshal[..marshal.len() - 2]);
            if !clash {
                words.push_str(&format!(" {marshal}"));
            }
        }
        let status = if words.contains("yM") { "-/-/-/-" } else { "-/-/x1/-" };
        let text = place(&words, &format!("r ns {status} 0 0"));
        let position = Position::from_text(Options::default(), &text)
            .unwrap_or_else(|e| panic!("{words}: {e}"));
        let mut found: Vec<String> =
            position.targets(from.parse().unwrap()).iter().map(ToString::to_string).collect();
        found.sort();
        let mut expected: Vec<&str> = reached.split(' ').collect();
        expected.sort_unstable();
        let beside: Vec<&String> =
            found.iter().filter(|point| !expected.contains(&point.as_str())).collect();
        let missing: Vec<&&str> =
            expected.iter().filter(|point| !found.contains(&point.to_string())).collect();
        assert!(
            beside.is_empty() && missing.is_empty(),
            "{pieces}: beside {beside:?}, missing {missing:?}"
        );
    }
}

#[test]
fn refusals_say_why() {
    let start = Position::start(Options::default());
    for (played, code) in [
        ("7g7h", "no-piece"),
        ("7m7l", "not-your-piece"),
        ("5b6b", "own-piece"),
        ("5b7e", "not-how-it-moves"),
        ("5b3b", "line"),
        ("7d7l", "ally"),
        ("7d7k", "ally"),
        ("7c7h", "blocked"),
        ("9b9m", "ally"),
        ("7d7m", "ally"),
        ("5a6d", "not-how-it-moves"),
        ("6c8e", "line"),
    ] {
        let refusal = start.judge(played.parse().unwrap());
        let found = refusal.as_ref().map_err(|refusal| refusal.code);
        assert_eq!(found, Err(code), "{played}: {refusal:?}");
    }
}

#[test]
fn refusals_name_what_is_in_the_way() {
    // pieces, move, code, part of the sentence
    for (pieces, played, code, named) in [
        ("7grT 9ggI", "7g11g", "blocked", "Green's infantry on 9g"),
        ("8hrB 8jyI", "8h8l", "blocked", "Yellow's infantry on 8j"),
        ("8hrB", "8h8i", "", ""),
        ("7grA 9ggI", "7g9g", "screen", "not over 0"),
        ("7grA 8grI 9ggI 11ggC", "7g11g", "screen", "not over 2"),
        ("7grA 9ggI", "7g12g", "blocked", "Green's infantry on 9g"),
        ("7grC 8ggI", "7g9h", "blocked-leg", "Green's infantry on 8g"),
        ("7grC 8gyI", "7g9h", "", ""),
        ("7grF 8hgI", "7g9i", "blocked-eye", "Green's infantry on 8h"),
        ("7grF 8hyI", "7g9i", "", ""),
        ("7grF 9igI", "7g11k", "blocked", "Green's infantry on 9i"),
        ("7grF 9iyI", "7g11k", "blocked", "Yellow's infantry on 9i"),
        ("7grF 9igI", "7g9i", "", ""),
        ("8hrF", "8h10j", "line", "8h"),
        ("7grI", "7g9g", "not-how-it-moves", "infantry"),
        ("7grI", "7g7g", "own-piece", "7g"),
    ] {
        let words = format!("{pieces} 7arM 7myM 13ggM 1gbM");
        let text = place(&words.replace("13ggM", "13hgM"), "r ns -/-/-/- 0 0");
        let game = game("", &text);
        let refusal = game.judge(Side::Red.seat(), played.parse().unwrap()).err();
        let found = refusal.as_ref().map_or("", |refusal| refusal.code);
        assert_eq!(found, code, "{pieces} {played}: {refusal:?}");
        let message = refusal.map_or(String::new(), |refusal| refusal.message);
        assert!(message.contains(named), "{pieces} {played}: {message}");
    }
}

#[test]
fn refusals_off_turn_and_after_the_end() {
    let mut game = Sifang::start(Options::default(), ());
    let played: Action = "7d7e".parse().unwrap();
    let code = |game: &Sifang, side: Side| game.judge(side.seat(), played).unwrap_err().code;
    assert_eq!(code(&game, Side::Green), "not-your-turn");
    game.conclude(game.lost_by(Side::Green.seat(), game::Reason::Resignation));
    assert_eq!(code(&game, Side::Red), "game-over");
    assert!(game.legal(Side::Red.seat()).is_empty());
}

#[test]
fn a_side_without_a_move_is_passed_over() {
    // Green has no pieces left; Yellow's marshal is enclosed by pieces of its ally.
    let walled = "7myM 6mrC 8mrC 6lrI 7lrI 8lrI";
    let mut game = game("", &place(&format!("7arM 1gbM {walled}"), "r ns -/x1/-/- 0 0"));
    play(&mut game, "7a7b");
    assert_eq!(game.turn(), Turn::Seat(Side::Blue.seat()));
    play(&mut game, "1g2g");
    assert_eq!(game.turn(), Turn::Seat(Side::Red.seat()));
    play(&mut game, "7l7k");
    assert_eq!(game.turn(), Turn::Seat(Side::Yellow.seat()), "the wall has opened");
}

/// Makes and unmakes moves along random games. Unmaking restores the position and its key.
#[test]
fn unmake_restores_everything() {
    use game::Position as _;
    for (seed, options) in (1u64..).zip(["", "mode=se", "mode=solo", "end=points mode=solo"]) {
        let mut position = Position::start(options.parse().unwrap());
        let mut state = seed;
        let mut moves = Vec::new();
        for ply in 0..300 {
            moves.clear();
            position.legal_into(&mut moves);
            if moves.is_empty() {
                break;
            }
            for &played in &moves {
                let (before, key) = (position.clone(), position.key());
                let undo = position.make(played);
                assert_ne!(position.key(), key, "seed {seed}, ply {ply}, {played}");
                position.unmake(played, undo);
                assert_eq!(position, before, "seed {seed}, ply {ply}, {played}");
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let _ = position.make(moves[(state >> 33) as usize % moves.len()]);
        }
    }
}

#[test]
fn endings() {
    // options, pieces, rest of the text, moves, reason, winners, points in halves
    for (options, pieces, tail, moves, reason, winners, halves) in [
        // Teams: the second marshal of a team is captured.
        (
            "",
            "7arM 7myM 13ggM 12grT",
            "r ns -/-/-/x1 0 9",
            "12g13g",
            "marshals",
            "ry",
            [4, 0, 4, 0],
        ),
        ("mode=se", "7arM 7myM 13ggM 1gbM 7lrT", "r se -/-/-/- 0 9", "7l7m", "", "", [0; 4]),
        (
            "end=first-marshal",
            "7arM 7myM 13ggM 1gbM 12grT",
            "r ns -/-/-/- 0 9",
            "12g13g",
            "marshals",
            "ry",
            [4, 0, 4, 0],
        ),
        // Race: three sides have finished or fallen; the last one takes the next place.
        ("", "7frM 13ggM 5arT", "r solo -/-/1/x1 0 9", "7f7g", "race", "y", [4, 2, 6, 0]),
        ("", "7frM 13ggM 9mgT 7myM", "r solo -/-/-/x1 0 9", "7f7g", "", "", [0; 4]),
        ("", "12frM 13ggM", "r solo -/-/x2/x1 0 9", "12f13g", "race", "r", [6, 4, 2, 0]),
        // Capture all.
        (
            "end=capture-all",
            "7arT 8agI",
            "r ns x1/x2/x3/x4 0 9",
            "7a8a",
            "capture-all",
            "ry",
            [4, 0, 4, 0],
        ),
        (
            "",
            "7arM 7myM 13ggM 1gbM 5arT",
            "r ns -/-/-/- 199 300",
            "5a5b",
            "quiet-limit",
            "",
            [2, 2, 2, 2],
        ),
        (
            "",
            "7arM 13ggM 1gbM 5arT",
            "r solo -/-/x1/- 199 300",
            "5a5b",
            "quiet-limit",
            "",
            [4, 4, 0, 4],
        ),
        (
            "end=points move-limit=10",
            "7arM 7myM 13ggM 1gbM 5arT 5bgI",
            "r ns -/-/-/- 9 9",
            "5a5b",
            "move-limit",
            "ry",
            [4, 0, 4, 0],
        ),
        (
            "end=points move-limit=10",
            "7arM 7myM 13ggM 1gbM 5arT",
            "r ns -/-/-/- 9 9",
            "5a5b",
            "move-limit",
            "",
            [2, 2, 2, 2],
        ),
    ] {
        let mut game = game(options, &place(pieces, tail));
        moves.split(' ').for_each(|played| play(&mut game, played));
        let Some(outcome) = game.outcome() else {
            assert_eq!(reason, "", "{pieces} {moves}: goes on as {}", game.truth_text());
            continue;
        };
        let found: String = outcome.winners.iter().map(|seat| game.seat_letter(seat)).collect();
        assert_eq!(
            (outcome.reason.as_str(), found.as_str()),
            (reason, winners),
            "{pieces} {moves}"
        );
        assert_eq!(outcome.scores, halves.map(Points::halves), "{pieces} {moves}");
    }
}

#[test]
fn a_side_that_comes_in_leaves_the_board() {
    let mut game = game("", &place("7frM 5arT 13ggM 7myM 1gbM 12dbI", "r solo -/-/-/- 3 8"));
    play(&mut game, "7f7g");
    assert_eq!(game.truth_text(), canonical(&place("13ggM 7myM 1gbM 12dbI", "g solo 1/-/-/- 4 9")));
    assert!(game.undo());
    assert_eq!(game.turn(), Turn::Seat(Side::Red.seat()));
}

/// Canonical form of a position text.
fn canonical(text: &str) -> String {
    Position::from_text(Options::default(), text).expect("a position").to_string()
}

#[test]
fn third_repetition_is_a_draw() {
    let mut game = game("", &place("7arM 7myM 13ggM 1gbM", "r ns -/-/-/- 0 0"));
    for round in 0..2 {
        for played in ["7a7b", "13g12g", "7m7l", "1g2g", "7b7a", "12g13g", "7l7m", "2g1g"] {
            assert_eq!(game.outcome(), None, "round {round}");
            play(&mut game, played);
        }
        assert_eq!(game.warning().is_some(), round == 0);
    }
    assert_eq!(game.outcome().unwrap().reason.as_str(), "repetition");
}

fn leave(game: &mut Sifang, side: Side) {
    let text = format!("out:{}", side.letter());
    let action: Action = text.parse().unwrap();
    assert_eq!(action.to_string(), text);
    game.play(side.seat(), action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let again = Sifang::from_text(*game.options(), &game.truth_text()).unwrap();
    assert_eq!(again.truth_text(), game.truth_text(), "{text}");
    assert_eq!(again.turn(), game.turn(), "{text}");
}

/// In solo, a side may leave on or off turn. The others play on until one still races, and a side
/// that leaves later ranks higher.
#[test]
fn leaving_alone() {
    let mut game = Sifang::start("mode=solo".parse().unwrap(), ());
    let start = game.truth_text();
    play(&mut game, "7d7e");
    leave(&mut game, Side::Yellow);
    assert!(!game.position().board().has_pieces(Side::Yellow));
    assert_eq!((game.outcome(), game.turn()), (None, Turn::Seat(Side::Green.seat())));
    leave(&mut game, Side::Green);
    assert_eq!((game.outcome(), game.turn()), (None, Turn::Seat(Side::Blue.seat())));
    assert_eq!(game.truth_text().split(' ').nth(3), Some("-/x2/x1/-"));
    assert!(!game.position().still_plays(Side::Green.seat()));
    let mut drawn = game.clone();
    assert_eq!(drawn.draw_scores(), [5, 2, 0, 5].map(Points::halves));
    drawn.conclude(drawn.lost_by(Side::Red.seat(), game::Reason::FlagFall));
    leave(&mut game, Side::Red);
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.reason.as_str(), "race");
    assert_eq!(outcome.scores, [4, 2, 0, 6].map(Points::halves));
    assert_eq!(outcome.scores, drawn.outcome().unwrap().scores);
    assert!(outcome.winners.contains(Side::Blue.seat()));
    while game.undo() {}
    assert_eq!(game.truth_text(), start);
}

/// Sides that may not leave, with the reasons.
#[test]
fn leaving_is_refused() {
    let gone = place("7arM 7myM 1gbM 4grA", "r solo -/x1/-/- 0 0");
    let table = [
        ("", "", Side::Red, "out:r", "out"),
        ("mode=solo", "", Side::Red, "out:g", "not-your-turn"),
        ("mode=solo", gone.as_str(), Side::Green, "out:g", "out"),
    ];
    for (options, text, side, action, code) in table {
        let mut game = match text {
            "" => Sifang::start(options.parse().unwrap(), ()),
            text => game(options, text),
        };
        let action: Action = action.parse().unwrap();
        assert_eq!(game.judge(side.seat(), action).unwrap_err().code, code, "{action} {options}");
        assert!(game.play(side.seat(), action).is_err());
    }
    for text in ["out:", "out:x", "out:rg", "out"] {
        assert_eq!(text.parse::<Action>().unwrap_err().code, "action-text", "{text}");
    }
}

#[test]
fn resigning_alone() {
    let solo = Sifang::start("mode=solo".parse().unwrap(), ());
    let outcome = solo.lost_by(Seat::new(1), game::Reason::Resignation);
    assert_eq!(outcome.scores, [4, 0, 4, 4].map(Points::halves));
    let teams = Sifang::start(Options::default(), ());
    let outcome = teams.lost_by(Seat::new(1), game::Reason::FlagFall);
    assert_eq!(outcome.scores, [4, 0, 4, 0].map(Points::halves));
}

#[test]
fn wrong_texts_name_the_place() {
    let start = Position::start(Options::default()).to_string();
    let rows = start.split(' ').next().unwrap();
    let at = rows.len();
    for (text, code, place) in [
        (String::new(), "board-size", 0),
        ("1/2 r ns -/-/-/- 0 0".into(), "board-size", 0),
        (start.replacen("yB,yC,1", "yB,yC,2", 1), "board-size", 0),
        (start.replacen("yB,yC,1", "yB,zC,1", 1), "pieces", 3),
        (start.replacen("yB,yC,1", "yB,yC,0", 1), "pieces", 6),
        (start.replacen("yB,yC,1", "yB,yB,yB", 1), "pieces", 0),
        (format!("{rows} w ns -/-/-/- 0 0"), "turn", at + 1),
        (place("7arM 7myM 1gbM", "g ns -/x1/-/- 0 0"), "turn", 293),
        (place("7myM 1gbM 13ggM", "r solo 1/-/-/- 0 0"), "turn", 293),
        (format!("{rows} r xx -/-/-/- 0 0"), "mode", at + 3),
        (format!("{rows} r ns -/-/- 0 0"), "status", at + 6),
        (format!("{rows} r ns -/-/-/-/- 0 0"), "status", at + 6),
        (format!("{rows} r ns x1/-/-/- 0 0"), "status", at + 6),
        (format!("{rows} r ns 1/-/-/- 0 0"), "status", at + 6),
        (format!("{rows} r ns -/-/-/- x 0"), "counter", at + 14),
        (format!("{rows} r ns -/-/-/- 0"), "counter", at + 15),
        (format!("{rows} r ns -/-/-/- 0 0 0"), "length", at + 18),
    ] {
        let error: TextError = Sifang::from_text(Options::default(), &text).expect_err(&text);
        assert_eq!((error.code, error.at), (code, place), "{text:?}: {error}");
    }
}

#[test]
fn options_round_trip() {
    for text in
        ["", "mode=solo", "end=points mode=se move-limit=100 quiet-limit=off values=T1B2F3A4C5I6M7"]
    {
        assert_eq!(text.parse::<Options>().unwrap().to_string(), text);
    }
    for text in [
        "mode=x",
        "end=x",
        "move-limit=1",
        "values=T1",
        "values=T1B2F3A4C5I6M700",
        "quiet-limit=0",
        "y=1",
    ] {
        assert_eq!(text.parse::<Options>().expect_err(text).code, "option", "{text}");
    }
}

#[test]
fn everyone_has_fourteen() {
    let board = Board::start();
    for side in Side::ALL {
        for kind in Kind::ALL {
            let count = board.pieces().filter(|&(_, piece)| piece == Piece { side, kind }).count();
            assert_eq!(count, kind.count());
        }
    }
    assert!(Mode::ALL.iter().all(|mode| mode.ally(Side::Red) != Some(Side::Red)));
}
