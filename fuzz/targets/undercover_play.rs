//! Actions and options of undercover as text, played from a position: refused with a reason or played,
//! and undone.
#![no_main]

use games::{AnyGame, Variant};

const START: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let options = lines.next().unwrap_or_default();
    let Ok(mut game) = AnyGame::from_text(Variant::Undercover, options, START) else { return };
    let mut texts = Vec::new();
    for action in lines.take(64) {
        let Some(seat) = game.turn().seats().iter().next() else { break };
        let before = game.truth_text();
        match game.play_text(seat, action) {
            Ok(_) => texts.push(before),
            Err(refusal) => {
                assert!(!refusal.message.is_empty());
                assert_eq!(game.truth_text(), before);
            }
        }
    }
    while let Some(text) = texts.pop() {
        assert!(game.undo());
        assert_eq!(game.truth_text(), text);
    }
});
