//! Tests of worked positions, perft, texts and refusals.

use game::{Game, Observer, Seat, TextError, Turn, View};
use serde_json::Value;
use xiangqi::{Move, Options, Position, Square, Xiangqi, XiangqiView, perft};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Cases of `data/rules.jsonl`: a position, actions, and the expected result.
#[test]
fn worked_lines() {
    for (number, line) in include_str!("data/rules.jsonl").lines().enumerate() {
        let case: Value = serde_json::from_str(line).expect("a JSON line");
        let text = case["position"].as_str().expect("a position");
        let mut game = Xiangqi::from_text(Options::default(), text).expect("a legal position");
        for action in case["actions"].as_array().expect("actions") {
            let Turn::Seat(seat) = game.turn() else { panic!("line {}: over early", number + 1) };
            let played: Move = action.as_str().and_then(|text| text.parse().ok()).expect("a move");
            game.play(seat, played)
                .unwrap_or_else(|refusal| panic!("line {}: {refusal}", number + 1));
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

/// Maximum count that the test runs. Without the large tables it takes ten times as long.
const MAX_NODES: u64 = if cfg!(feature = "compact") { 5_000_000 } else { 200_000_000 };

/// Counts of `data/perft.txt`, up to the maximum.
#[test]
fn golden_perft() {
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ; ");
        let position = Position::from_fen(fields.next().unwrap()).expect("a legal position");
        for field in fields {
            let (depth, nodes) = field.split_once(' ').unwrap();
            let nodes: u64 = nodes.parse().unwrap();
            if nodes <= MAX_NODES {
                let counted = perft(&position, depth.parse().unwrap());
                assert_eq!(counted, nodes, "{line} depth {depth}");
            }
        }
    }
}

/// Compares the move generator with the referee for every pair of points of random positions.
#[test]
fn judge_agrees_with_the_generator() {
    for seed in 0..12 {
        walk(seed, 60, |position| {
            let legal = position.legal_moves();
            assert_eq!(legal.len() as u64, position.count_legal(), "{position:?}");
            for from in Square::all() {
                for to in Square::all() {
                    let played = Move { from, to };
                    let allowed = position.check_move(played).is_ok();
                    assert_eq!(
                        legal.contains(&played),
                        allowed,
                        "seed {seed}: {played} in {position:?}"
                    );
                    assert_eq!(
                        position.is_legal(played),
                        allowed,
                        "seed {seed}: {played} in {position:?}"
                    );
                }
            }
            let mut captures = Vec::new();
            position.for_each_legal_capture(|played| captures.push(played));
            let expected =
                legal.iter().filter(|played| position.piece_at(played.to).is_some()).count();
            assert_eq!(captures.len(), expected, "{position:?}");
        });
    }
}

#[test]
fn make_and_unmake_are_inverse() {
    for seed in 100..130 {
        walk(seed, 120, |position| {
            for played in position.legal_moves() {
                let mut after = position.clone();
                let undo = after.make(played);
                let read =
                    Position::from_fen(&after.fen()).unwrap_or_else(|e| panic!("{played}: {e}"));
                assert_eq!(read, after, "seed {seed}: {played} from {position:?}");
                after.unmake(played, undo);
                assert_eq!(after, *position, "seed {seed}: {played}");
            }
        });
    }
}

/// Plays random legal moves from the start and calls `see` with every position.
fn walk(seed: u64, plies: usize, mut see: impl FnMut(&Position)) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::start();
    for _ in 0..plies {
        see(&position);
        let legal = position.legal_moves();
        if legal.is_empty() {
            return;
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        position.make(legal[(state % legal.len() as u64) as usize]);
    }
}

#[test]
fn refusals_say_why() {
    // position, move, code, part of the sentence
    for (fen, played, code, words) in [
        (START, "e4e5", "no-piece", "e4"),
        (START, "e6e5", "not-your-piece", "Black's pawn on e6"),
        (START, "a0a3", "own-piece", "Red's pawn stands on a3"),
        (START, "a0a5", "blocked", "Red's pawn on a3"),
        (START, "a0b1", "not-how-it-moves", "chariot moves along"),
        (START, "b0d1", "blocked-leg", "Red's elephant on c0"),
        (START, "b2b8", "blocked", "Black's cannon on b7"),
        (START, "b2b7", "screen", "none"),
        (START, "e0e2", "not-how-it-moves", "general moves one point"),
        (START, "e3f3", "not-how-it-moves", "not crossed the river"),
        (START, "e3e2", "not-how-it-moves", "never moves back"),
        (START, "d0d1", "not-how-it-moves", "advisor moves one point diagonally"),
        ("4k4/9/9/9/9/2B6/9/9/9/3K5 w - - 0 1", "c4e6", "river", "e6"),
        ("3k5/9/9/9/9/9/9/9/3N5/2B1K4 w - - 0 1", "c0e2", "blocked-eye", "Red's horse on d1"),
        ("3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "f0g0", "palace", "g0"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0d0", "generals-face", "d0 and d9"),
        (
            "4k4/4r4/9/9/9/9/9/4R4/9/4K4 w - - 0 1",
            "e2d2",
            "leaves-general-attacked",
            "Black's chariot on e8",
        ),
        ("3k5/4r4/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0e1", "leaves-general-attacked", "e1"),
    ] {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let refusal = position.check_move(played.parse().unwrap()).expect_err(played);
        assert_eq!(refusal.code, code, "{fen} {played}: {refusal}");
        assert!(refusal.message.contains(words), "{fen} {played}: {refusal}");
    }
    let game = Xiangqi::start(Options::default(), ());
    let refusal = game.judge(Seat::new(1), "e6e5".parse().unwrap()).unwrap_err();
    assert_eq!(refusal.code, "not-your-turn");
}

#[test]
fn wrong_texts_name_the_place() {
    let rows = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for (text, code, at) in [
        (String::new(), "board-size", 0),
        ("9/9".into(), "board-size", 0),
        (rows.replacen("9/", "8/", 1), "board-size", 10),
        (rows.replacen("1c5c1", "1c5c2", 1), "board-size", 12),
        (rows.replacen("1c5c1", "1x5c1", 1), "pieces", 13),
        (rows.to_owned(), "turn", 59),
        (format!("{rows} x - - 0 1"), "turn", 60),
        (format!("{rows} w x - 0 1"), "dash", 62),
        (format!("{rows} w - -"), "counter", 65),
        (format!("{rows} w - - -1 1"), "counter", 66),
        (format!("{rows} w - - 0 0"), "counter", 68),
        (format!("{rows} w - - 99999999 1"), "counter", 66),
        (format!("{rows} w - - 0 1 x"), "length", 70),
        (format!("{rows} w - - 0 1 "), "length", 70),
        (format!("{} w - - 0 1", rows.replace('K', "1")), "pieces", 0),
        (format!("{} w - - 0 1", rows.replacen("/9/1c", "/P8/1c", 1)), "pieces", 0),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1".into(), "check", 0),
        ("3k5/9/9/9/9/9/9/9/A8/4K4 w - - 0 1".into(), "pieces", 0),
        ("3k5/9/9/9/9/1B7/9/9/9/4K4 w - - 0 1".into(), "pieces", 0),
    ] {
        let error: TextError = Position::from_fen(&text).expect_err(&text);
        assert_eq!((error.code, error.at), (code, at), "{text:?}: {error}");
    }
}

#[test]
fn texts_are_read_generously_and_written_canonically() {
    let generous =
        START.replace(" w ", " r ").replace('N', "H").replace('b', "e").replace('k', "g");
    assert_eq!(Position::from_fen(&generous).unwrap().fen(), START);
    for (text, at) in
        [("", 0), ("h2", 2), ("h2e", 2), ("j2e2", 0), ("h2e22", 4), ("炮二平五", 0), ("H2E2", 0)]
    {
        assert_eq!(text.parse::<Move>().expect_err(text).at, at, "{text:?}");
    }
}

#[test]
fn endings() {
    for (fen, moves, reason, winner) in [
        ("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1", "", "checkmate", Some(0)),
        ("3k5/4P4/9/3P5/9/9/9/9/9/4K4 w - - 0 1", "d6d7", "stalemate", Some(0)),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "", "material", None),
        ("3k1r3/9/9/9/9/9/9/4B4/9/4K4 w - - 119 80", "e2c4", "quiet-limit", None),
    ] {
        let text = Position::from_fen(fen);
        let mut game = match text {
            Ok(position) => Xiangqi::from_position(Options::default(), position),
            Err(error) => panic!("{fen}: {error}"),
        };
        for played in moves.split_whitespace() {
            let Turn::Seat(seat) = game.turn() else { panic!("{fen}: over early") };
            if let Err(refusal) = game.play(seat, played.parse().unwrap()) {
                panic!("{fen} {played}: {refusal}");
            }
        }
        let outcome = game.outcome().unwrap_or_else(|| panic!("{fen} {moves}: goes on"));
        assert_eq!(outcome.reason.as_str(), reason, "{fen}");
        assert_eq!(outcome.winners.iter().next().map(Seat::index), winner, "{fen}");
    }
}

#[test]
fn options_round_trip() {
    for text in [
        "",
        "quiet-limit=60",
        "quiet-limit=off",
        "repetition=simple",
        "quiet-limit=off repetition=off",
    ] {
        assert_eq!(text.parse::<Options>().unwrap().to_string(), text);
    }
    for (text, at) in
        [("x", 0), ("quiet-limit=0", 0), ("repetition=simple quiet-limit=x", 18), (" ", 0)]
    {
        assert_eq!(text.parse::<Options>().expect_err(text).at, at, "{text:?}");
    }
}

#[test]
fn undo_and_repetition_warn_and_recover() {
    let mut game = Xiangqi::start(Options::default(), ());
    let line = ["b0c2", "b9c7", "c2b0", "c7b9"];
    let play = |game: &mut Xiangqi, text: &str| {
        let Turn::Seat(seat) = game.turn() else { panic!("over") };
        game.play(seat, text.parse().unwrap()).unwrap();
    };
    line.iter().for_each(|text| play(&mut game, text));
    assert_eq!(game.warning().unwrap().code, "repetition-drawn");
    line.iter().for_each(|text| play(&mut game, text));
    assert_eq!(game.outcome().unwrap().reason.as_str(), "repetition");
    assert!(game.undo());
    assert_eq!(game.outcome(), None);
    while game.undo() {}
    assert_eq!(game.truth_text(), START);
}

#[test]
fn views_know_their_own_moves_only() {
    let game = Xiangqi::start(Options::default(), ());
    for observer in Observer::all(2) {
        let view = game.view(observer);
        assert_eq!(view.to_string(), START);
        let read = XiangqiView::from_text(Options::default(), observer, START).unwrap();
        assert_eq!(read, view);
        assert_eq!(
            view.legal().len(),
            if observer == Observer::Seat(Seat::new(0)) { 44 } else { 0 }
        );
    }
}

/// In random games, captures and quiet moves together are the legal moves, and checks are
/// predicted.
#[test]
fn moves_by_kind() {
    let seed = 7_u64;
    let mut state = seed;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for game in 0..40 {
        let mut position = Position::start();
        for ply in 0..150 {
            let case = format!("seed {seed} game {game} ply {ply}: {}", position.fen());
            let mut legal = position.legal_moves();
            let mut parts = Vec::new();
            position.for_each_legal_capture(|played| parts.push(played));
            assert!(parts.iter().all(|played| position.piece_at(played.to).is_some()), "{case}");
            position.for_each_legal_quiet(|played| parts.push(played));
            legal.sort_unstable();
            parts.sort_unstable();
            assert_eq!(parts, legal, "{case}");
            for &played in &legal {
                let foreseen = position.gives_check(played);
                let undo = position.make(played);
                let gives_check = position.in_check(position.side_to_move());
                position.unmake(played, undo);
                assert_eq!(foreseen, gives_check, "{case}: {played}");
            }
            if legal.is_empty() {
                break;
            }
            position.make(legal[next(legal.len())]);
        }
    }
}

/// A composed position from 江湖残局: Black's pawn on f9 is on its own back rank. Mate in two.
const COMPOSED: &str = "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w - - 0 1";

#[test]
fn pawns_of_composed_positions_move_as_pawns_do() {
    for (fen, moves) in [
        (COMPOSED, &["f9f8"][..]),
        // On its own side of the river a pawn only advances.
        ("3k5/9/9/9/9/9/1P7/9/3P5/4K4 w - - 0 1", &["b3b4", "d1d2"]),
        ("3k5/9/9/9/9/9/9/9/9/P3K4 w - - 0 1", &["a0a1"]),
    ] {
        let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.fen(), fen);
        if position == Position::from_fen(COMPOSED).unwrap() {
            position.make("g5g9".parse().unwrap());
        }
        for played in moves {
            let played = played.parse().unwrap();
            assert!(position.check_move(played).is_ok(), "{fen} {played}");
        }
        let side = position.side_to_move();
        for from in position.pieces(side, xiangqi::Kind::Pawn) {
            let sideways = [-1, 1].into_iter().filter_map(|files| from.offset(files, 0));
            for to in sideways.filter(|_| !side.is_across(from.rank())) {
                assert!(
                    position.check_move(xiangqi::Move { from, to }).is_err(),
                    "{fen} {from}{to}"
                );
            }
        }
    }
}

/// What cannot be played at all is refused, also in composed positions.
#[test]
fn composed_positions_are_still_checked() {
    for (fen, code) in [
        ("9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "pieces"),
        ("3kk4/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "pieces"),
        ("3k5/9/9/9/9/9/9/9/PPPPPP3/4K4 w - - 0 1", "pieces"),
        ("3k5/9/9/9/9/9/9/9/A8/4K4 w - - 0 1", "pieces"),
        ("3k5/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "check"),
        ("3k1p3/9/9/3R5/9/9/9/9/9/4K4 w - - 0 1", "check"),
    ] {
        assert_eq!(Position::from_fen(fen).expect_err(fen).code, code, "{fen}");
    }
}
