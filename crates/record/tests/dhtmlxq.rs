//! DhtmlXQ of sites, and the problems of wrong files.

use game::{Outcome, Reason, Seat};
use proptest::prelude::*;
use record::{Annotations, Record, Tag, dhtmlxq};

const GAME: &str = "\
[DhtmlXQ]
[DhtmlXQ_ver]www[/DhtmlXQ_ver]
[DhtmlXQ_title]五羊杯 决赛[/DhtmlXQ_title]
[DhtmlXQ_date]2004-01-05[/DhtmlXQ_date]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_endtype]超时[/DhtmlXQ_endtype]
[DhtmlXQ_red]广东 许银川[/DhtmlXQ_red]
[DhtmlXQ_redname]许银川[/DhtmlXQ_redname]
[DhtmlXQ_redteam]广东[/DhtmlXQ_redteam]
[DhtmlXQ_black]吕钦[/DhtmlXQ_black]
[DhtmlXQ_blackname][/DhtmlXQ_blackname]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747 7062 796780708979[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_2_1]0304[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_comment1]中炮||当然[/DhtmlXQ_comment1]
[DhtmlXQ_blacktime][/DhtmlXQ_time]
[/DhtmlXQ]
";

const MOVES: [&str; 5] = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];

fn one(file: &str) -> Record {
    let records =
        dhtmlxq::read(file.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}\n{file}"));
    let [record] = <[Record; 1]>::try_from(records).expect("one game");
    record
}

#[test]
fn a_game_is_read() {
    let record = one(GAME);
    assert_eq!(record.names, ["许银川", "吕钦"]);
    assert_eq!(record.actions, MOVES);
    assert_eq!(record.outcome, Some(Outcome::duel(Reason::FlagFall, Some(Seat::new(0)))));
    for (tag, value) in [
        (Tag::Title, "五羊杯 决赛"),
        (Tag::Date, "2004.01.05"),
        (Tag::RedTeam, "广东"),
        (Tag::Event, ""),
    ] {
        assert_eq!(record.tags.get(tag), value, "{tag:?}");
    }
}

#[test]
fn comments_and_variations_are_kept() {
    let file = GAME.replace(
        "[DhtmlXQ_comment1]",
        "[DhtmlXQ_move_1_3_2]9999[/DhtmlXQ_move_1_3_2]\n\
         [DhtmlXQ_move_1_3_3]7967 0001[/DhtmlXQ_move_1_3_3]\n\
         [DhtmlXQ_comment1_2]边卒 [a][/DhtmlXQ_comment1_2]\n\
         [DhtmlXQ_comment0]开始[/DhtmlXQ_comment0]\n\
         [DhtmlXQ_move_0_2_1_7]0304[/DhtmlXQ_move_0_2_1_7]\n\
         [DhtmlXQ_comment1]",
    );
    let record = one(&file);
    let note = |played| record.annotations.get(played).unwrap();
    assert_eq!(note(0).comment, "开始");
    assert_eq!(note(1).comment, "中炮\n当然");
    let [variation] = &note(1).variations[..] else { panic!("one variation") };
    assert_eq!(variation.actions, ["a6a5"]);
    // A variation after the last move has nothing to replace, so it becomes a comment.
    let said = &variation.annotations.get(1).unwrap().comment;
    assert_eq!(said, "边卒 ［a］\n9999\n7967 0001");
    let longer = one(&file.replace("]0304[", "]03047967["));
    let [variation] = &longer.annotations.get(1).unwrap().variations[..] else { panic!("one") };
    let [inner] = &variation.annotations.get(1).unwrap().variations[..] else { panic!("one") };
    assert_eq!(inner.actions, ["h0g2", "a9a8"]);
    // A stroke beside a line end would be read with it (found by fuzzing).
    let strokes = one(&file.replace("中炮||当然", "x|\nl|||y"));
    assert_eq!(strokes.annotations.get(1).unwrap().comment, "x｜\nl\n｜y");
    // Glyphs are the first line of a comment.
    let glyphs = one(&file.replace("中炮||当然", "|| ?! $14||x"));
    let marked = glyphs.annotations.get(1).unwrap();
    assert_eq!((&marked.glyphs[..], marked.comment.as_str()), (&[6, 14][..], "x"));
    for record in [&record, &longer, &strokes, &glyphs] {
        assert_eq!(one(&dhtmlxq::write(record).unwrap()), *record);
    }
}

/// Squares of the start in the order of all sites.
#[test]
fn the_board_is_written_as_sites_write_it() {
    let written = dhtmlxq::write(&one(GAME)).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    let board: Vec<&str> = GAME.lines().filter(|line| line.contains("_binit")).collect();
    assert!(lines.contains(&board[0]), "{written}");
    assert!(lines.contains(&"[DhtmlXQ_movelist]77477062796780708979[/DhtmlXQ_movelist]"));
    assert!(!written.contains("DhtmlXQ_fen"), "the usual start needs none");
}

