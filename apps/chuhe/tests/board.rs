//! `chuhe board` as a program.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

fn board(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("board")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("chuhe runs");
    // The program may end without reading its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("chuhe ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn the_referee_hears_what_people_do() {
    let people = ["--seed", "11", "--plies", "30", "--games", "5"];
    let frames = board(&[&["simulate"], &people[..]].concat(), "");
    let told = board(&[&["simulate", "--to", "referee"], &people[..]].concat(), "");
    let heard = board(&["referee"], &text(&frames));
    assert!(text(&told).lines().filter(|line| line.contains(r#""event":"move""#)).count() >= 150);
    assert_eq!(text(&told), text(&heard));
}

#[test]
fn a_recorded_game_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    std::fs::write(&path, "h2e2 h9g7 e2e6 d9e8\nh2e2 b9c7\n").expect("a file");
    let path = path.to_str().expect("a path of UTF-8");
    let told = board(&["simulate", "--to", "referee", "--noise", "0", "--record", path], "");
    let told = text(&told);
    let actions: Vec<&str> =
        told.lines().filter_map(|line| line.split(r#""action":""#).nth(1)?.get(..4)).collect();
    // The fourth move of the first game is illegal, so that game ends there.
    assert_eq!(actions, ["h2e2", "h9g7", "e2e6", "h2e2", "b9c7"]);
}

/// A game for a server's archive must be legal. No connection is made before it is checked.
#[test]
fn an_illegal_recorded_game_is_not_played_at_a_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    std::fs::write(&path, "h2e2 h9g7\nh2e2 h9h0\n").expect("a file");
    let path = path.to_str().expect("a path of UTF-8");
    let output = board(&["simulate", "--server", "http://127.0.0.1:9", "--record", path], "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains("games.txt:2: move 2 `h9h0`"), "{error}");
}

#[test]
fn a_check_says_by_its_status_whether_all_was_seen() {
    let check = ["simulate", "--check", "--games", "4", "--plies", "40"];
    let right = board(&check, "");
    assert!(right.status.success(), "{}", text(&right));
    let hasty = board(&[&check[..], &["--settle", "5", "--debounce", "0"]].concat(), "");
    assert_eq!(hasty.status.code(), Some(1), "{}", text(&hasty));
}

#[test]
fn a_bad_line_stops_nothing_and_a_bad_option_everything() {
    let answer = board(&["referee"], "rubbish\n{\"t\":1,\"button\":\"reset\"}\n");
    assert!(answer.status.success());
    let lines: Vec<String> = text(&answer).lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with(r#"{"error":"#), "{lines:?}");
    assert!(lines[1].contains(r#""button":"reset""#), "{lines:?}");
    assert_eq!(board(&["referee", "--clock", "soon"], "").status.code(), Some(2));
}

#[test]
fn the_start_in_numbers() {
    let index = board(&["index"], "");
    let value: serde_json::Value = serde_json::from_str(&text(&index)).expect("JSON");
    assert_eq!(value["board_index"][0], -2);
    assert_eq!(value["board_index"][89], 2);
    assert_eq!(value["pieces"][4], 1);
    assert_eq!(value["occ"], "1ff/000/082/155/000/000/155/082/000/1ff");
    assert_eq!(board(&["index", "no position"], "").status.code(), Some(2));
}
