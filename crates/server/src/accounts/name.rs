//! The names of players.

use crate::{
    accounts::likeness,
    base::{
        ApiError, bad,
        name::{composed, shown},
    },
};
use axum::http::StatusCode;
use protocol::NAME_CHARS;
use unicode_normalization::char::is_combining_mark;

/// Error for a name that consists of reserved words.
pub(super) const RESERVED: &str = "this name is for the computer or for an office; choose another";

/// Error for a name with characters that have a meaning in addresses and commands.
const CHARACTERS: &str = "expected letters and digits of any script, and between them spaces, dots, \
                          hyphens, underscores or apostrophes";

/// Signs inside a name.
const INNER: [char; 8] = [' ', '-', '_', '.', '\'', '’', '·', '・'];

/// The signs that a name may also begin and end with.
const OUTER: [char; 2] = ['-', '_'];

/// Returns a new account's name as it will be shown.
///
/// # Errors
/// Describes the allowed names.
pub(super) fn checked(typed: &str) -> Result<String, ApiError> {
    let name = shown(typed, NAME_CHARS).map_err(|expected| bad("name", expected))?;
    if likeness::is_reserved(&name) {
        return Err(ApiError::new(StatusCode::CONFLICT, "name-reserved", RESERVED));
    }
    if likeness::is_like_a_guests(&name) {
        let message = "this name is reserved for guests";
        return Err(ApiError::new(StatusCode::CONFLICT, "name-taken", message));
    }
    if is_spelled(&name) { Ok(name) } else { Err(bad("name-characters", CHARACTERS)) }
}

/// Whether a name has letters or digits, and else only signs that are allowed there. Accounts of
/// earlier versions may have other names, and keep them.
fn is_spelled(name: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || is_combining_mark(c);
    let is_end = |c: char| is_letter(c) || OUTER.contains(&c);
    name.starts_with(is_end)
        && name.ends_with(is_end)
        && name.contains(char::is_alphanumeric)
        && name.chars().all(|c| is_letter(c) || INNER.contains(&c))
        // In a path this is the folder above.
        && !name.contains("..")
}

/// Whether an account's name can have this length.
pub(super) fn fits(typed: &str) -> bool {
    composed(typed.trim()).chars().count() <= NAME_CHARS
}

#[cfg(test)]
mod tests {
    use super::*;
    use likeness::key;

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
            ("a\u{fe0f}", None),
            ("\u{3164}", None),
            ("a\u{e000}", None),
            ("a\tb", None),
            ("a\0", None),
            ("", None),
            ("   ", None),
            (".", None),
            ("..", None),
            ("guest", None),
            ("Gu3st", None),
            ("Computer", None),
            ("level-8", None),
            ("電腦", None),
            ("host", None),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}", None),
            (".a", None),
            ("a.", None),
            ("a..b", None),
            ("../etc", None),
            ("a/b", None),
            ("a\\b", None),
            ("a?b", None),
            ("a#b", None),
            ("50%", None),
            ("@ada", None),
            ("<b>", None),
            ("--", None),
            ("undefined", None),
            ("NULL", None),
            ("J. Doe", Some("J. Doe")),
            ("O’Brien-Smith", Some("O’Brien-Smith")),
            ("_ada_7", Some("_ada_7")),
            ("卡尔·马克思", Some("卡尔·马克思")),
            ("नि", Some("नि")),
            ("ก็่", Some("ก็่")),
            ("Nguyễn Văn", Some("Nguyễn Văn")),
            ("123456789012345678901234", Some("123456789012345678901234")),
            ("1234567890123456789012345", None),
        ] {
            assert_eq!(checked(typed).ok().as_deref(), expected, "{typed:?}");
        }
    }

    #[test]
    fn only_possible_names_fit() {
        for (typed, is_somebodys) in [
            ("e\u{301}".repeat(24), true),
            (format!("  {}  ", "x".repeat(24)), true),
            // `İ` has two characters in lower case.
            ("İ".repeat(24), true),
            ("x".repeat(25), false),
            ("x".repeat(5_000), false),
        ] {
            assert_eq!(fits(&typed), is_somebodys, "{typed:.30}");
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
