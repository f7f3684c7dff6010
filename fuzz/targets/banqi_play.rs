//! Actions and options of banqi as text, played from a position: refused with a reason or played,
//! and undone.
#![no_main]

use games::{AnyGame, Variant};

const START: &str =
    "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb";

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let options = lines.next().unwrap_or_default();
    let Ok(mut game) = AnyGame::from_text(Variant::Banqi, options, START) else { return };
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
