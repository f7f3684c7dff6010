//! Runs the example and checks its output.

#[path = "../examples/nim/main.rs"]
mod nim;

#[test]
fn nim_runs() {
    nim::main();
}

#[test]
fn fours_are_lost() {
    for (left, line) in (1..).zip(nim::table().lines()) {
        let take = format!("take {} and win", left % 4);
        let expected = if left % 4 == 0 { "lost" } else { &take };
        assert!(line.contains(expected), "{line}");
    }
}
