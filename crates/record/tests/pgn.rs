//! PGN of people and programs, and the problems of wrong files.

use game::{Outcome, Reason, Seat};
use proptest::prelude::*;
use record::{Record, Tag, pgn};
use xiangqi::notation::Notation;

const GAME: &str = "\
[Game \"Chinese Chess\"]
[Event \"第24届“五羊杯”\"]
[Date \"2004-01-05\"]
[Red \"许银川\"]
[Black \"吕钦\"]
[Result \"1-0\"]

1. 炮二平五 马8进7
2. 马二进三 车9平8
3. 车一平二 1-0
";

const MOVES: [&str; 5] = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];

fn one(file: &str) -> Record {
    let records =
        pgn::read(file.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}\n{file}"));
    let [record] = <[Record; 1]>::try_from(records).expect("one game");
    record
}

#[test]
fn a_game_is_read() {
    let record = one(GAME);
    assert_eq!(record.names, ["许银川", "吕钦"]);
    assert_eq!(record.actions, MOVES);
    assert_eq!(record.outcome, Some(Outcome::duel(Reason::Unstated, Some(Seat::new(0)))));
    assert_eq!(record.tags.get(Tag::Event), "第24届“五羊杯”");
    assert_eq!(record.tags.get(Tag::Date), "2004.01.05");
    assert_eq!(record.tags.get(Tag::Round), "");
}

#[test]
fn moves_come_in_many_shapes() {
    for text in [
        // The notations, and variants of programs.
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二",
        "1. 炮二平五 馬8進7 2. 傌二進三 車9平8 3. 俥一平二",
        "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2",
        "1. C2.5 h8+7 2. N2+3 R9.8 3. R1.2",
        "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0",
        "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1",
        "1. C2=5 马8进7 2. h0g2 R9=8 3. 车一平二",
        "1. Che3 Nhg8 2. Nhg3 Rih10 3. Rih1",
        "1. Ch3-e3 Ng8 2. Nh1g3 Rh10 3. Rh1+",
        "1.Che3! Hg8 2.Hg3 Rih10 3.Rih1",
        // Numbers, with and without spaces and dots.
        "1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二",
        "1 炮二平五 马8进7 2 马二进三 车9平8 3 车一平二",
        "1、炮二平五 马8进7 2．马二进三 车9平8 3… 车一平二",
        "炮二平五\u{3000}马8进7\n马二进三 车9平8\r\n车一平二",
        "1. 炮二平五 1... 马8进7 2. 马二进三 2. ... 车9平8 3.车一平二",
        "3. C2=5 3...H8+7 9. H2+3 R9=8 R1=2",
        // Separators of moves.
        "1.炮二平五,马8进7 2.马二进三，车9平8 3.车一平二",
        "1、炮二平五、马8进7、2、马二进三、车9平8、3、车一平二",
        "1.炮二平五，马8进7；2.马二进三，车9平8；3.车一平二。",
        "炮二平五|马8进7|马二进三|车9平8|车一平二",
        "1. C2=5, H8+7, 2. H2+3, R9=8, 3. R1=2",
        "h2e2,h9g7,h0g2,i9h9,i0h0",
        // Text between the moves.
        "{开局} 1. 炮二平五! {好 (不 是) ; 变化} 马8进7?! $1 2. 马二进三 $139 车9平8 3. 车一平二",
        "1. 炮二平五 (1. 炮八平五 马2进3 (1... 马8进7 {)} 2. 马二进三)) 马8进7 2. 马二进三{}车9平8(3. 兵七进一)3. 车一平二",
        "1. 炮二平五 ; the usual (one\n马8进7 % not here\n% but here {\n2. 马二进三 车9平8 3. 车一平二",
    ] {
        let text = text.replace("% not here", "");
        for end in ["", " *", "\n1-0", " 1/2-1/2", "\n红胜"] {
            let record = one(&format!("[Game \"Chinese Chess\"]\n\n{text}{end}\n"));
            assert_eq!(record.actions, MOVES, "{text}{end}");
            let is_open = matches!(end, "" | " *");
            assert_eq!(record.outcome.is_none(), is_open, "{text}{end}");
        }
    }
}

#[test]
fn what_is_said_beside_the_moves_is_kept() {
    let record = one(
        "[Game \"Chinese Chess\"]\n\n{开局} 1. 炮二平五! (1. 炮八平五 {other} 马2进3 (1... 马8进7 $7) 2. 马二进三)\n\
         {back} 马8进7?! $1 (1... 车1进9 2. nonsense {here}) 2. 马二进三 ; the usual\n车9平8 (no moves) *",
    );
    let note = |played| record.annotations.get(played).unwrap();
    assert_eq!(note(0).comment, "开局");
    assert_eq!((note(1).comment.as_str(), &note(1).glyphs[..]), ("back", &[1][..]));
    assert_eq!(note(2).glyphs, [6, 1]);
    assert_eq!(note(3).comment, "the usual");
    let [other] = &note(0).variations[..] else { panic!("one variation") };
    assert_eq!(other.actions, ["b2e2", "b9c7", "h0g2"]);
    assert_eq!(other.annotations.get(1).unwrap().comment, "other");
    let [inner] = &other.annotations.get(1).unwrap().variations[..] else { panic!("one") };
    assert_eq!(
        (&inner.actions[..], &inner.annotations.get(1).unwrap().glyphs[..]),
        (&["h9g7".to_owned()][..], &[7][..])
    );
    // Parentheses without moves become comments.
    assert_eq!(note(2).comment, "(1... 车1进9 2. nonsense {here})");
    assert_eq!(note(4).comment, "(no moves)");
    assert_eq!(record.actions, MOVES[..4]);
    for notation in Notation::ALL {
        let written = pgn::write(&record, notation).unwrap();
        assert_eq!(one(&written), record, "{written}");
    }
}

#[test]
fn tags_are_read_as_programs_write_them() {
    let red = |line: &str| one(&format!("{line}\n1. h2e2 *")).names[0].clone();
    for (line, name) in [
        ("[Red \"Li Wei\"]", "Li Wei"),
        ("  [ Red\t\"Li Wei\" ]  ", "Li Wei"),
        ("[red \"Li Wei\"]", "Li Wei"),
        ("[White \"Li Wei\"]", "Li Wei"),
        ("[Red \"Li \\\"Q\\\" Wei\"]", "Li \"Q\" Wei"),
        ("[Red \"Li \"Q\" Wei\"]", "Li \"Q\" Wei"),
        ("[Red \"C:\\x\\\\y\"]", "C:\\x\\y"),
        ("[Red \"?\"]", ""),
        ("[Red \"\"]", ""),
        ("[Red \"a\"][Black \"b\"]", "a"),
    ] {
        assert_eq!(red(line), name, "{line}");
    }
    for (fen, canonical) in [
        ("4k4/9/9/9/9/9/9/9/4A4/R3K4 w", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"),
        ("4k4/9/9/9/9/9/9/9/4A4/R3K4", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"),
        ("4k4/9/9/9/9/9/9/9/4A4/R3K4 r - - 0 0", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"),
        ("4k4/9/9/9/9/9/9/4E4/9/H3K4 b - - 3 9", "4k4/9/9/9/9/9/9/4B4/9/N3K4 b - - 3 9"),
    ] {
        assert_eq!(one(&format!("[FEN \"{fen}\"]")).start, canonical);
    }
}

/// Games of pychess and others, and of `--notation san`.
#[test]
fn chess_style_notation() {
    let record = one(
        "[Event \"casual\"]\n[Variant \"Xiangqi\"]\n[Result \"*\"]\n\n1. Che3 Nhg8 2. Nhg3 Rih10 \
         3. Rih1 Pc6 4. Pc5 Pxc5 5. Ra2 Pc4 *",
    );
    assert_eq!(record.actions.len(), 10);
    assert_eq!(record.actions[6..], ["c3c4", "c5c4", "a0a1", "c4c3"]);
    let written = pgn::write(&record, Notation::San).unwrap();
    assert!(written.contains("[Format \"SAN\"]\n"), "{written}");
    assert!(written.contains("  4. Pc5 Pxc5\n  5. Ra2 Pc4\n"), "{written}");
    assert_eq!(one(&written), record);
}

/// If a move names a file with two such pieces, the one that can play it is meant.
#[test]
fn moves_that_name_a_file_with_two_such_pieces() {
    let start = "[FEN \"2bakab2/9/2c1c1n2/2n1p3p/p2N5/1p1N5/P3P3P/C3B4/8C/3AKAB2 w - - 0 19\"]\n";
    for (moves, actions) in [
        ("19. 马六进五 *", &["d5e7"][..]),
        ("19. H6+5 *", &["d5e7"]),
        ("19. 马六进五 象7进5 20. 马六进五 *", &["d5e7", "g9e7", "d4e6"]),
    ] {
        assert_eq!(one(&format!("{start}\n{moves}")).actions, actions, "{moves}");
    }
    let found = pgn::read(format!("{start}\n19. 马六进四 *").as_bytes()).expect_err("both can");
    let place = (found[0].line, found[0].column, found[0].code);
    assert_eq!(place, (3, 5, "action"));
    assert_eq!(found[0].message, "move 1 `马六进四`: `马六进四` could be d4f5 or d5f6");
}

/// The reason of a result is kept; without one it is unstated.
#[test]
fn terminations() {
    for (tag, result, reason) in [
        ("", "0-1", Reason::Unstated),
        ("", "1/2-1/2", Reason::Unstated),
        ("[Termination \"resignation\"]", "0-1", Reason::Resignation),
        ("[Termination \"time forfeit\"]", "0-1", Reason::FlagFall),
        ("[Termination \"flag-fall\"]", "0-1", Reason::FlagFall),
        ("[Termination \"abandoned\"]", "0-1", Reason::Abandoned),
        ("[Termination \"normal\"]", "0-1", Reason::Unstated),
        // A reason that should follow from the board does not follow from the tag.
        ("[Termination \"checkmate\"]", "0-1", Reason::Unstated),
    ] {
        let record = one(&format!("{tag}\n1. h2e2 {result}"));
        assert_eq!(record.outcome.map(|outcome| outcome.reason), Some(reason), "{tag} {result}");
    }
}

const SHUFFLE: &str = "a0a1 a9a8 a1a0 a8a9 ";

/// A game that our rules would have ended by repetition was played by other rules, unless its tag
/// names ours.
#[test]
fn games_by_other_rules() {
    let goes_on = format!("{}h2e2 h9g7", SHUFFLE.repeat(3));
    let record = one(&goes_on);
    assert_eq!(record.options, "quiet-limit=off repetition=off");
    assert_eq!((record.actions.len(), record.outcome), (14, None));
    let drawn = SHUFFLE.repeat(2);
    let record = one(&format!("{drawn} 1/2-1/2"));
    assert_eq!(record.options, "");
    assert_eq!(record.outcome.map(|outcome| outcome.reason), Some(Reason::Repetition));
    let record = one(&format!("{drawn} 1-0"));
    assert_eq!(record.options, "quiet-limit=off repetition=off");
    assert_eq!(record.outcome.map(|outcome| outcome.reason), Some(Reason::Unstated));
    let ours = format!("[Rules \"repetition=simple\"]\n{goes_on}");
    let problems = pgn::read(ours.as_bytes()).expect_err("moves after the end");
    assert_eq!((problems[0].line, problems[0].code), (2, "after-end"));
}

#[test]
fn every_problem_has_its_place_and_code() {
    assert!(pgn::read(GAME.as_bytes()).is_ok());
    // Replaced text, replacement, problems: line, column, code.
    for (from, to, problems) in [
        ("\"Chinese Chess\"", "\"Chess\"", vec![(1, 8, "format")]),
        ("[Game \"Chinese Chess\"]", "[Variant \"janggi\"]", vec![(1, 11, "format")]),
        ("\"1-0\"", "\"2-0\"", vec![(6, 10, "result")]),
        ("\"1-0\"", "\"0-1\"", vec![(10, 9, "result")]),
        ("[Red \"许银川\"]", "[Red 许银川]", vec![(4, 1, "tag")]),
        ("[Red \"许银川\"]", "[Red \"许银川\"", vec![(4, 1, "tag")]),
        ("[Red \"许银川\"]", "[\"许银川\"]", vec![(4, 1, "tag")]),
        ("[Black", "[Red", vec![(5, 1, "tag")]),
        ("[Black", "[Format \"XYZ\"]\n[Black", vec![(5, 10, "format")]),
        ("[Black", "[Rules \"quiet-limit=20 x=1\"]\n[Black", vec![(5, 24, "rules")]),
        ("[Black", "[FEN \"4k4/9/9/9/9/9/9/9/9/5K2 w\"]\n[Black", vec![(5, 27, "board-size")]),
        ("[Black", "[FEN \"4k4/9/9/9/9/9/9/9/9/5X3 w\"]\n[Black", vec![(5, 28, "pieces")]),
        ("[Black", "[FEN \"4k4/9/9/9/9/9/9/9/9/5K3 x\"]\n[Black", vec![(5, 31, "turn")]),
        ("马8进7", "马8进8", vec![(8, 9, "action")]),
        ("马8进7", "Zh8", vec![(8, 9, "action")]),
        ("马8进7", "h9h7", vec![(8, 9, "action")]),
        ("马8进7", "{马8进7", vec![(8, 9, "comment")]),
        ("马8进7", "(马8进7", vec![(8, 9, "variation")]),
        ("马8进7", "马8进7)", vec![(8, 13, "variation")]),
        ("马8进7", "马8进7}", vec![(8, 13, "comment")]),
        ("马8进7", "马8进7]", vec![(8, 13, "tag")]),
        ("车一平二 1-0", "", vec![]),
    ] {
        assert!(GAME.contains(from), "{from}");
        let file = GAME.replacen(from, to, 1);
        let found = pgn::read(file.as_bytes()).err().unwrap_or_default();
        let places: Vec<_> = found.iter().map(|p| (p.line, p.column, p.code)).collect();
        assert_eq!(places, problems, "{from} -> {to}: {found:?}");
    }
}

/// The problems of all games are reported.
#[test]
fn problems_of_all_games_are_told() {
    let good = "[Game \"Chinese Chess\"]\n1. h2e2 *\n";
    let bad = "[Game \"Go\"]\n1. h2h8 *\n";
    let found = pgn::read(format!("{good}{bad}{good}{bad}").as_bytes()).expect_err("two are bad");
    let places: Vec<_> = found.iter().map(|p| (p.line, p.code)).collect();
    assert_eq!(places, [(3, "format"), (4, "action"), (7, "format"), (8, "action")]);
    let many = pgn::read("} ".repeat(60_000).as_bytes()).expect_err("all are bad");
    assert_eq!(many.len(), 50_000, "the list is bounded");
    let endless = "a0a1 a9a8 a1a0 a8a9 ".repeat(1_001);
    let found = pgn::read(endless.as_bytes()).expect_err("too long");
    assert_eq!((found[0].column, found[0].code), (20_001, "length"));
    let database = "1. h2e2 *\n".repeat(20_001);
    let found = pgn::read(database.as_bytes()).expect_err("too many");
    assert_eq!((found[0].line, found[0].code), (1, "length"));
    assert_eq!(pgn::read(b"{nothing} ; here").expect_err("no game")[0].code, "format");
}

/// Mate ends a game by any rules.
#[test]
fn nothing_comes_after_mate() {
    let mate = "[FEN \"3k5/9/9/9/9/9/9/9/R8/1R3K3 w\"]\n1. a1a8 d9e9 2. b0b9 *\n";
    let record = one(mate);
    assert_eq!(record.outcome.map(|outcome| outcome.reason), Some(Reason::Checkmate));
    for (from, to, code) in [("*", "0-1", "result"), ("b0b9", "b0b9 e9d9", "action")] {
        let found = pgn::read(mate.replace(from, to).as_bytes());
        assert_eq!(found.expect_err("Red has won")[0].code, code);
    }
}

proptest! {
    /// Changed files are read or refused, without a panic.
    #[test]
    fn mutated_files_are_diagnosed(at in 0usize..400, byte: u8, cut in 0usize..400) {
        let mut bytes = GAME.as_bytes().to_vec();
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(cut % length + 1);
        if let Err(problems) = pgn::read(&bytes) {
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().all(|problem| problem.line >= 1 && problem.column >= 1));
        }
    }
}

/// A comment between braces cannot contain a closing one. Such a comment is written to the ends of
/// rows, and read as it was.
#[test]
fn braces_in_comments_stay() {
    let mut record = one("1. h2e2 (1. b2e2 h9g7) h9g7 2. h0g2 *");
    for comment in ["a {b} c", "}", "open { only", "f(x) = {\n  two rows }\nof code", "; a } b"] {
        let mut noted = record.clone();
        for played in 0..4 {
            noted.annotations.add_comment(played, comment);
        }
        for notation in Notation::ALL {
            let written = pgn::write(&noted, notation).unwrap();
            assert!(!written.contains(['｛', '｝']), "{written}");
            assert!(!written.split_once("\n\n").unwrap().1.contains("\n\n"), "{written}");
            assert_eq!(one(&written), noted, "{written}");
        }
    }
    // In a variation too, whose end follows on the next row.
    record.annotations = one("1. h2e2 (1. b2e2 ; a } b\n) h9g7 2. h0g2 *").annotations;
    let written = pgn::write(&record, Notation::Iccs).unwrap();
    assert!(written.contains("; a } b\n)"), "{written}");
    assert_eq!(one(&written), record, "{written}");
}
