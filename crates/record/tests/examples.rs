//! Runs the example.
#![allow(dead_code, reason = "the example has a `main` of its own")]

#[path = "../examples/read_pgn.rs"]
mod read_pgn;

#[test]
fn the_sample_is_read() {
    let games = record::read_any(read_pgn::SAMPLE.as_bytes(), None).unwrap();
    let text = read_pgn::describe(&games[0]).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "An against Bo, An evening at home");
    assert_eq!(lines[1], "   1. h2e2  C2=5  炮二平五");
    assert_eq!(lines[4], "   4. i9h9  R9=8  车９平８");
    assert_eq!(lines[6..], ["won by An: unstated"]);
}
