//! Names of sides in files.

use games::Variant;

/// Name of the side with this letter; `-` for an undecided side.
pub(crate) fn name_of(variant: Variant, letter: char) -> &'static str {
    variant.sides().iter().find(|side| side.letter == letter).map_or("-", |side| side.name)
}

/// Letter of the side with this name.
pub(crate) fn letter_of(variant: Variant, name: &str) -> Option<char> {
    variant.sides().iter().find(|side| side.name == name).map(|side| side.letter)
}

/// Cleans a name for a file: one line, without the character that separates names. Reading and
/// writing both clean names, so that a file once read is written the same.
pub(crate) fn plain(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_control() || c == '=' { ' ' } else { c });
    plain.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
