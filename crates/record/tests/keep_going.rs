//! Files of other programs with illegal moves: everything legal is kept, and the problems are listed.

#[path = "common/mod.rs"]
#[allow(dead_code)]
mod common;
#[path = "imports/xqf.rs"]
#[allow(dead_code)]
mod xqf;

use common::sample;
use record::{Annotations, Record, Variation, dhtmlxq, read_all, read_any};

/// The actions of each game, the columns and codes of problems, and the columns of cuts.
type Kept = (Vec<Vec<String>>, Vec<(usize, &'static str)>, Vec<usize>);

/// Reads a file, and checks that the games are written and read back.
fn kept(file: &str) -> Kept {
    let reading = read_all(file.as_bytes(), None);
    for record in &reading.records {
        let written = record::write(record).unwrap_or_else(|| panic!("{record:?}"));
        assert_eq!(record::read(written.as_bytes()).as_ref(), Ok(record), "{written}");
    }
    let problems = reading.problems.iter().map(|it| (it.column, it.code)).collect();
    let cuts = reading.warnings.iter().map(|it| it.column).collect();
    (reading.records.into_iter().map(|record| record.actions).collect(), problems, cuts)
}

#[test]
fn pgn_is_kept_up_to_the_illegal_move() {
    for (file, actions, problems, cuts) in [
        // In the game.
        ("1. h2e2 h9g7 2. h0h5 i9h9 *", &["h2e2 h9g7"][..], &[(17, "action")][..], &[][..]),
        ("1. h0h5 *", &[""], &[(4, "action")], &[]),
        ("1. 炮二平五 马8进8 1-0", &["h2e2"], &[(9, "action")], &[]),
        // In a side line.
        ("1. h2e2 (1. b2e2 h9h5 2. h0g2) h9g7 *", &["h2e2 h9g7"], &[], &[18]),
        ("1. h2e2 (1. b2b9 h9h5) (1. h0h5) h9g7 *", &["h2e2 h9g7"], &[], &[18, 28]),
        ("1. h2e2 (1. b2e2 (1. a0a1 a9a1) h9g7) h9g7 *", &["h2e2 h9g7"], &[], &[27]),
        // A remark in parentheses.
        ("1. h2e2 (the usual) h9g7 *", &["h2e2 h9g7"], &[], &[]),
        // Every game of a file.
        (
            "1. h2e2 h9h5 * 1. h2e2 h9g7 * 1. a0a9 *",
            &["h2e2", "h2e2 h9g7", ""],
            &[(9, "action"), (34, "action")],
            &[],
        ),
        // A tag that cannot be read, a contradiction.
        ("[Rules \"x=1\"] 1. h2e2 *", &["h2e2"], &[(9, "rules")], &[]),
        ("[Result \"1-0\"] 1. h2e2 0-1", &["h2e2"], &[(24, "result")], &[]),
        ("[FEN \"9/9 w\"] 1. h2e2 *", &[], &[(7, "board-size")], &[]),
    ] {
        let expected: Vec<Vec<String>> = actions
            .iter()
            .map(|line| line.split_whitespace().map(str::to_owned).collect())
            .collect();
        assert_eq!(kept(file), (expected, problems.to_vec(), cuts.to_vec()), "{file}");
        assert_eq!(read_any(file.as_bytes(), None).is_ok(), problems.is_empty(), "{file}");
    }
}

/// Every problem of a large file is reported with its place, and no game is lost: 2,000 games, or
/// `CHUHE_IMPORTS`, up to the maximum of a file. The pages read a file in the same way.
#[test]
fn a_collection_with_many_bad_games_is_read_to_its_end() {
    let good = "[Event \"五羊杯\"]\n1. h2e2 h9g7 *\n";
    let bad = "[Event \"五羊杯\"]\n1. h2e2 {好} h9h5 *\n";
    let count: usize = std::env::var("CHUHE_IMPORTS")
        .map_or(2_000, |count| count.parse::<usize>().expect("a number of games").min(20_000));
    let file: String = (0..count).map(|game| if game % 10 == 9 { bad } else { good }).collect();
    let (games, problems, _) = kept(&file);
    assert_eq!((games.len(), problems), (count, vec![(13, "action"); count / 10]));
    // In one line: columns are counted in characters.
    let (games, problems, _) = kept(&format!("{} *", "} 炮二平五 * ".repeat(300)));
    let columns = (0..300).map(|game| (1 + 9 * game, "comment")).collect();
    assert_eq!((games.len(), problems), (300, columns));
    let page = "[DhtmlXQ][DhtmlXQ_movelist]7062[/DhtmlXQ_movelist][/DhtmlXQ]";
    let (games, problems, _) = kept(&page.replace("7062", "7065").repeat(300));
    assert_eq!((games.len(), problems.len()), (300, 300));
}

#[test]
fn what_follows_an_illegal_move_of_a_side_line_is_a_comment() {
    let file = "1. h2e2 (1. b2e2 h9h5 2. h0g2 {fine}) h9g7 2. h0g2 *";
    let record = &read_all(file.as_bytes(), None).records[0];
    let other = &record.annotations.get(0).unwrap().variations[0];
    assert_eq!(other.actions, ["b2e2"]);
    assert_eq!(other.annotations.get(1).unwrap().comment, "h9h5 2. h0g2 {fine}");
}

/// Mate ends a game by any rules. The moves after it are dropped with their comments.
#[test]
fn a_game_is_kept_up_to_its_end() {
    let file = "[FEN \"3k5/9/9/9/9/9/9/9/R8/1R3K3 w\"]\n1. a1a8 d9e9 2. b0b9 (2. b0b8) {mate} *";
    let whole = read_all(file.as_bytes(), None);
    assert_eq!((whole.problems.len(), whole.records[0].actions.len()), (0, 3));
    let (games, problems, _) = kept(&file.replace("{mate} *", "{mate} a8a9 {more} 0-1"));
    assert_eq!((games[0].len(), problems), (3, vec![(39, "action")]));
}

#[test]
fn dhtmlxq_and_xqf_are_kept_up_to_the_illegal_move() {
    let page = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
                [DhtmlXQ_move_0_2_1]10221234[/DhtmlXQ_move_0_2_1][/DhtmlXQ]";
    let reading = read_all(page.as_bytes(), None);
    assert_eq!((reading.problems.len(), reading.warnings.len()), (0, 1));
    let note = reading.records[0].annotations.get(1).unwrap();
    assert_eq!(note.variations[0].actions, ["b9c7"]);
    let reading =
        read_all(page.replace("70625", "7062").replace("7062[", "7065[").as_bytes(), None);
    assert_eq!(
        (reading.problems.len(), &reading.records[0].actions[..]),
        (1, &["h2e2".to_owned()][..])
    );

    let mut record = sample(0, 30);
    record.annotations = Annotations::default();
    let bad = Variation { actions: vec!["a0a9".into(), "a9a8".into()], ..Variation::default() };
    record.annotations.add_variation(1, bad);
    let reading = read_all(&xqf::Encoder::new(18, 3).file(&record), None);
    assert_eq!((reading.problems.len(), reading.warnings.len()), (0, 1));
    assert_eq!(reading.records[0].actions, record.actions);
    assert_eq!(reading.records[0].annotations.get(1).unwrap().comment, "a0a9 a9a8");
    record.actions[9] = "a0a9".into();
    let reading = read_all(&xqf::Encoder::new(18, 3).file(&record), None);
    assert_eq!((reading.problems.len(), reading.records[0].actions.len()), (1, 9));
    // A file that is cut off keeps the moves before.
    let whole = xqf::Encoder::new(10, 0).file(&sample(0, 30));
    let reading = read_all(&whole[..1024 + 8 * 12], None);
    assert_eq!(reading.problems[0].code, "format");
    assert!(reading.records[0].actions.len() >= 5, "{:?}", reading.records[0].actions);
}

/// An opening tree has more variations than any game.
#[test]
fn opening_trees_are_read() {
    let mut record = Record { annotations: Annotations::default(), ..sample(0, 0) };
    let line = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5"].map(String::from);
    record.actions = line.to_vec();
    let mut tree = Annotations::default();
    for _ in 0..20_000 {
        tree.add_variation(1, Variation { actions: line[1..].to_vec(), ..Variation::default() });
    }
    record.annotations = tree;
    record.outcome = None;
    let reading = read_all(&xqf::Encoder::new(18, 3).file(&record), None);
    assert_eq!((reading.problems, reading.warnings), (Vec::new(), Vec::new()));
    let note = reading.records[0].annotations.get(1).unwrap();
    assert_eq!(note.variations.len(), 20_000);
    // The tree goes on to the formats that are written.
    let pgn = record::pgn::write(&reading.records[0], xiangqi::notation::Notation::Iccs).unwrap();
    assert_eq!(
        read_any(pgn.as_bytes(), None).unwrap()[0].annotations,
        reading.records[0].annotations
    );
    let page = dhtmlxq::write(&reading.records[0]).unwrap();
    assert!(page.len() > 500_000);
}

/// Variations and comments of a DhtmlXQ text at places that no line reaches are listed.
#[test]
fn unreachable_annotations_are_listed() {
    let game = |more: &str| {
        format!("[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n{more}\n[/DhtmlXQ]\n")
    };
    for (more, expected) in [
        ("[DhtmlXQ_comment2]the end[/DhtmlXQ_comment2]", ""),
        ("[DhtmlXQ_comment3]later[/DhtmlXQ_comment3]", "line 0 does not reach move 3"),
        ("[DhtmlXQ_comment4_1]lost[/DhtmlXQ_comment4_1]", "line 4 does not reach move 1"),
        ("[DhtmlXQ_move_7_3_9]7062[/DhtmlXQ_move_7_3_9]", "line 7 has no move 3"),
        ("[DhtmlXQ_move_1_1_2]7062[/DhtmlXQ_move_1_1_2]", "line 1 has no move 1"),
    ] {
        let reading = read_all(game(more).as_bytes(), None);
        assert!(reading.problems.is_empty() && reading.records.len() == 1, "{more}");
        let cuts: Vec<&str> = reading.warnings.iter().map(|cut| &*cut.message).collect();
        match expected {
            "" => assert!(cuts.is_empty(), "{cuts:?}"),
            _ => assert!(cuts.len() == 1 && cuts[0].contains(expected), "{more}: {cuts:?}"),
        }
    }
}

/// Every branch that was cut is listed, as every problem is.
#[test]
fn many_cut_branches_are_listed() {
    let branches = "(1. b2e2 h9h5) ".repeat(300);
    let (games, problems, cuts) = kept(&format!("1. h2e2 {branches}h9g7 *"));
    assert_eq!((games.len(), problems), (1, Vec::new()));
    assert_eq!(cuts, (0..300).map(|branch| 18 + 15 * branch).collect::<Vec<_>>());
}

/// A block with too many values has one problem: its end is not looked for.
#[test]
fn a_block_that_is_too_long_has_one_problem() {
    let comments: String = (0..100_000)
        .map(|number| format!("[DhtmlXQ_comment{number}]x[/DhtmlXQ_comment{number}]"))
        .collect();
    let text = format!("[DhtmlXQ]{comments}[DhtmlXQ_red]An[/DhtmlXQ_red][/DhtmlXQ]");
    let codes: Vec<&str> =
        read_all(text.as_bytes(), None).problems.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["length"]);
}
