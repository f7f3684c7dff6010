//! `chuhe board simulate --server`: a newcomer sees the hall live with one command.

mod players;

use players::Server;
use protocol::{SmartBoardState, SmartBoardView};
use std::{
    path::Path,
    process::{Child, Command, Output, Stdio},
};

fn command(server: &Server, data: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command
        .args(["board", "simulate", "--server", &format!("http://{}", server.address), "--data"])
        .arg(data)
        .args(more);
    command
}

fn simulate(server: &Server, data: &Path, more: &[&str]) -> Output {
    command(server, data, more).output().expect("chuhe runs")
}

fn start(server: &Server, data: &Path, more: &[&str]) -> Child {
    command(server, data, more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("chuhe runs")
}

fn get(server: &Server, path: &str) -> String {
    let (status, reply) = server.http("GET", path, "");
    assert_eq!(status, 200, "{path}: {reply}");
    reply
}

/// Two boards play one game each: the server shows all moves, an alarm and the result, doubts
/// nothing, and has both games in its archive. A second run uses the same boards.
#[test]
fn games_of_simulated_boards_are_shown_live() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    for run in 1..=2 {
        let show = ["--boards", "2", "--plies", "30", "--speed", "300", "--seed", "1"];
        let output = simulate(&server, folder.path(), &show);
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}{complaints}");
        assert!(said.contains("/boards\n") && said.contains(": alarm: "), "{said}");
        let boards: Vec<SmartBoardView> =
            serde_json::from_str(&get(&server, "/api/boards")).expect("boards");
        assert_eq!(boards.len(), 2, "the boards of the first run are used again");
        for board in boards {
            assert!(said.contains(&format!("{}: ", board.name)), "{said}");
            assert!(said.contains(&format!("/boards/{}", board.id)), "{said}");
            assert!(!board.moves.is_empty() && board.moves.len() <= 30, "{board:?}");
            assert_eq!(
                (board.state, &board.doubts[..]),
                (SmartBoardState::Over, &[][..]),
                "{board:?}"
            );
            let games = get(&server, &format!("/api/boards/{}/games", board.id));
            let games: Vec<u32> = serde_json::from_str(&games).expect("numbers");
            assert_eq!(games.len(), run, "{games:?}");
            let archive = get(&server, &format!("/api/archive?board={}", board.id));
            assert_eq!(archive.matches("\"plies\":").count(), run, "{archive}");
        }
    }
}

/// A second run at the same time takes other boards: the first keeps its keys and plays on.
#[test]
fn two_runs_at_once_use_different_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let boards = || {
        let boards: Vec<SmartBoardView> =
            serde_json::from_str(&get(&server, "/api/boards")).expect("boards");
        boards.into_iter().map(|board| board.name).collect::<Vec<_>>()
    };
    let show = ["--boards", "1", "--plies", "10", "--seed", "1", "--speed"];
    // Slow enough to outlast the second run on any machine.
    let mut first = start(&server, folder.path(), &[&show[..], &["0.1"]].concat());
    while boards().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let second = simulate(&server, folder.path(), &[&show[..], &["300"]].concat());
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stderr));
    assert_eq!(first.try_wait().expect("its state"), None, "the first run has stopped");
    first.kill().expect("killed");
    let first = first.wait_with_output().expect("its output");
    let said = String::from_utf8_lossy(&first.stderr);
    let is_usual = |line: &str| line.ends_with("is open") || line.ends_with("is there");
    assert!(said.lines().all(is_usual), "the first run was disturbed: {said}");
    let names = boards();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let wrong = other.path().join("wrong.key");
    std::fs::write(&wrong, "0123456789abcdef0123456789abcdef").expect("a file");
    let wrong = wrong.to_str().expect("UTF-8");
    for (data, more, part) in [
        (other.path(), &[][..], "contains no arbiter's key"),
        (folder.path(), &["--arbiter-key-file", wrong][..], "does not register the board"),
        (folder.path(), &["--settle", "900"][..], "a server's board can be set with"),
        (folder.path(), &["--clock", "soon"][..], "--clock"),
        (folder.path(), &["--speed", "0"][..], "0.1 to 1000"),
        (folder.path(), &["--check"][..], "cannot be used with"),
    ] {
        let output = simulate(&server, data, more);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.contains(part), "{more:?}: {said}");
    }
}
