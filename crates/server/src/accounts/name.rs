//! The names of players.

use crate::fault::{Fault, bad};
use icu_normalizer::ComposingNormalizerBorrowed;
use protocol::NAME_CHARS;

/// A name as it will be shown: composed (NFC), single-spaced, nothing invisible in it. Nothing is
/// mended silently: whoever registers must know their name.
///
/// # Errors
/// Says what a name is.
pub(super) fn checked(typed: &str) -> Result<String, Fault> {
    let name = composed(typed.trim());
    let fits = name.chars().count() <= NAME_CHARS
        && table::clean_name(&name).as_ref() == Some(&name)
        // A page's address cannot hold `.` and `..`.
        && name.chars().any(|c| c != '.');
    let expected = || format!("expected a name of 1 to {NAME_CHARS} visible characters");
    if fits { Ok(name) } else { Err(bad("name", expected())) }
}

/// What two names must differ in: case does not count, nor how a letter with its marks is put
/// together. Look-alikes of different scripts do: `a` and `а` are two names.
pub(super) fn key(name: &str) -> String {
    let lower: String = composed(name.trim()).chars().flat_map(char::to_lowercase).collect();
    composed(&lower)
}

/// Canonical composition.
pub(super) fn composed(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_whole() {
        for (typed, expected) in [
            ("Ada", Some("Ada")),
            ("  Ada B  ", Some("Ada B")),
            ("楚河", Some("楚河")),
            ("e\u{301}", Some("é")),
            ("Ada  B", None),
            ("a\u{200b}", None),
            ("a\u{202e}b", None),
            ("a\tb", None),
            ("a\0", None),
            ("", None),
            ("   ", None),
            (".", None),
            ("..", None),
            (".a", Some(".a")),
            ("123456789012345678901234", Some("123456789012345678901234")),
            ("1234567890123456789012345", None),
        ] {
            assert_eq!(checked(typed).ok().as_deref(), expected, "{typed:?}");
        }
    }

    #[test]
    fn case_and_composition_make_no_new_name() {
        for (one, other, is_same) in [
            ("Ada", "aDA", true),
            ("Ärger", "A\u{308}rger", true),
            ("ÄRGER", "a\u{308}rger", true),
            ("İ", "i\u{307}", true),
            ("Ada", "Adа", false),
            ("Ada", "Ad a", false),
        ] {
            assert_eq!(key(one) == key(other), is_same, "{one:?} {other:?}");
        }
    }
}
