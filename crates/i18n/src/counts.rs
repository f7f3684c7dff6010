//! Counted things, with the singular and the plural of English.

use super::{Language, Message, fill};

/// The texts for one thing and for several. Like a message it is a constant, so that a chunk loaded
/// later contains only the texts that it uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted(Message, Message);

/// Moves, each by one side. Players do not say plies, and half-moves are wrong among four sides.
pub const PLIES: Counted = Counted(Message::OnePly, Message::Plies);
/// Days for each move.
pub(crate) const MOVE_DAYS: Counted = Counted(Message::OneDayPerMove, Message::DaysPerMove);
/// Games.
pub const GAMES: Counted = Counted(Message::OneGame, Message::Games);
/// Points of a result or a score.
pub const POINTS: Counted = Counted(Message::OnePoint, Message::Points);

/// A number of things as text.
pub fn counted(language: Language, Counted(one, more): Counted, count: &str) -> String {
    let message = if count == "1" { one } else { more };
    fill(message.in_language(language), &[count])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_a_singular() {
        for (language, what, count, words) in [
            (Language::English, PLIES, "0", "0 moves"),
            (Language::English, PLIES, "1", "1 move"),
            (Language::English, PLIES, "21", "21 moves"),
            (Language::English, GAMES, "1", "1 game"),
            (Language::English, POINTS, "1.5", "1.5 points"),
            (Language::SimplifiedChinese, PLIES, "1", "1 步"),
            (Language::TraditionalChinese, POINTS, "3", "3 分"),
        ] {
            assert_eq!(counted(language, what, count), words);
        }
    }

    /// Players do not use the word ply.
    #[test]
    fn no_text_says_ply() {
        for message in Message::all() {
            let text = message.in_language(Language::English).to_lowercase();
            let mut words = text.split(|c: char| !c.is_alphabetic());
            assert!(!words.any(|word| matches!(word, "ply" | "plies")), "{message:?}: {text}");
        }
    }
}
