//! The one rule for names: of players, boards, arbiters, and for what an arbiter says.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A name as it will be shown: composed (NFC), on one line, single-spaced, nothing in it that is
/// invisible or turns the direction of writing, and no mark without a letter that it stands on.
/// Nothing is mended silently: whoever gives a name must know it.
///
/// # Errors
/// Says what a name is.
pub(crate) fn shown(typed: &str, most: usize) -> Result<String, String> {
    let text = composed(typed.trim());
    match table::clean_text(&text, most) {
        Some(clean) if has_stray_mark(&clean) => Err(STRAY_MARK.to_owned()),
        Some(clean) if clean == text => Ok(text),
        _ => Err(format!("expected 1 to {most} visible characters on one line, single-spaced")),
    }
}

/// What is wrong with a name that [has such a mark](has_stray_mark).
pub(crate) const STRAY_MARK: &str =
    "expected a letter before each accent or other mark, not a mark by itself";

/// Whether a word begins with a mark that stands on the letter before it: it would stand on whatever
/// the page shows there, or on nothing.
pub(crate) fn has_stray_mark(text: &str) -> bool {
    text.split_whitespace().any(|word| word.starts_with(is_combining_mark))
}

/// Canonical composition.
pub(crate) fn composed(text: &str) -> String {
    text.nfc().collect()
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
            ("x\u{301}", Some("x\u{301}")),
            ("नि", Some("नि")),
            ("\u{301}", None),
            ("\u{301}\u{302}", None),
            ("\u{301}Ada", None),
            ("Ada \u{20dd}", None),
            ("\u{3099}", None),
            ("\u{93f}", None),
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
