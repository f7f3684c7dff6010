//! `chuhe puzzles`: a run continues, and its puzzles are collected.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn puzzles(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("puzzles")
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("chuhe runs")
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A game in which Black overlooks a mate in two: `1. … h4i4 2. a2a8`.
const GAME: &str = "[Game \"Chinese Chess\"]\n[FEN \"9/4k4/9/9/9/7r1/9/R8/1R7/3K5 b - - 0 1\"]\n\n\
    1. ... h4h5 2. d0d1 h5h4 3. d1d0 h4h5 4. d0d1 h5h6 5. d1d0 h6h5 6. d0d1 h5i5 *\n";

#[test]
fn a_run_continues_where_it_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.pgn"), GAME).expect("a file");
    let line = "make --from game.pgn --nodes 1000 --output run.txt";
    let first = puzzles(folder.path(), line);
    assert!(first.status.success(), "{}", complaint(&first));
    let results = fs::read_to_string(folder.path().join("run.txt")).expect("results");
    assert!(
        results.starts_with("chuhe-puzzles 1 xiangqi nodes=1000 from=game.pgn\n0"),
        "{results}"
    );
    // An incomplete last line is removed, and nothing is searched twice.
    fs::write(folder.path().join("run.txt"), format!("{results}1\tin the middle")).expect("a file");
    let again = puzzles(folder.path(), line);
    assert!(again.status.success(), "{}", complaint(&again));
    assert_eq!(fs::read_to_string(folder.path().join("run.txt")).expect("results"), results);
    // Results of another run are kept.
    let other = puzzles(folder.path(), "make --games 1 --nodes 1000 --output run.txt");
    assert_eq!(other.status.code(), Some(2));
    assert!(complaint(&other).contains("it is the log of something else"), "{}", complaint(&other));
    let collected = puzzles(folder.path(), "collect run.txt --output -");
    assert!(collected.status.success(), "{}", complaint(&collected));
    let count = results.matches('\t').count();
    assert_eq!(String::from_utf8_lossy(&collected.stdout).lines().count(), count);
}

#[test]
fn bad_results_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, expected) in [
        ("something else\n", "bad.txt: expected results of `chuhe puzzles make`"),
        ("chuhe-puzzles 1 xiangqi\n0\n1\t3k5 w\n", "bad.txt: line 3"),
    ] {
        fs::write(folder.path().join("bad.txt"), text).expect("a file");
        let output = puzzles(folder.path(), "collect bad.txt");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(complaint(&output).contains(expected), "{}", complaint(&output));
    }
    let missing = puzzles(folder.path(), "make --from missing.pgn --output run.txt");
    assert!(complaint(&missing).contains("cannot open missing.pgn"), "{}", complaint(&missing));
}

/// Two mates in one move, of different bands.
const FILE: &str = "# two puzzles\n3k5/9/9/9/R8/9/9/9/9/4K4 w - a5d5 m600 1gR\n\
    3k5/9/9/9/8R/9/9/9/9/4K4 w - i5d5 m1300 1gR\n";

#[test]
fn rates_count_what_each_level_solves() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file.txt"), FILE).expect("a file");
    let line = "rates file.txt --level level-7 --level level-8 --tries 2 --threads 2";
    let output = puzzles(folder.path(), line);
    assert!(output.status.success(), "{}", complaint(&output));
    let text = String::from_utf8_lossy(&output.stdout);
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<&str>>().join(" "));
    let expected =
        ["rating puzzles level-7 level-8", "400-799 1 100 % 100 %", "1200-1599 1 100 % 100 %"];
    assert_eq!(rows.collect::<Vec<String>>(), expected);
}

/// Ratings of a file are computed anew, in a run that continues, and collected.
#[test]
fn a_file_is_rated_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file.txt"), FILE).expect("a file");
    let line = "rerate file.txt --output run.txt --threads 2";
    let first = puzzles(folder.path(), line);
    assert!(first.status.success(), "{}", complaint(&first));
    let results = fs::read_to_string(folder.path().join("run.txt")).expect("results");
    let mut lines: Vec<&str> = results.lines().collect();
    assert!(lines[0].starts_with("chuhe-puzzles 1 xiangqi rerated="), "{results}");
    assert_eq!(lines.len(), 3, "{results}");
    // The second puzzle had a rating of 1,300, and is as easy as the first.
    assert!(!results.contains("m1300"), "{results}");
    lines.truncate(2);
    fs::write(folder.path().join("run.txt"), lines.join("\n") + "\n").expect("a file");
    let again = puzzles(folder.path(), line);
    assert!(again.status.success(), "{}", complaint(&again));
    let continued = fs::read_to_string(folder.path().join("run.txt")).expect("results");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&continued), sorted(&results));
    fs::write(folder.path().join("file.txt"), FILE.replace("1300", "1200")).expect("a file");
    let other = puzzles(folder.path(), line);
    assert!(complaint(&other).contains("it is the log of something else"), "{}", complaint(&other));
    let collected = puzzles(folder.path(), "collect run.txt");
    assert!(collected.status.success(), "{}", complaint(&collected));
}

/// The endings of a run have a board of few pieces, and other games have no tables.
#[test]
fn endings_come_from_exact_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = puzzles(folder.path(), "make --game banqi --endings --games 1 --output run.txt");
    assert!(run.status.success(), "{}", complaint(&run));
    let results = fs::read_to_string(folder.path().join("run.txt")).expect("results");
    assert!(results.starts_with("chuhe-puzzles 1 banqi endings seed=1\n0"), "{results}");
    let sifang = puzzles(folder.path(), "make --game sifang --endings --output other.txt");
    assert!(complaint(&sifang).contains("--endings: expected --game banqi"));
    let levels = puzzles(folder.path(), "make --levels 8-3 --output other.txt");
    assert!(complaint(&levels).contains("expected two levels from 1 to 8"));
}

#[test]
fn rates_name_a_bad_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, line, expected) in [
        (FILE, "rates file.txt --game banqi", "file.txt: line 2"),
        ("# nothing\n", "rates file.txt", "file.txt: expected puzzles, found none"),
    ] {
        fs::write(folder.path().join("file.txt"), text).expect("a file");
        let output = puzzles(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(complaint(&output).contains(expected), "{}", complaint(&output));
    }
}
