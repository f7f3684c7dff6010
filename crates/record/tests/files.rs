//! Correct and wrong `.chuhe` files, and their problems.

use conformance::TestDice;
use game::{Observer, Outcome, Reason, Seat, Turn};
use games::{AnyGame, Variant};
use proptest::prelude::*;
use record::{Annotations, Record, Tags, check_extension, read, write};

const BANQI: &str = "\
chuhe 1
variant banqi
rules seed
start ********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb
seats red=Li Wei black=小明
actions 3
  1 a4=P
  2 b4=n
  3 c4=R
position PnR*****/********/********/******** b 0/0 0 3 RpkaaBnbCprPKcpBrcPNNApAPPpCb
turn black
result *
";

/// Record of a random game of `plies` actions.
fn sample(variant: Variant, seed: u64, plies: usize) -> Record {
    let mut dice = TestDice::new(seed);
    let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
    while let Turn::Setup(owing) = game.turn() {
        let seat = owing.iter().next().unwrap();
        let choice = game.default_setup(seat).unwrap();
        game.play(seat, choice).unwrap();
    }
    let start = game.truth_text();
    let mut actions = Vec::new();
    while let (Turn::Seat(seat), true) = (game.turn(), actions.len() < plies) {
        let action = dice.pick(&game.legal(seat));
        actions.push(game.play(seat, action).unwrap().to_string());
    }
    let names = (0..variant.seats()).map(|seat| format!("玩家 {seat}")).collect();
    Record {
        variant,
        options: String::new(),
        start,
        names,
        actions,
        outcome: game.outcome().cloned(),
        tags: Tags::default(),
        annotations: Annotations::default(),
    }
}

#[test]
fn what_is_written_reads_back() {
    for variant in Variant::ALL {
        for seed in 0..12 {
            let record = sample(variant, seed, 20 * seed as usize);
            let file = write(&record).expect("the actions fit");
            let again = read(file.as_bytes())
                .unwrap_or_else(|problems| panic!("{variant} {seed}: {problems:?}\n{file}"));
            assert_eq!(again, record, "{variant} seed {seed}");
            let windows = format!("\u{feff}{}", file.replace('\n', "\r\n"));
            assert_eq!(
                read(windows.as_bytes()),
                Ok(record),
                "{variant} seed {seed}, with CRLF and BOM"
            );
        }
    }
}

/// Reading drops characters that names cannot have, as writing does (found by fuzzing).
#[test]
fn names_are_read_as_they_are_written() {
    let record = read(BANQI.replace("Li Wei", "Li\0\0\u{15}Wei=").as_bytes()).unwrap();
    assert_eq!(record.names[0], "Li Wei");
    let file = write(&record).unwrap();
    assert_eq!(read(file.as_bytes()), Ok(record));
}

#[test]
fn results_from_beside_the_board() {
    let mut record = sample(Variant::Xiangqi, 1, 10);
    for (outcome, text) in [
        (Outcome::duel(Reason::Resignation, Some(Seat::new(0))), "red resignation"),
        (Outcome::duel(Reason::Agreement, None), "draw agreement"),
        (Outcome::duel(Reason::MoveLimit, None), "draw move-limit"),
        (Outcome::duel(Reason::FlagFall, Some(Seat::new(1))), "black flag-fall"),
    ] {
        record.outcome = Some(outcome);
        let file = write(&record).unwrap();
        assert!(file.ends_with(&format!("result {text}\n")), "{file}");
        assert_eq!(read(file.as_bytes()), Ok(record.clone()));
    }
}

/// Flips in a variation name the revealed piece, as in the game. Notes follow their line.
#[test]
fn what_is_said_beside_the_actions_is_kept() {
    let extras = "tag Event 五羊杯\nnote 0 begin\\nnow \\\\ there\nglyph 1 1 14\n\
                  variation 1.1 b3=FLIP\nnote 1.1/1 inside\nvariation 1.2 b4=n\n\
                  variation 1.2/0.1 b4=n c4=R\nposition";
    let file = BANQI.replacen("position", extras, 1);
    // The refusal of a wrong letter names the piece.
    let told = read(file.as_bytes()).expect_err("no such piece")[0].message.clone();
    let letter = told.rsplit('`').nth(1).expect("a letter between backticks");
    let record = read(file.replace("FLIP", letter).as_bytes()).unwrap();
    assert_eq!(record.tags.get(record::Tag::Event), "五羊杯");
    let note = |played| record.annotations.get(played).unwrap();
    assert_eq!(note(0).comment, "begin\nnow \\ there");
    assert_eq!(note(1).glyphs, [1, 14]);
    let [first, second] = &note(1).variations[..] else { panic!("two variations") };
    assert_eq!(first.annotations.get(1).unwrap().comment, "inside");
    let [inner] = &second.annotations.get(0).unwrap().variations[..] else { panic!("one") };
    assert_eq!(inner.actions, ["b4=n", "c4=R"]);
    assert_eq!(read(write(&record).unwrap().as_bytes()), Ok(record.clone()));
}

#[test]
fn every_problem_has_its_line_and_code() {
    let good = read(BANQI.as_bytes());
    assert_eq!(good.map(|record| record.names), Ok(vec!["Li Wei".to_owned(), "小明".to_owned()]));
    // Replaced text, replacement, problems: line, column, code, number.
    for (from, to, problems) in [
        ("chuhe 1", "chess 1", vec![(1, 1, "format", Some(101))]),
        ("variant banqi", "variant chess", vec![(2, 9, "format", Some(101))]),
        ("rules seed", "rules x=1", vec![(3, 7, "rules", None)]),
        ("start ********/", "start *******/", vec![(4, 14, "board-size", Some(102))]),
        ("PnRRpkaaBnb", "PnRRpkaaBnx", vec![(4, 63, "pieces", Some(103))]),
        ("turn black", "turn green", vec![(11, 6, "turn", Some(104))]),
        ("turn black\n", "", vec![(11, 1, "turn", Some(104))]),
        ("turn black", "turn red", vec![(11, 6, "mismatch", None)]),
        ("2 b4=n", "2 b4b3", vec![(8, 5, "action", Some(105))]),
        ("2 b4=n", "2 b4=k", vec![(8, 7, "action", Some(105))]),
        ("2 b4=n", "2 zz", vec![(8, 5, "action", Some(105))]),
        ("3 c4=R", "4 c4=R", vec![(9, 3, "format", Some(101))]),
        ("actions 3", "actions 4", vec![(6, 9, "format", Some(101))]),
        ("position PnR*", "position PnR1", vec![(10, 13, "mismatch", None)]),
        ("result *", "result red points", vec![(12, 8, "result", None)]),
        ("result *", "result banana", vec![(12, 8, "result", None)]),
        ("result *", "result red banana", vec![(12, 8, "result", None)]),
        ("result *", "result green points", vec![(12, 8, "result", None)]),
        // Actions after an illegal one are not checked, but unreadable lines are reported.
        (
            "2 b4=n\n  3 c4=R\nposition PnR*****/********/********/******** b 0/0 0 3 \
             RpkaaBnbCprPKcpBrcPNNApAPPpCb\nturn black\nresult *",
            "2 zz\n  3 c4=R\nposition x\nturn black\nresult banana",
            vec![(8, 5, "action", Some(105)), (12, 8, "result", None)],
        ),
        ("result *", "wrong *", vec![(12, 1, "format", Some(101))]),
        ("result *", "turn black", vec![(12, 1, "format", Some(101))]),
        ("rules seed", "rules x=1\nbad", vec![(3, 7, "rules", None), (4, 1, "format", Some(101))]),
        ("seats red=Li Wei black=小明", "seats unknown", vec![(5, 7, "seats", None)]),
        ("position", "tag Hero x\nposition", vec![(10, 5, "tag", None)]),
        ("position", "tag Event x\ntag event y\nposition", vec![(11, 5, "tag", None)]),
        ("position", "note x\nposition", vec![(10, 6, "address", None)]),
        ("position", "note 4 x\nposition", vec![(10, 6, "address", None)]),
        ("position", "note 1.1/0 x\nposition", vec![(10, 6, "address", None)]),
        ("position", "glyph 1 300\nposition", vec![(10, 9, "glyph", None)]),
        ("position", "variation 1.2 b4=n\nposition", vec![(10, 11, "address", None)]),
        ("position", "variation 3.1 b1\nposition", vec![(10, 11, "address", None)]),
        ("position", "variation 1.1\nposition", vec![(10, 11, "variation", None)]),
        ("position", "variation 1.1 b4=n zz\nposition", vec![(10, 20, "action", Some(105))]),
        ("position", "variation 1.1 b4=k\nposition", vec![(10, 15, "action", Some(105))]),
    ] {
        assert!(BANQI.contains(from), "{from}");
        let file = BANQI.replacen(from, to, 1);
        let found = read(file.as_bytes()).expect_err(to);
        let found: Vec<_> = found.iter().map(|p| (p.line, p.column, p.code, p.number())).collect();
        assert_eq!(found, problems, "{from} -> {to}");
    }
    let found = read(b"chuhe 1\n\xff").expect_err("not text");
    assert_eq!((found[0].line, found[0].column, found[0].code), (2, 1, "format"));
    assert!(read(b"").is_err());
    assert!(read(&vec![b'x'; 2 << 20]).is_err());
}

