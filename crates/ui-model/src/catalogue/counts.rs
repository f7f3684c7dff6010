//! Things that are counted: English has another word for one of them.

use super::{Language, Message, fill};

/// What is counted: how one is said, and how several are. Constants, as messages are: what is counted on
/// a page that arrives later arrives with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted(Message, Message);

/// What one side does when it is its turn. No player says plies, and half-moves are wrong among four.
pub const PLIES: Counted = Counted(Message::OnePly, Message::Plies);
/// Games.
pub const GAMES: Counted = Counted(Message::OneGame, Message::Games);
/// What a game is worth.
pub const POINTS: Counted = Counted(Message::OnePoint, Message::Points);

/// So many of them, in words.
pub fn counted(language: Language, Counted(one, more): Counted, count: &str) -> String {
    let message = if count == "1" { one } else { more };
    fill(message.in_language(language), &[count])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_said_as_more_are() {
        for (language, what, count, words) in [
            (Language::English, PLIES, "0", "0 turns"),
            (Language::English, PLIES, "1", "1 turn"),
            (Language::English, PLIES, "21", "21 turns"),
            (Language::English, GAMES, "1", "1 game"),
            (Language::English, POINTS, "1.5", "1.5 points"),
            (Language::SimplifiedChinese, PLIES, "1", "1 步"),
            (Language::TraditionalChinese, POINTS, "3", "3 分"),
        ] {
            assert_eq!(counted(language, what, count), words);
        }
    }

    /// A ply is a word of engines.
    #[test]
    fn no_player_reads_of_plies() {
        for &message in Message::ALL {
            let text = message.in_language(Language::English).to_lowercase();
            let mut words = text.split(|c: char| !c.is_alphabetic());
            assert!(!words.any(|word| matches!(word, "ply" | "plies")), "{message:?}: {text}");
        }
    }
}
