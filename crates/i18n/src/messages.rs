//! Messages, and the loaded catalogues with their texts.
//!
//! A page loads the catalogue of its reader only. Other programs contain all catalogues.

use super::Language;
use std::{
    fmt,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

/// A text of the pages: its place in a packed catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message(u16);

#[allow(
    non_upper_case_globals,
    clippy::doc_markdown,
    reason = "generated; written like the variants of an enum, with the English text as a comment"
)]
mod generated {
    use super::{Codes, Message};

    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}
pub(super) use generated::{GROUND, PROBLEM, REASON, REASON_OF, REFUSAL, RULE, SETUP, THEME};

/// Messages that belong to codes. Their places follow each other.
pub(super) struct Codes {
    first: u16,
    /// The codes, separated by spaces.
    codes: &'static str,
}

impl Codes {
    /// The message of a code.
    pub(super) fn message(&self, code: &str) -> Option<Message> {
        let place = self.codes.split(' ').position(|other| other == code)?;
        Some(Message(self.first + u16::try_from(place).ok()?))
    }
}

/// A part of a catalogue: the texts by the places of their messages.
type Texts = Vec<&'static str>;

/// The loaded parts of the catalogues: the texts of the first load, and all others.
static LOADED: [[OnceLock<Texts>; 2]; Language::ALL.len()] =
    [const { [const { OnceLock::new() }; 2] }; Language::ALL.len()];

/// Whether a text was asked for that was not loaded.
static MISSED: AtomicBool = AtomicBool::new(false);

/// Part of a catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The texts of the start page and of a first game.
    First,
    /// All other texts.
    Others,
}

/// A text that is no catalogue of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotACatalogue {
    /// Number of texts that the program has.
    pub expected: usize,
    /// Number of texts that were found.
    pub found: usize,
}

impl fmt::Display for NotACatalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} texts, found {}", self.expected, self.found)
    }
}

impl Language {
    /// Loads a part of this language's packed catalogue, which `cargo xtask ui` creates. The part stays
    /// in memory.
    ///
    /// # Errors
    /// If the number of texts is wrong.
    pub fn load(self, part: Part, packed: String) -> Result<(), NotACatalogue> {
        if self.is_loaded(part) {
            return Ok(());
        }
        let texts: Vec<&'static str> = packed.leak().split('\n').collect();
        let (expected, found) = (Message::COUNTS[part as usize], texts.len());
        if found != expected {
            return Err(NotACatalogue { expected, found });
        }
        // A part that was loaded in the meantime stays.
        let _ = LOADED[self as usize][part as usize].set(texts);
        Ok(())
    }

    /// Whether a part of the catalogue is loaded.
    pub fn is_loaded(self, part: Part) -> bool {
        LOADED[self as usize][part as usize].get().is_some()
    }

    /// The texts of a part. If they are not loaded, those of another loaded language, or none.
    #[cfg(target_family = "wasm")]
    fn texts(self, part: Part) -> &'static [&'static str] {
        let own = LOADED[self as usize][part as usize].get();
        let all = LOADED.iter();
        own.or_else(|| all.filter_map(|parts| parts[part as usize].get()).next())
            .map_or(&[], |texts| texts)
    }

    /// The texts of a part.
    #[cfg(not(target_family = "wasm"))]
    fn texts(self, part: Part) -> &'static [&'static str] {
        let split = || super::language::embedded(self)[part as usize].split('\n').collect();
        LOADED[self as usize][part as usize].get_or_init(split)
    }
}

