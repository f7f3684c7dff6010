//! Runs the example and checks that views differ where they must.
#![allow(dead_code, reason = "the example has a `main` of its own")]

#[path = "../examples/undercover_views.rs"]
mod undercover_views;

#[test]
fn views_differ_where_they_must() {
    let text = undercover_views::views().unwrap();
    let chosen = text.split("Black plays mole:c3\n").nth(1).unwrap();
    let seen: Vec<Vec<&str>> =
        chosen.lines().take(4).map(|line| line.split_whitespace().collect()).collect();
    for (line, (who, moles)) in seen.iter().zip([
        ("referee", "e6/c3"),
        ("Red", "e6/?"),
        ("Black", "?/c3"),
        ("spectator", "?/?"),
    ]) {
        assert_eq!(line[..2], [who, moles], "{text}");
    }
    assert!(text.lines().last().unwrap().contains("+/?"), "a turned mole is public: {text}");
}
