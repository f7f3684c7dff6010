//! Rules for the names of players, boards and arbiters, and for an arbiter's texts.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Maximum number of marks on one letter, composed. Thai and Vietnamese need two, pointed Hebrew
/// and Tibetan three.
const MAX_MARKS: usize = 3;

/// Returns a name as it will be shown: composed (NFC), in one line, with single spaces, and without
/// a [`fault`]. Invisible characters and changes of the writing direction are rejected. A name is
/// rejected and not corrected, so that its owner knows it.
///
/// # Errors
/// Describes the allowed names.
pub(crate) fn shown(typed: &str, most: usize) -> Result<String, String> {
    let text = composed(typed.trim());
    match table::clean_text(&text, most).map(|clean| (fault(&clean), clean)) {
        Some((Some(fault), _)) => Err(fault.to_owned()),
        Some((None, clean)) if clean == text => Ok(text),
        _ => Err(format!("expected 1 to {most} visible characters on one line, single-spaced")),
    }
}

/// Reason why a text cannot be a name.
pub(crate) fn fault(text: &str) -> Option<&'static str> {
    let text = composed(text);
    // The mark would appear on the text before the name.
    if text.split_whitespace().any(|word| word.starts_with(is_combining_mark)) {
        return Some("expected a letter before each accent or other mark, not a mark by itself");
    }
    let mut marks: Vec<char> = Vec::new();
    for c in text.chars() {
        if !is_combining_mark(c) {
            marks.clear();
        } else if marks.len() == MAX_MARKS || marks.last() == Some(&c) {
            return Some("expected at most three different accents or other marks on one letter");
        } else {
            marks.push(c);
        }
    }
    // No font has these characters, so they all look alike.
    if text.chars().any(|c| c.general_category() == GeneralCategory::Unassigned) {
        return Some("expected characters that Unicode knows");
    }
    text.chars().any(|c| BLANK.contains(&c)).then_some("expected visible characters only")
}

/// Characters without a glyph that are neither spaces nor ignorable.
const BLANK: [char; 5] = [
    '\u{16fe4}', // Khitan filler
    '\u{1d159}', // musical null note head
    '\u{fffc}',  // object replacement
    '\u{13441}', // Egyptian full blank
    '\u{13442}', // Egyptian half blank
];

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

    #[test]
    fn a_letter_carries_a_few_marks() {
        let marks = |count: u32| -> String {
            (0..count).filter_map(|n| char::from_u32(0x300 + n)).collect()
        };
        for (name, fits) in [
            // Thai, Vietnamese, pointed Hebrew, Arabic, Devanagari, Tibetan.
            ("ก็่".to_owned(), true),
            ("Nguyễn".to_owned(), true),
            ("שׁ\u{5bc}\u{5b8}".to_owned(), true),
            ("مُحَمَّد".to_owned(), true),
            ("क्षत्रिय".to_owned(), true),
            ("བསྒྲུབས".to_owned(), true),
            (format!("a{}", marks(3)), true),
            (format!("x{}b{}", marks(3), marks(3)), true),
            (format!("x{}", marks(4)), false),
            (format!("a{}", marks(23)), false),
            ("x\u{301}\u{301}".to_owned(), false),
            ("x\u{489}\u{489}".to_owned(), false),
        ] {
            assert_eq!(shown(&name, 24).is_ok(), fits, "{name:?}");
        }
    }

    #[test]
    fn what_no_font_shows_is_no_name() {
        for name in ["\u{378}", "A\u{10ffff}", "A\u{fffc}", "\u{1d159}", "\u{16fe4}", "\u{13441}"] {
            assert!(shown(name, 24).is_err(), "{name:?}");
        }
    }
}
