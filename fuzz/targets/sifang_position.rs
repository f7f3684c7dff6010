//! A position of sifang: what reads, is written, and the text that was written reads the same.
#![no_main]

use games::{AnyGame, Variant};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(game) = AnyGame::from_text(Variant::Sifang, "", text) else { return };
    let written = game.truth_text();
    let again = AnyGame::from_text(Variant::Sifang, "", &written).expect("our own text reads");
    assert_eq!(again.truth_text(), written);
    for seat in game.turn().seats().iter() {
        assert_eq!(game.legal(seat), again.legal(seat));
    }
});
