//! Detection of names that look alike: other widths or scripts, `rn` for `m`, digits for letters,
//! added punctuation, traditional for simplified characters.

use crate::base::name::composed;
use protocol::{GUEST_NAMES, RESERVED_WORDS};
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{LazyLock, PoisonError, RwLock},
};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

/// Hashes of the looks of all account names. They are loaded once and extended with new names.
#[derive(Default)]
pub(super) struct Likenesses {
    hasher: RandomState,
    /// The hashed account key for each look; `None` if several accounts share the look.
    looks: RwLock<HashMap<u64, Option<u64>>>,
}

impl Likenesses {
    /// Looks of these names.
    pub(super) fn of(names: &[String]) -> Likenesses {
        let likenesses = Likenesses::default();
        names.iter().for_each(|name| likenesses.add(name));
        likenesses
    }

    /// Adds an account's name.
    pub(super) fn add(&self, name: &str) {
        let key = self.hasher.hash_one(key(name));
        let mut looks = self.looks.write().unwrap_or_else(PoisonError::into_inner);
        for look in looks_of(name) {
            let of = looks.entry(self.hasher.hash_one(look)).or_insert(Some(key));
            if *of != Some(key) {
                *of = None;
            }
        }
    }

    /// Whether another account's name looks like this one. `own` is the name of the account that
    /// asks.
    pub(super) fn is_taken(&self, name: &str, own: Option<&str>) -> bool {
        let own = own.map(|own| self.hasher.hash_one(key(own)));
        let looks = self.looks.read().unwrap_or_else(PoisonError::into_inner);
        let mut found =
            looks_of(name).into_iter().filter_map(|look| looks.get(&self.hasher.hash_one(look)));
        found.any(|of| of.is_none() || *of != own)
    }
}

/// Whether a name looks like a default name of guests.
pub(super) fn is_like_a_guests(name: &str) -> bool {
    let looks = looks_of(name);
    GUEST_NAMES.iter().any(|guest| looks_of(guest).iter().any(|look| looks.contains(look)))
}

/// Whether a name consists only of [`RESERVED_WORDS`] and numbers.
pub(super) fn is_reserved(name: &str) -> bool {
    /// Looks of the words and numerals; the flag marks reserved words.
    static WORDS: LazyLock<Vec<(String, bool)>> = LazyLock::new(|| {
        let numerals = "一二三四五六七八九十第号".chars();
        let numerals = numerals.map(|c| (look(&c.to_string(), 'l'), false));
        RESERVED_WORDS.iter().map(|word| (look(word, 'l'), true)).chain(numerals).collect()
    });
    let written: String = name.nfkc().collect();
    // Digits after a word are a number; digits inside a word may stand for letters.
    let words = written.split(|c: char| !c.is_alphanumeric());
    let words: String =
        words.map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit())).collect();
    let text = look(&words, 'l');
    // For each position that a sequence of words reaches, whether a reserved word is among them.
    let mut reached: Vec<Option<bool>> = vec![None; text.len() + 1];
    reached[0] = Some(false);
    for place in 0..text.len() {
        let Some(so_far) = reached[place] else { continue };
        let fits = |(word, _): &&(String, bool)| text[place..].starts_with(word.as_str());
        for (word, is_reserved) in WORDS.iter().filter(fits) {
            let end = &mut reached[place + word.len()];
            *end = Some(end.unwrap_or_default() || so_far || *is_reserved);
        }
    }
    reached[text.len()] == Some(true)
}

/// Key by which names are compared: without case, with composed letters. [`Likenesses`]
/// compares similar letters such as Latin `a` and Cyrillic `а`.
pub(super) fn key(name: &str) -> String {
    let lower: String = composed(name.trim()).chars().flat_map(char::to_lowercase).collect();
    composed(&lower)
}

/// The looks of a name: as written, and without case with `1` as each of two letters. Both are
/// needed as case changes looks: `I` looks like `l`, `i` does not.
fn looks_of(name: &str) -> [String; 3] {
    let written = bare(&name.trim().nfkc().map(simplified).collect::<String>());
    let look_without_case = |one| format!("without case {}", look(name, one));
    [
        format!("written {}", skeleton(&written).collect::<String>()),
        look_without_case('l'),
        look_without_case('i'),
    ]
}

/// Look of a name without case, with digits replaced by letters, and `1` by `one`.
fn look(name: &str, one: char) -> String {
    let letters = name.trim().nfkc().map(|c| as_letter(simplified(c), one));
    let lower: String = letters.flat_map(char::to_lowercase).collect();
    skeleton(&bare(&lower)).collect()
}

/// Letter that a digit or sign imitates. Different digits map to different letters, so that names
/// with different numbers differ.
fn as_letter(c: char, one: char) -> char {
    match c {
        '0' => 'o',
        '1' => one,
        '2' => 'z',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        c => c,
    }
}

/// Removes spaces, punctuation and symbols, unless nothing would be left. Pictographs stay.
fn bare(text: &str) -> String {
    use GeneralCategoryGroup::{Punctuation, Separator, Symbol};
    let is_seen = |c: &char| match c.general_category_group() {
        Punctuation | Separator => false,
        Symbol => *c >= '\u{1f000}',
        _ => true,
    };
    let bare: String = text.chars().filter(is_seen).collect();
    if bare.is_empty() { text.to_owned() } else { bare }
}