/// A problem of a whole file has no place, and names the limit.
#[test]
fn problems_of_whole_files() {
    let long = |beginning: &str, mib: usize| {
        let mut bytes = beginning.as_bytes().to_vec();
        bytes.resize((mib << 20) + 1, b' ');
        bytes
    };
    for (bytes, shown) in [
        (Vec::new(), "empty: there is nothing to read"),
        (b"\xef\xbb\xbf \n\t".to_vec(), "empty: there is nothing to read"),
        (long("1. h2e2", 30), "too-large: the file exceeds the maximum size of `8 MiB`"),
        (long("chuhe 1\n", 8), "too-large: the file exceeds the maximum size of `8 MiB`"),
        (long("XQ", 8), "too-large: the file exceeds the maximum size of `8 MiB`"),
    ] {
        let problems = record::read_all(&bytes, None).problems;
        let [problem] = &problems[..] else { panic!("{shown}: {problems:?}") };
        assert!(problem.is_of_file(), "{problem}");
        assert_eq!(problem.to_string(), shown);
    }
}

/// Variations that are nested too deeply are reported with the limit.
#[test]
fn too_deep_variations_name_the_limit() {
    let deep = "(1. h2e2 ".repeat(33);
    let pgn = format!("1. b2e2 {deep}*");
    let branches = vec!["0.1"; 33].join("/");
    let chuhe = BANQI.replacen("position", &format!("variation {branches} b4=n\nposition"), 1);
    let note = BANQI.replacen("position", &format!("note {branches}/0 deep\nposition"), 1);
    for text in [pgn, chuhe, note] {
        let problems = record::read_all(text.as_bytes(), None).problems;
        let found: Vec<_> = problems.iter().filter(|problem| problem.code == "depth").collect();
        let [problem] = found[..] else { panic!("{text}: {problems:?}") };
        assert!(problem.message.contains("more than `32` deep"), "{problem}");
    }
}

