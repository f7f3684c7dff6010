//! How files name sides.

use games::Variant;

/// The name of the side with this letter; `-` for a side not known yet.
pub(crate) fn name_of(variant: Variant, letter: char) -> &'static str {
    variant.sides().iter().find(|side| side.letter == letter).map_or("-", |side| side.name)
}

/// The letter of the side with this name.
pub(crate) fn letter_of(variant: Variant, name: &str) -> Option<char> {
    variant.sides().iter().find(|side| side.name == name).map(|side| side.letter)
}

/// A name as it can stand in the file: one line, and no sign that separates names. Reading and
/// writing both pass through here, so that a file once read is written the same.
pub(crate) fn plain(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_control() || c == '=' { ' ' } else { c });
    plain.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
