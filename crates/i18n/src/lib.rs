//! The texts of the pages in all languages. Every text is in this catalogue, and a message without
//! a text in each language does not compile.

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
pub use messages::Message;
pub use refusals::{problem_words, refusal, warning_words};
pub use setup_words::setup_words;
pub use words::{
    clock_words, edge_name, in_script, level_name, level_words, piece_name, reason_name, reason_of,
    short_name, shown_name, side_name, traditional_text, variant_name,
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
        for language in [Language::SimplifiedChinese, Language::English] {
            let levels = games::Level::ALL.map(|level| words::level_name(language, level));
            let others = [Message::VsComputer, Message::Arbiter, Message::Opponent];
            let others = others.map(|message| message.in_language(language));
            for name in levels.into_iter().chain(others) {
                let is_word = |word: &&str| word.eq_ignore_ascii_case(name);
                assert!(protocol::RESERVED_WORDS.iter().any(is_word), "{name}");
            }
        }
    }

    #[test]
    fn templates_ask_for_the_same_values_in_every_language() {
        for &message in Message::ALL {
            let asked = |language| {
                (0..4)
                    .map(|i| message.in_language(language).contains(&format!("{{{i}}}")))
                    .collect::<Vec<_>>()
            };
            let first = asked(Language::SimplifiedChinese);
            for &language in Language::ALL {
                assert_eq!(asked(language), first, "{message:?} in {language:?}");
                assert!(!message.in_language(language).is_empty(), "{message:?} in {language:?}");
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