impl Message {
    /// The text in a language. A page shows another loaded language until it has loaded this one,
    /// and nothing if it has loaded none.
    // A page has hundreds of callers.
    #[inline(never)]
    pub fn in_language(self, language: Language) -> &'static str {
        let place = usize::from(self.0);
        let text = match place.checked_sub(Message::COUNTS[0]) {
            None => language.texts(Part::First).get(place),
            Some(place) => language.texts(Part::Others).get(place),
        };
        text.copied().unwrap_or_else(|| {
            MISSED.store(true, Ordering::Relaxed);
            ""
        })
    }

    /// Whether texts were asked for since the last call that were not loaded.
    pub fn were_missed() -> bool {
        MISSED.swap(false, Ordering::Relaxed)
    }

    /// All messages.
    pub fn all() -> impl Iterator<Item = Message> {
        (0..).take(Message::COUNTS.iter().sum()).map(Message)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({:?})", self.in_language(Language::English))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, Reference};

    /// The build uses the English text for a missing one.
    #[test]
    fn every_language_has_every_message() {
        let missing: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/missing.rs"));
        assert!(missing.is_empty(), "add these texts to crates/i18n/languages: {missing:#?}");
    }

    #[test]
    fn codes_find_their_messages() {
        let message = REFUSAL.message("blocked-leg").expect("a refusal");
        assert_eq!(message.in_language(Language::English), "The horse's leg is blocked");
        assert_eq!(REFUSAL.message("no-such-code"), None);
        assert_eq!(REFUSAL.message(""), None);
    }

    #[test]
    fn a_packed_catalogue_has_every_text() {
        let texts = |count: usize| vec!["text"; count].join("\n");
        let error = NotACatalogue { expected: 5, found: 3 };
        assert_eq!(error.to_string(), "expected 5 texts, found 3");
        // The texts of this program are embedded, so that nothing is loaded.
        for message in [Message::Yes, Message::AppName] {
            assert!(!message.in_language(Language::English).is_empty());
        }
        for part in [Part::First, Part::Others] {
            assert!(Language::English.is_loaded(part));
            assert_eq!(Language::English.load(part, texts(3)), Ok(()));
        }
        assert!(!Message::were_missed());
        assert_eq!(Message::Yes.in_language(Language::English), "Yes");
    }

    #[test]
    fn catalogue_files_are_checked() {
        let parsed = |file: &str| Catalogue::parse(file).map(|own| own.messages);
        let pair = |key: &str, text: &str| (key.to_owned(), text.to_owned());
        let file = "# Comment\n\nlanguage.name = Test\nA = {0} = {1}\\u00a0\nrefusal.b-c=\\\\ x ";
        let texts = vec![pair("A", "{0} = {1}\u{a0}"), pair("refusal.b-c", "\\ x")];
        assert_eq!(parsed(file), Ok(texts));
        for (file, problem) in [
            ("A", "line 1: no `=`: `A`"),
            ("\nA b = c", "line 2: invalid key: `A b = c`"),
            ("A = ", "line 1: a text has one line and is not empty: `A = `"),
            ("A = \\u000a", "line 1: a text has one line and is not empty: `A = \\u000a`"),
            ("A = \\n", "line 1: invalid escape: `A = \\n`"),
            ("A = \\u12", "line 1: invalid escape: `A = \\u12`"),
            ("A = b\nA = c", "line 2: the key is used before: `A = c`"),
        ] {
            assert_eq!(parsed(file), Err(problem.to_owned()));
        }
        let parse = |file: &str| Catalogue::parse(file).expect("a catalogue");
        let reference = parse("A = {0} and {1}\nB = b");
        let other = |file: &str| parse(file).check(&reference);
        assert_eq!(other("A = {1}, {0}"), Ok(()));
        assert_eq!(other("C = c"), Err("`C` is no message of the reference".to_owned()));
        let problem = "`A` has other values than the reference: `{0}`";
        assert_eq!(other("A = {0}"), Err(problem.to_owned()));
        let partial = parse("B = bb");
        assert_eq!(partial.missing(&reference), ["A"]);
        let reference = |first: &str| Reference::new(parse("A = a\nB = {0}\nc.d = e"), first);
        for (first, parts) in [("# None.", ["", "a\nbb\ne"]), ("B\nc.*", ["bb\ne", "a"])] {
            let reference = reference(first).expect("a reference");
            assert_eq!(partial.packed(&reference), parts);
        }
        for first in ["C", "C.*", "c.e"] {
            let problem = reference(first).err();
            assert_eq!(problem, Some(format!("`{first}` is no message")));
        }
        let lessons = parse("A = a\nlesson.banqi.1 = one\nlesson.banqi.1.2 = two");
        let partial = parse("lesson.banqi.1 = 一");
        assert_eq!(partial.missing(&lessons), ["A", "lesson.banqi.1.2"]);
        assert_eq!(partial.check(&lessons), Ok(()));
        let text = |name| partial.lesson(&lessons, "banqi", name);
        assert_eq!([text("1"), text("1.2"), text("3")], [Some("一"), Some("two"), None]);
        let problem = "`lesson.banqi.2` is no text of the reference";
        assert_eq!(parse("lesson.banqi.2 = 二").check(&lessons), Err(problem.to_owned()));
    }
}