#[test]
fn actions_after_the_end() {
    let mut record = sample(Variant::Banqi, 3, 4000);
    assert!(record.outcome.is_some(), "the sample is played to its end");
    record.actions.push("a1".into());
    assert_eq!(write(&record), None);
    record.actions.pop();
    let file = write(&record).unwrap();
    let count = record.actions.len();
    let file = file
        .replacen(&format!("actions {count}"), &format!("actions {}", count + 1), 1)
        .replacen("position", &format!("{} a1\nposition", count + 1), 1);
    let problems = read(file.as_bytes()).expect_err("an action too many");
    assert_eq!(problems[0].code, "after-end");
}

#[test]
fn a_view_cannot_be_taken_up() {
    let game = AnyGame::new(Variant::Banqi, "", &mut TestDice::new(1)).unwrap();
    let view = game.view(Observer::Spectator).to_string();
    let file = BANQI.replacen(BANQI.lines().nth(3).unwrap(), &format!("start {view}"), 1);
    let problems = read(file.as_bytes()).expect_err("a view");
    assert_eq!((problems[0].line, problems[0].code), (4, "hidden"));
}

/// The example of the specification has `rules seed`, and older files have `rules default`.
#[test]
fn the_default_rules_of_banqi_have_a_name() {
    let record = read(BANQI.as_bytes()).expect("a file");
    assert_eq!(write(&record).as_deref(), Some(BANQI));
    for rules in ["rules default", "rules seed"] {
        assert_eq!(read(BANQI.replace("rules seed", rules).as_bytes()).as_ref(), Ok(&record));
    }
    assert!(read(BANQI.replace("rules seed\n", "").as_bytes()).is_ok());
}

