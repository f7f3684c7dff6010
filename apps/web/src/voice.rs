//! Speech. Spoken texts are also shown, for devices without a suitable voice.

use crate::browser;
use i18n::Language;
use web_sys::SpeechSynthesisUtterance;

/// Speaks a text. Returns `false` if the browser cannot.
pub(crate) fn speak(language: Language, text: &str) -> bool {
    let Ok(synthesis) = browser::window().speech_synthesis() else { return false };
    let Ok(utterance) = SpeechSynthesisUtterance::new_with_text(text) else { return false };
    utterance.set_lang(language.voice());
    synthesis.speak(&utterance);
    true
}
