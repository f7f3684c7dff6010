//! How files name sides.

use games::Variant;

/// The names of a variant's sides, with their letters.
pub(crate) const fn sides(variant: Variant) -> &'static [(&'static str, char)] {
    match variant {
        Variant::Xiangqi | Variant::Undercover => &[("red", 'w'), ("black", 'b')],
        Variant::Sifang => &[("red", 'r'), ("green", 'g'), ("yellow", 'y'), ("blue", 'b')],
        Variant::Banqi => &[("red", 'r'), ("black", 'b')],
    }
}

/// The name of the side with this letter; `-` for a side not known yet.
pub(crate) fn name_of(variant: Variant, letter: char) -> &'static str {
    sides(variant).iter().find(|(_, other)| *other == letter).map_or("-", |(name, _)| name)
}

/// The letter of the side with this name.
pub(crate) fn letter_of(variant: Variant, name: &str) -> Option<char> {
    sides(variant).iter().find(|(other, _)| *other == name).map(|(_, letter)| *letter)
}

/// A name as it can stand in the file: one line, and no sign that separates names. Reading and
/// writing both pass through here, so that a file once read is written the same.
pub(crate) fn plain(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_control() || c == '=' { ' ' } else { c });
    plain.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