/// Maps all variants of a Chinese character to one.
fn simplified(c: char) -> char {
    static VARIANTS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
        let groups = include_str!("han_variants.txt").lines().filter(|line| !line.starts_with('#'));
        groups
            .flat_map(|group| group.chars().map(|c| (c, group.chars().next().unwrap_or(c))))
            .collect()
    });
    if c < '\u{2e80}' { c } else { VARIANTS.get(&c).copied().unwrap_or(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_taken() {
        let names =
            ["Adam", "楚河", "Вова", "Ian", "張三", "Viktor", "Anna6", "龍兒", "***", "a.b"];
        let likenesses = Likenesses::of(&names.map(str::to_owned));
        for (name, is_taken) in [
            ("Adam", true),
            ("ADAM", true),
            ("Ａｄａｍ", true),
            ("ａｄａｍ", true),
            ("Аdаm", true),
            ("АDАM", true),
            ("Adarn", true),
            ("𝐀𝐝𝐚𝐦", true),
            ("Ⓐⓓⓐⓜ", true),
            ("A\u{301}dam", false),
            ("Adam2", false),
            ("Eve", false),
            ("楚河", true),
            ("楚汉", false),
            ("Boвa", true),
            ("lan", true),
            ("Lan", false),
            ("Xian", false),
            // Digits and signs for letters.
            ("Ad4m", true),
            ("4d4m", true),
            ("@dam", true),
            ("V1ktor", true),
            ("Vlktor", false),
            ("1an", true),
            ("V1kt0r", true),
            ("Anna7", false),
            ("Anna8", false),
            ("Anna66", false),
            // Punctuation and spaces.
            ("Adam.", true),
            (".Adam", true),
            ("A-d_a m", true),
            ("Adam\u{b7}", true),
            ("Adam®", true),
            ("Adam🐉", false),
            ("“Adam”", true),
            ("***", true),
            ("**", false),
            ("A.B", true),
            ("ab", true),
            // Simplified, traditional and Japanese characters.
            ("张三", true),
            ("张 三", true),
            ("龙儿", true),
            ("竜児", true),
            ("张四", false),
        ] {
            assert_eq!(likenesses.is_taken(name, None), is_taken, "{name}");
        }
        // An account's own name is allowed in any spelling, unless it also looks like another's.
        assert!(!likenesses.is_taken("Ａｄａｍ", Some("adam")));
        assert!(likenesses.is_taken("Ａｄａｍ", Some("Ian")));
        assert!(!likenesses.is_taken("V1ktor", Some("viktor")));
        likenesses.add("Аdаm");
        assert!(likenesses.is_taken("Ａｄａｍ", Some("adam")));
    }

    #[test]
    fn names_of_machines_and_offices_are_reserved() {
        for (name, expected) in [
            ("Computer", true),
            ("COMPUTER", true),
            ("C0mputer", true),
            ("Сomputer", true),
            ("computer 3", true),
            ("Computer (level 8)", true),
            ("level-8", true),
            ("Level8", true),
            ("l3vel 8", true),
            ("lv 8", false),
            ("Top", true),
            ("Master", true),
            ("電腦", true),
            ("电脑", true),
            ("電腦 8", true),
            ("電腦八級", true),
            ("电脑·国手", true),
            ("狀元", true),
            ("國手", true),
            ("host", true),
            ("Host.", true),
            ("主機", true),
            ("裁判", true),
            ("裁判員小李", false),
            ("管理員", true),
            ("Admin1", true),
            ("adm1n", false),
            ("Chuhe Support", true),
            ("Bot", true),
            ("undefined", true),
            ("Null", true),
            ("Ab0t", false),
            ("Botvinnik", false),
            ("Hostess", false),
            ("Topper", false),
            ("Computer Science", false),
            ("三", false),
            ("第一", false),
            ("八級風", false),
            ("楚河", false),
            ("棋友", false),
            ("Adam", false),
            ("8", false),
            ("…", false),
            ("", false),
        ] {
            assert_eq!(is_reserved(name), expected, "{name:?}");
        }
    }

    #[test]
    fn names_that_pass_for_a_guests_are_found() {
        for (name, expected) in
            [("Guest", true), ("gu3st", true), ("Guest.", true), ("棋友", true), ("Guests", false)]
        {
            assert_eq!(is_like_a_guests(name), expected, "{name:?}");
        }
    }

    /// A character in two groups would match only one of them.
    #[test]
    fn every_character_is_in_one_group() {
        let text = include_str!("han_variants.txt");
        let groups = text.lines().filter(|line| !line.starts_with('#'));
        let mut seen = std::collections::HashSet::new();
        for group in groups {
            assert!(group.chars().count() > 1, "{group}");
            assert!(group.chars().all(|c| seen.insert(c) && c >= '\u{2e80}'), "{group}");
        }
        assert_eq!(seen.len(), 8_400);
    }
}
