//! Checks that the targets of all games share.

pub mod referee;

use games::{AnyGame, Variant};

/// Checks a position: text that parses is written as text that parses to the same position.
///
/// # Panics
/// If it does not.
pub fn position(variant: Variant, text: &str) {
    let Ok(game) = AnyGame::from_text(variant, "", text) else { return };
    let written = game.truth_text();
    let again = AnyGame::from_text(variant, "", &written).expect("our own text reads");
    assert_eq!(again.truth_text(), written);
    for seat in game.turn().seats().iter() {
        assert_eq!(game.legal(seat), again.legal(seat));
    }
}

/// Plays a line of options and then actions from `start`. An action is either rejected with a
/// reason and changes nothing, or is played and can be undone.
///
/// # Panics
/// If one of these does not hold.
pub fn play(variant: Variant, start: &str, text: &str) {
    let mut lines = text.lines();
    let options = lines.next().unwrap_or_default();
    let Ok(mut game) = AnyGame::from_text(variant, options, start) else { return };
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
}
