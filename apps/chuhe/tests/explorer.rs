//! `chuhe import` and `chuhe explorer`: collections of games, and what is wrong with them.

use std::{
    fmt::Write as _,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
    time::Instant,
};

fn chuhe(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(line.split(' '))
        .args(["--data", "data"])
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Games of which every tenth has an illegal move.
fn games(count: usize) -> String {
    let mut file = String::new();
    for number in 1..=count {
        let last = if number % 10 == 0 { "h0h5" } else { "h0g2" };
        let _ = writeln!(
            file,
            "[Red \"R{number}\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. {last} 1-0\n"
        );
    }
    file
}

#[test]
fn a_collection_is_imported_once_with_every_problem_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("club.pgn"), games(50)).expect("a file");
    let first = chuhe(folder.path(), "import club.pgn");
    let (said, complained) = (text(&first.stdout), text(&first.stderr));
    assert_eq!(first.status.code(), Some(1), "{complained}");
    assert!(said.contains("`club`: 45 games added, 0 known, 0 replaced, 5 left out"), "{said}");
    // A misspelt data folder is noticed.
    assert!(complained.contains("created the data folder"), "{complained}");
    assert_eq!(complained.lines().count(), 6, "{complained}");
    assert!(complained.contains("club.pgn: game 10, line 59: action: move 3"), "{complained}");
    let again = chuhe(folder.path(), "import club.pgn");
    assert!(text(&again.stdout).contains("0 games added, 45 known"), "{}", text(&again.stdout));
    let listed = chuhe(folder.path(), "explorer list");
    assert_eq!(text(&listed.stdout).trim(), "45 club");
    let rebuilt = chuhe(folder.path(), "explorer rebuild");
    assert_eq!(rebuilt.status.code(), Some(0), "{}", text(&rebuilt.stderr));
    assert_eq!(text(&chuhe(folder.path(), "explorer list").stdout).trim(), "45 club");
    let removed = chuhe(folder.path(), "explorer remove club");
    assert!(text(&removed.stdout).contains("removed, 45 games"));
    assert_eq!(text(&chuhe(folder.path(), "explorer list").stdout), "");
}

/// Every problem of a large file is reported, and every other game is imported: 2,000 games, or
/// `CHUHE_IMPORTS`, every tenth with an illegal move.
#[test]
fn a_large_file_is_imported_past_its_problems() {
    let count: usize = std::env::var("CHUHE_IMPORTS")
        .map_or(2_000, |count| count.parse().expect("a number of games"));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("club.pgn"), games(count)).expect("a file");
    let begun = Instant::now();
    let import = chuhe(folder.path(), "import club.pgn");
    println!("{count} games in {:.1} s", begun.elapsed().as_secs_f64());
    let (said, complained) = (text(&import.stdout), text(&import.stderr));
    let bad = count / 10;
    let good = count - bad;
    let expected = format!("{good} games added, 0 known, 0 replaced, {bad} left out");
    assert!(said.contains(&expected), "{said}");
    // Six lines for each game: its move is in the fifth.
    let problems = complained.lines().filter(|line| line.contains("club.pgn: game "));
    for (line, game) in problems.clone().zip((10..=count).step_by(10)) {
        let place = format!("club.pgn: game {game}, line {}: action: move 3", 6 * (game - 1) + 5);
        assert!(line.contains(&place), "{line}\nexpected {place}");
    }
    assert_eq!(problems.count(), bad);
    let listed = chuhe(folder.path(), "explorer list");
    assert_eq!(text(&listed.stdout).trim(), format!("{good} club"));
}

#[test]
fn what_cannot_be_imported_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, status, words) in [
        ("import missing.pgn", 2, "missing.pgn"),
        ("import -", 2, "--name"),
        ("explorer remove nothing", 2, "there is no collection `nothing`"),
    ] {
        let found = chuhe(folder.path(), line);
        assert_eq!(found.status.code(), Some(status), "{line}");
        assert!(text(&found.stderr).contains(words), "{line}: {}", text(&found.stderr));
    }
}

#[test]
fn games_are_read_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["import", "-", "--name", "Piped", "--data", "data"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = program.stdin.take().expect("its input");
    input.write_all(games(9).as_bytes()).expect("written");
    drop(input);
    let done = program.wait_with_output().expect("its output");
    assert!(text(&done.stdout).contains("`Piped`: 9 games added"), "{}", text(&done.stdout));
}