#[test]
fn extensions() {
    assert!(check_extension("game.chuhe").is_ok() && check_extension("x.CHUHE").is_ok());
    for name in ["", "chuhe", "game.txt", "game.chuhe.exe"] {
        assert_eq!(check_extension(name).expect_err(name).number(), Some(101));
    }
}

proptest! {
    /// Changed files are read or refused, without a panic.
    #[test]
    fn mutated_files_are_diagnosed(at in 0usize..700, byte: u8, cut in 0usize..700) {
        let mut bytes = BANQI.as_bytes().to_vec();
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(cut % length + 1);
        if let Err(problems) = read(&bytes) {
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().all(|problem| problem.line >= 1 && problem.column >= 1));
        }
    }
}

/// Limits bound the work that grows with the square of a file's size.
#[test]
fn the_number_of_actions_is_limited() {
    let line = |number: usize| {
        let action = ["a0a1", "a9a8", "a1a0", "a8a9"][(number - 1) % 4];
        format!("{number} {action}\n")
    };
    let count = 20_001;
    let actions: String = (1..=count).map(line).collect();
    let file = format!(
        "chuhe 1\nvariant xiangqi\nrules quiet-limit=off repetition=off\nstart \
         rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\nactions {count}\n\
         {actions}position x\nturn red\nresult *\n"
    );
    let found = record::read(file.as_bytes()).expect_err("too many");
    let place = (found[0].line, found[0].code, found.len());
    assert_eq!(place, (5 + count, "length", 1), "{found:?}");
}

/// Variations are read in the order of the file, from any line to any other.
#[test]
fn variations_lead_from_anywhere_to_anywhere() {
    let file = "\
chuhe 1
variant xiangqi
start rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
actions 4
  1 h2e2
  2 h9g7
  3 h0g2
  4 i9h9
position rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3
turn red
result *
variation 3.1 b9c7 i0h0 a9a8
variation 1.1 b9c7 h0g2 h9g7
variation 1.1/2.1 i9i8 i0i1
variation 3.1/2.1 i9i8
variation 1.1/2.1/1.1 b0c2
variation 0.1 b2e2
variation 3.2 a9a8
";
    let record = record::read(file.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(record::read(record::write(&record).unwrap().as_bytes()), Ok(record));
    let bad = file.replace("3.1/2.1 i9i8", "3.1/2.1 b9c7");
    let found = record::read(bad.as_bytes()).expect_err("that horse is on c7 there");
    assert_eq!((found[0].line, found[0].code), (15, "action"), "{found:?}");
}
