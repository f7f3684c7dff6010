//! Runs the example.
#![allow(dead_code, reason = "the example has a `main` of its own")]

#[path = "../examples/sifang_race.rs"]
mod sifang_race;

#[test]
fn a_race_is_run_to_its_end() {
    for seed in [1, 2, 3] {
        let text = sifang_race::race(seed).unwrap();
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("race: Red "), "seed {seed}: {text}");
        assert!(text.lines().count() >= 4, "three places are decided, then the end: {text}");
    }
}
