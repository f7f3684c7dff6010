//! The one rule for names: of players, boards, arbiters, and for what an arbiter says.

use icu_normalizer::ComposingNormalizerBorrowed;

/// A name as it will be shown: composed (NFC), on one line, single-spaced, nothing in it that is
/// invisible or turns the direction of writing. Nothing is mended silently: whoever gives a name must
/// know it.
///
/// # Errors
/// Says what a name is.
pub(crate) fn shown(typed: &str, most: usize) -> Result<String, String> {
    let text = composed(typed.trim());
    match table::clean_text(&text, most) {
        Some(clean) if clean == text => Ok(text),
        _ => Err(format!("expected 1 to {most} visible characters on one line, single-spaced")),
    }
}

/// Canonical composition.
pub(crate) fn composed(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_whole() {
        for (typed, expected) in [
            ("Table 7", Some("Table 7")),
            ("  Table 7  ", Some("Table 7")),
            ("一号台", Some("一号台")),
            ("e\u{301}", Some("é")),
            ("Table  7", None),
            ("Table\n7", None),
            ("Table\u{2028}7", None),
            ("Table\t7", None),
            ("\u{202e}7 elbaT", None),
            ("Table\u{2066}7", None),
            ("Table\u{200b}7", None),
            ("Table\u{1b}[31m", None),
            ("", None),
            ("12345678", Some("12345678")),
            ("123456789", None),
        ] {
            assert_eq!(shown(typed, 8).ok().as_deref(), expected, "{typed:?}");
        }
    }
}
