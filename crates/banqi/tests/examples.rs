//! Runs the example.
#![allow(dead_code, reason = "the example has a `main` of its own")]

#[path = "../examples/play_banqi_deal.rs"]
mod play_banqi_deal;

#[test]
fn a_deal_is_played_out() {
    for options in ["", "taiwan", "tiantian target=30"] {
        let text = play_banqi_deal::play(7, options.parse().unwrap()).unwrap();
        let last = text.lines().last().unwrap();
        assert!(last.ends_with(" points"), "{options:?}: {text}");
        let again = play_banqi_deal::play(7, options.parse().unwrap()).unwrap();
        assert_eq!(text, again, "the same seed plays the same game");
    }
}
