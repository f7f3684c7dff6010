//! The texts of the pages in all languages.
//!
//! Each language has one catalogue file in `languages`. The build script generates [`Language`] from
//! the files, and [`Message`] from the English file. A text with other values than the English one
//! does not compile, and a missing text fails a test.

#[cfg(test)]
#[allow(dead_code, reason = "the build script uses the rest")]
mod catalogue;
mod counts;
mod game_rules;
mod grounds;
mod language;
mod messages;
mod refusals;
mod setup_words;
mod words;

pub use counts::{Counted, GAMES, PLIES, POINTS, counted};
pub use game_rules::{RuleChapter, game_rules};
pub use grounds::{ground_words, rule_words};
pub use language::Language;
pub use messages::{Message, NotACatalogue, Part};
pub use refusals::{problem_words, refusal, warning_words};
pub use setup_words::setup_words;
pub use words::{
    character_reading, clock_words, edge_name, in_script, join, level_name, level_words,
    piece_name, reason_name, reason_of, short_name, shown_name, side_name, theme_about,
    traditional_text, variant_name,
};

/// Fills `{0}`, `{1}`, … with values. Braces in values are not expanded, and a placeholder without
/// a value is kept.
pub fn fill(template: &str, values: &[&str]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let place = after.split_once('}').and_then(|(index, after)| {
            let value = values.get(index.parse::<usize>().ok()?)?;
            Some((value, after))
        });
        rest = match place {
            Some((value, after)) => {
                text.push_str(value);
                after
            }
            None => {
                text.push('{');
                after
            }
        };
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server does not allow players to register these names.
    #[test]
    fn guests_have_names_of_their_own() {
        for &language in Language::ALL {
            let name = Message::Guest.in_language(language);
            assert!(protocol::GUEST_NAMES.contains(&name), "{name}");
            // A guest who sat down in another language has this name too.
            for guest in protocol::GUEST_NAMES {
                assert_eq!(shown_name(language, guest), name);
            }
            assert_eq!(shown_name(language, "Ada"), "Ada");
        }
    }

    /// The server compares names in traditional characters with these simplified ones.
    #[test]
    fn names_of_the_computer_are_reserved() {
        for &language in Language::ALL {
            if language.is_traditional_chinese() {
                continue;
            }
            let levels = games::Level::ALL.map(|level| words::level_name(language, level));
            let others = [Message::VsComputer, Message::Arbiter, Message::Opponent];
            let others = others.map(|message| message.in_language(language));
            for name in levels.into_iter().chain(others) {
                let is_word = |word: &&str| word.to_lowercase() == name.to_lowercase();
                assert!(protocol::RESERVED_WORDS.iter().any(is_word), "{name}");
            }
        }
    }

    #[test]
    fn values_are_filled_in() {
        for (template, values, text) in [
            ("{0} of {1}", &["2", "3"][..], "2 of 3"),
            ("{1}, {0}, {1}", &["a", "b"], "b, a, b"),
            // A name may look like a placeholder.
            ("{0} and {1}", &["{1}", "Bo"], "{1} and Bo"),
            ("{0} {2} {x} {", &["a"], "a {2} {x} {"),
            ("plain", &["a"], "plain"),
        ] {
            assert_eq!(fill(template, values), text, "{template}");
        }
    }
}