#[test]
fn blocks_stand_in_pages() {
    let page = format!("<html>[url=x]<!--{}-->\n{GAME}</html>", GAME.replace('\n', ""));
    let records = dhtmlxq::read(page.as_bytes()).unwrap();
    assert_eq!(records, [one(GAME), one(GAME)]);
    for (from, to) in [
        ("DhtmlXQ", "dhtmlxq"),
        ("DhtmlXQ]", "DhtmlXQiFrame]"),
        ("[DhtmlXQ]\n", ""),
        ("_movelist]", "_move_0_1_0]"),
    ] {
        let mut page = GAME.replace(from, to);
        if to.is_empty() {
            page = page.replace("[/DhtmlXQ]\n", "");
        }
        assert_eq!(one(&page), one(GAME), "{from} -> {to}");
    }
}

/// The side to move follows from the first move, not from the board.
#[test]
fn black_may_move_first() {
    let start = "4k4/4r4/9/9/9/9/9/9/4A4/4K4 b - - 0 1";
    let annotations = Annotations::default();
    let actions = vec!["e8e1".into()];
    let record = Record { start: start.into(), actions, annotations, ..one(GAME) };
    let written = dhtmlxq::write(&record).unwrap();
    assert_eq!(one(&written).start, start);
    let fen = format!("[DhtmlXQ_fen]{start}[/DhtmlXQ_fen]\n");
    assert!(written.contains(&fen), "{written}");
    assert_eq!(one(&written.replace(&fen, "")).start, start);
    let without = written.replace(&fen, "").replace("4148", "");
    assert_eq!(one(&without).start, start.replace(" b ", " w "));
}

/// Only the dots of a date become dashes (found by fuzzing).
#[test]
fn odd_dates_are_kept() {
    for date in ["2004-01.--5", "jan. 2004", "2004.01.05.1", "2004-??-??"] {
        let record = one(&GAME.replace("2004-01-05", date));
        let again = one(&dhtmlxq::write(&record).unwrap());
        assert_eq!(again, record, "{date}");
    }
}

#[test]
fn every_problem_has_its_place_and_code() {
    // Replaced text, replacement, problems: line, column, code.
    for (from, to, problems) in [
        ("红胜", "紅勝", vec![]),
        ("红胜", "??", vec![(5, 17, "result")]),
        ("8979695949", "897969594", vec![(12, 16, "board-size")]),
        ("8979695949", "89796959xx", vec![(12, 16, "board-size")]),
        ("8979695949", "8989695949", vec![(12, 18, "pieces")]),
        ("8979695949", "9079695949", vec![(12, 16, "pieces")]),
        ("8979695949", "8979695999", vec![(12, 16, "pieces")]),
        ("7747 7062", "7747 7063", vec![(13, 24, "action")]),
        ("7747 7062", "7747 7o62", vec![(13, 24, "action")]),
        ("7747 7062", "7747 9062", vec![(13, 24, "action")]),
        ("8979[/", "897[/", vec![(13, 37, "action")]),
        ("[/DhtmlXQ_result]", "[/DhtmlXQ_red]", vec![(5, 1, "tag")]),
        ("[/DhtmlXQ]\n", "", vec![(1, 1, "tag")]),
        ("[DhtmlXQ]\n", "", vec![(16, 1, "tag")]),
        ("[DhtmlXQ_redteam]", "[DhtmlXQ_red]", vec![(9, 1, "tag")]),
        (
            "[DhtmlXQ_binit]",
            "[DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/9/3K5 w[/DhtmlXQ_fen][DhtmlXQ_binit]",
            vec![(12, 68, "mismatch")],
        ),
        ("[DhtmlXQ_ver]", "[DhtmlXQ_rules]x=1[/DhtmlXQ_rules]", vec![(2, 16, "rules")]),
    ] {
        assert!(GAME.contains(from), "{from}");
        let file = GAME.replacen(from, to, 1);
        let found = dhtmlxq::read(file.as_bytes()).err().unwrap_or_default();
        let places: Vec<_> = found.iter().map(|p| (p.line, p.column, p.code)).collect();
        assert_eq!(places, problems, "{from} -> {to}: {found:?}");
    }
    assert_eq!(dhtmlxq::read(b"[DhtmlXQ_x").expect_err("no game")[0].code, "format");
    let cut = &GAME[..GAME.find("796780").unwrap()];
    let found = dhtmlxq::read(cut.as_bytes()).expect_err("cut off");
    assert!(found.iter().any(|problem| (problem.line, problem.code) == (13, "tag")), "{found:?}");
}

proptest! {
    /// Changed texts are read or refused, without a panic.
    #[test]
    fn mutated_texts_are_diagnosed(at in 0usize..900, byte: u8, cut in 0usize..900) {
        let mut bytes = GAME.as_bytes().to_vec();
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(cut % length + 1);
        if let Err(problems) = dhtmlxq::read(&bytes) {
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().all(|problem| problem.line >= 1 && problem.column >= 1));
        }
    }
}
