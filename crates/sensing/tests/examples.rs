//! Runs the example.
#![allow(dead_code, reason = "the example has a `main` of its own")]

#[path = "../examples/ask_board_referee.rs"]
mod ask_board_referee;

#[test]
fn the_referee_answers() {
    let lines = ask_board_referee::ask(ask_board_referee::SCRIPT).unwrap();
    let said: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split(" ms  ").nth(1))
        .filter(|said| !said.starts_with(' '))
        .collect();
    let alarm = "alarm: The horse's leg is blocked, {b0, c0, d1}";
    assert_eq!(said, ["move h2e2", "move h9g7", alarm, "restored"]);
    assert!(ask_board_referee::ask("?").is_err());
}
