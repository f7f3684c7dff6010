//! Mutates texts.

use crate::rng::Rng;

/// Fragments that often break parsers.
const FRAGMENTS: &[&str] = &[
    "null",
    "-1",
    "0",
    "1e309",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "1.5",
    "true",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\u0000",
    "\\ud800",
    "\u{0}",
    "\u{202e}",
    "楚河",
    "𝄞",
    "e\u{301}",
    "[[[[[[[[[[[[[[[[[[[[[[[[",
    "seat",
    "kind",
    "do",
    "type",
    "a0a1",
    "@",
    "=",
    "../",
    "%2e",
    "'",
    " ",
    "\n",
];

/// Changes a text in a few places; `others` are texts of the same kind.
pub(crate) fn mutate(text: &str, others: &[String], rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.between(1, 4) {
        let place = rng.below(chars.len() as u64 + 1) as usize;
        let end = (place + rng.between(1, 12) as usize).min(chars.len());
        match rng.below(7) {
            0 => _ = chars.drain(place..end),
            1 => {
                let again: Vec<char> = chars[place..end].to_vec();
                chars.splice(place..place, again);
            }
            2 => {
                let other: Vec<char> = rng.below_of(others).chars().collect();
                let from = rng.below(other.len() as u64 + 1) as usize;
                chars.splice(place..end, other[from..].iter().copied());
            }
            3 => chars.truncate(place),
            4 if rng.percent(5) => {
                chars.splice(place..place, std::iter::repeat_n('a', 6_000));
            }
            5 => {
                if let Some(changed) = chars.get_mut(place) {
                    *changed = char::from(rng.between(32, 126) as u8);
                }
            }
            _ => {
                let stumble = rng.one_of(FRAGMENTS).chars();
                chars.splice(place..end, stumble);
            }
        }
    }
    chars.into_iter().collect()
}
