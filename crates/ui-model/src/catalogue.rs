//! Everything the pages say, in every language. A message without its line in each language does
//! not compile, and nothing is said that is not here.

mod language;
mod messages;
mod refusals;
mod words;

pub use language::Language;
pub use messages::Message;
pub use refusals::{problem_words, refusal, warning_words};
pub use words::{clock_words, level_name, piece_name, reason_name, side_name, variant_name};

/// A text with `{0}`, `{1}`, … filled in.
pub fn fill(template: &str, values: &[&str]) -> String {
    let mut text = template.to_owned();
    for (index, value) in values.iter().enumerate() {
        text = text.replace(&format!("{{{index}}}"), value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(fill("{0} of {1}", &["2", "3"]), "2 of 3");
    }
}
