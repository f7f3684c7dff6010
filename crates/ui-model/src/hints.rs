//! Hints in words.

use crate::{
    TableModel,
    board::{BoardShape, Piece},
    catalogue::{Language, Message, fill, short_name},
    settings::Notation,
    thinking::Hint,
};
use protocol::HintReason;

/// So many reasons are told: the first ones are the strongest.
const MOST_REASONS: usize = 2;

impl TableModel {
    /// What a hint says: the move, and what speaks for it.
    pub fn hint_words(&self, language: Language, notation: Notation, hint: &Hint) -> String {
        let words = |reason| self.reason_words(language, reason);
        let reasons: Vec<String> =
            hint.reasons.iter().filter_map(words).take(MOST_REASONS).collect();
        let comma = Message::HintComma.in_language(language);
        let played = self.text_of(language, notation, &hint.action);
        fill(Message::HintIs.in_language(language), &[&played, &reasons.join(comma)])
    }

    /// A reason in words; `None` for one that this page does not know.
    fn reason_words(&self, language: Language, reason: &HintReason) -> Option<String> {
        let message = match reason.code.as_str() {
            "wins" if reason.value.as_deref() == Some("1") => Message::HintWinsNow,
            "wins" => Message::HintWins,
            "answers-check" => Message::HintAnswersCheck,
            "parries-loss" => Message::HintParries,
            "wins-piece" => Message::HintWinsPiece,
            "trades" => Message::HintTrades,
            "saves" => Message::HintSaves,
            "attacks" => Message::HintAttacks,
            "checks" => Message::HintChecks,
            "turns-mole" => Message::HintTurnsMole,
            "reveals" => Message::HintReveals,
            "races" => Message::HintRaces,
            "improves" => Message::HintImproves,
            _ => return None,
        };
        let value = match (message, reason.value.as_deref()) {
            (Message::HintWins, Some(moves)) => moves.to_owned(),
            (_, Some(letter)) => {
                let piece = piece_of(self.shape(), letter.chars().next()?)?;
                short_name(language, self.shape(), piece)
            }
            (_, None) => String::new(),
        };
        Some(fill(message.in_language(language), &[&value]))
    }
}

/// The piece with this letter; on the board for four, letters tell the kind alone.
fn piece_of(shape: BoardShape, letter: char) -> Option<Piece> {
    if shape != BoardShape::Cross {
        return Piece::from_letter(letter);
    }
    Piece::from_letters('r', letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_table;

    #[test]
    fn every_reason_has_words_in_every_language() {
        let model = test_table("xiangqi", "", 0);
        let codes = [
            ("wins", Some("1")),
            ("wins", Some("3")),
            ("answers-check", None),
            ("parries-loss", None),
            ("wins-piece", Some("r")),
            ("trades", Some("N")),
            ("saves", Some("C")),
            ("attacks", Some("k")),
            ("checks", None),
            ("turns-mole", None),
            ("reveals", None),
            ("races", None),
            ("improves", None),
        ];
        for &language in Language::ALL {
            let mut known = Vec::new();
            for (code, value) in codes {
                let value = value.map(str::to_owned);
                let reasons = vec![HintReason { code: code.to_owned(), value }];
                let hint = Hint { action: "h2e2".to_owned(), reasons };
                let words = model.hint_words(language, Notation::Chinese, &hint);
                assert!(words.chars().count() > 5 && !words.contains('{'), "{code}: {words}");
                assert!(!known.contains(&words), "{code}: {words}");
                known.push(words);
            }
        }
        let reasons = [("wins-piece", Some("r")), ("checks", None), ("unheard-of", None)];
        let reasons = reasons.map(|(code, value)| HintReason {
            code: code.to_owned(),
            value: value.map(str::to_owned),
        });
        let hint = Hint { action: "h2e2".to_owned(), reasons: reasons.to_vec() };
        let words = model.hint_words(Language::English, Notation::Wxf, &hint);
        assert_eq!(words, "Best: C2=5 – wins the chariot, gives check");
    }
}
