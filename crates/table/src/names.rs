use protocol::NAME_CHARS;
use std::ops::RangeInclusive;

/// Cleans a player's name for display: [`clean_text`] with at most [`NAME_CHARS`] characters.
pub fn clean_name(typed: &str) -> Option<String> {
    clean_text(typed, NAME_CHARS)
}

/// Cleans a line of text for display. Returns `None` when nothing is left.
///
/// The text is trimmed, its white space reduced to single spaces, and cut to `most` characters.
/// Control characters and characters that are invisible or change the text direction are removed.
/// Emoji lose their joiners and variation selectors, so that each is drawn separately.
pub fn clean_text(typed: &str, most: usize) -> Option<String> {
    let shown =
        typed.chars().filter(|&c| !c.is_control() && !is_hidden_or_private(c)).collect::<String>();
    let words: Vec<&str> = shown.split_whitespace().collect();
    let text: String = words.join(" ").chars().take(most).collect();
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whether a character reorders or hides text, or looks different in each font. With such
/// characters one name could imitate another.
fn is_hidden_or_private(c: char) -> bool {
    [IGNORABLE, BLANK, PRIVATE].into_iter().flatten().any(|range| range.contains(&c))
}

/// Unicode `Default_Ignorable_Code_Point` (`DerivedCoreProperties.txt`): invisible where not
/// supported.
const IGNORABLE: &[RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',       // soft hyphen
    '\u{34f}'..='\u{34f}',     // combining grapheme joiner
    '\u{61c}'..='\u{61c}',     // Arabic letter mark
    '\u{115f}'..='\u{1160}',   // Hangul fillers
    '\u{17b4}'..='\u{17b5}',   // Khmer inherent vowels
    '\u{180b}'..='\u{180f}',   // Mongolian variation selectors
    '\u{200b}'..='\u{200f}',   // zero-width space, joiners, direction marks
    '\u{202a}'..='\u{202e}',   // embeddings and overrides
    '\u{2060}'..='\u{206f}',   // word joiner, isolates, invisible operators
    '\u{3164}'..='\u{3164}',   // Hangul filler
    '\u{fe00}'..='\u{fe0f}',   // variation selectors
    '\u{feff}'..='\u{feff}',   // byte order mark
    '\u{ffa0}'..='\u{ffa0}',   // halfwidth Hangul filler
    '\u{fff0}'..='\u{fff8}',   // reserved for more of them
    '\u{1bca0}'..='\u{1bca3}', // shorthand format controls
    '\u{1d173}'..='\u{1d17a}', // musical format controls
    '\u{e0000}'..='\u{e0fff}', // tags, further variation selectors
];

/// Invisible characters that are not in that list.
const BLANK: &[RangeInclusive<char>] = &[
    '\u{2800}'..='\u{2800}', // braille without a dot
    '\u{fff9}'..='\u{fffb}', // interlinear annotation
];

/// Private use areas, which differ between fonts.
const PRIVATE: &[RangeInclusive<char>] =
    &['\u{e000}'..='\u{f8ff}', '\u{f0000}'..='\u{fffff}', '\u{100000}'..='\u{10ffff}'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (typed, expected) in [
            ("  Ada \t B ", Some("Ada B")),
            ("楚河", Some("楚河")),
            ("A\u{202e}da\u{200b}", Some("Ada")),
            ("\u{3164}\u{2800}", None),
            (" \0 ", None),
            ("1234567890123456789012345", Some("123456789012345678901234")),
            // Joined emoji are separated; a heart loses its colour selector.
            ("👩\u{200d}👧", Some("👩👧")),
            ("❤\u{fe0f}", Some("❤")),
            // Visible combining marks stay.
            ("e\u{301}", Some("e\u{301}")),
        ] {
            assert_eq!(clean_name(typed).as_deref(), expected, "{typed:?}");
        }
    }

    #[test]
    fn nothing_invisible_is_left() {
        for c in [
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{17b5}',
            '\u{180b}',
            '\u{180e}',
            '\u{180f}',
            '\u{200b}',
            '\u{200f}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{206f}',
            '\u{2800}',
            '\u{3164}',
            '\u{e000}',
            '\u{f8ff}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff0}',
            '\u{fffb}',
            '\u{1bca0}',
            '\u{1bca3}',
            '\u{1d173}',
            '\u{1d17a}',
            '\u{e0000}',
            '\u{e0041}',
            '\u{e0fff}',
            '\u{f0000}',
            '\u{fffff}',
            '\u{100000}',
            '\u{10ffff}',
        ] {
            let code = c.escape_unicode();
            assert_eq!(clean_name(&format!("A{c}da")).as_deref(), Some("Ada"), "{code}");
            assert_eq!(clean_name(&c.to_string()), None, "{code}");
        }
        // Characters next to the ranges are visible.
        for c in ['\u{ae}', '\u{34e}', '\u{115e}', '\u{1161}', '\u{2801}', '\u{3165}', '\u{f900}'] {
            assert_eq!(clean_name(&c.to_string()), Some(c.to_string()), "{}", c.escape_unicode());
        }
    }
}
