//! Texts of hints.

use crate::{GameModel, Variant, settings::Notation};
use games::board::{BoardShape, Piece};
use i18n::{Language, Message, fill, short_name};
use protocol::{AnalysedLine, Analysis, HintReason};

/// Maximum number of reasons in a hint. The strongest come first.
const MAX_REASONS: usize = 2;

impl GameModel {
    /// The text of a hint: the move and its reasons. `None` if there is no move.
    pub fn hint_words(
        &self,
        language: Language,
        notation: Notation,
        found: &Analysis,
    ) -> Option<String> {
        let words = |reason| self.reason_words(language, reason);
        let reasons: Vec<String> =
            found.reasons.iter().filter_map(words).take(MAX_REASONS).collect();
        let comma = Message::HintComma.in_language(language);
        let played = self.text_of(language, notation, found.best()?);
        Some(fill(Message::HintIs.in_language(language), &[&played, &reasons.join(comma)]))
    }

    /// The evaluation of a line: winning chances of `side` in percent, and the score in pawns or
    /// points, or the number of moves to a win or loss.
    pub fn evaluation_words(&self, language: Language, side: &str, line: &AnalysedLine) -> String {
        let percent = format!("{:.0}", 100.0 * line.chance);
        let chance = fill(Message::ReviewChance.in_language(language), &[side, &percent]);
        let judged = match (line.wins_in, line.score) {
            (Some(1), _) => Message::HintWinsNow.in_language(language).to_owned(),
            (Some(moves), _) if moves > 0 => {
                fill(Message::HintWins.in_language(language), &[&moves.to_string()])
            }
            (Some(moves), _) => format!("#{moves}"),
            // Scores of sifang have no unit that players know, so only the chances are shown.
            (None, Some(score)) if self.variant != Variant::Sifang => {
                format!("{:+.2}", f64::from(score) / 100.0)
            }
            (None, _) => return chance,
        };
        format!("{chance} · {judged}")
    }

    /// The evaluation of a line for the first seat, as short as possible: `+1.3`, or `#3` for a win
    /// in three moves. `seat` is on move. Sifang has the winning chance instead, because its scores
    /// have no unit that players know: that of the first team, or of the seat on move in a race.
    pub fn short_evaluation(&self, seat: u8, line: &AnalysedLine) -> String {
        let sign = if seat == 0 { 1 } else { -1 };
        let value = match self.variant {
            Variant::Sifang => None,
            _ => short_value(sign, line.wins_in, line.score),
        };
        value.unwrap_or_else(|| short_chance(self.shown_chance(seat, line.chance).1))
    }

    /// A reason in words; `None` for a reason that this page does not know.
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
            "all-alike" => Message::HintAllAlike,
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

/// A score in pawns or points, `+1.3`, or the number of moves to a win, `#3`. `sign` is -1 for the
/// values of the other side. `None` without both.
pub(crate) fn short_value(sign: i32, wins_in: Option<i32>, score: Option<i32>) -> Option<String> {
    if let Some(moves) = wins_in {
        return Some(if moves == 0 { "#".to_owned() } else { format!("#{}", sign * moves) });
    }
    let pawns = f64::from(sign * score?) / 100.0;
    // No minus before zero.
    Some(format!("{:+.1}", if pawns.abs() < 0.05 { 0.0 } else { pawns }))
}

/// Winning chances in percent.
pub(crate) fn short_chance(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

/// The piece with this letter. On the board for four the letter names only the kind.
fn piece_of(shape: BoardShape, letter: char) -> Option<Piece> {
    if shape != BoardShape::Cross {
        return Piece::from_letter(letter);
    }
    Piece::from_letters('r', letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    #[test]
    fn every_reason_has_words_in_every_language() {
        let model = test_game("xiangqi", "", 0);
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
            ("all-alike", None),
            ("races", None),
            ("improves", None),
        ];
        for &language in Language::ALL {
            let mut known = Vec::new();
            for (code, value) in codes {
                let value = value.map(str::to_owned);
                let reasons = vec![HintReason { code: code.to_owned(), value }];
                let words = model.hint_words(language, Notation::Chinese, &found(reasons));
                let words = words.expect("there is a move");
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
        let words = model.hint_words(Language::English, Notation::Wxf, &found(reasons.to_vec()));
        assert_eq!(words.as_deref(), Some("Best: C2=5 – wins the chariot, gives check"));
    }

    fn line(score: Option<i32>, wins_in: Option<i32>, chance: f64) -> AnalysedLine {
        let actions = ["h2e2", "h9g7"].map(str::to_owned).to_vec();
        AnalysedLine { actions, written: Vec::new(), score, wins_in, chance }
    }

    fn found(reasons: Vec<HintReason>) -> Analysis {
        Analysis { lines: vec![line(Some(30), None, 0.52)], reasons, depth: 1, nodes: 1 }
    }

    #[test]
    fn short_evaluations_are_those_of_the_first_seat() {
        let model = test_game("xiangqi", "", 0);
        for (line, red, black) in [
            (line(Some(127), None, 0.634), "+1.3", "-1.3"),
            (line(Some(-4), None, 0.497), "+0.0", "+0.0"),
            (line(None, Some(3), 1.0), "#3", "#-3"),
            (line(None, Some(-2), 0.0), "#-2", "#2"),
        ] {
            assert_eq!(model.short_evaluation(0, &line), red);
            assert_eq!(model.short_evaluation(1, &line), black);
        }
        for (options, seat, chance) in
            [("", 1, "37%"), ("", 2, "63%"), ("mode=se", 1, "63%"), ("mode=solo", 1, "63%")]
        {
            let sifang = test_game("sifang", options, 0);
            let found = sifang.short_evaluation(seat, &line(Some(127), None, 0.634));
            assert_eq!(found, chance, "{options}");
        }
    }

    #[test]
    fn lines_have_chances_and_evaluations() {
        let model = test_game("xiangqi", "", 0);
        let table = [
            (line(Some(127), None, 0.634), "Red's winning chances: 63% · +1.27"),
            (line(Some(-5), None, 0.497), "Red's winning chances: 50% · -0.05"),
            (line(None, Some(3), 1.0), "Red's winning chances: 100% · wins in 3 moves"),
            (line(None, Some(1), 1.0), "Red's winning chances: 100% · wins in 1 move"),
            (line(None, Some(-2), 0.0), "Red's winning chances: 0% · #-2"),
        ];
        for (line, expected) in table {
            assert_eq!(model.evaluation_words(Language::English, "Red", &line), expected);
        }
        let actions = line(None, None, 0.5).actions;
        let written = model.line_texts(Language::English, Notation::Wxf, &actions);
        assert_eq!(written, ["C2=5", "H8+7"]);
    }
}
