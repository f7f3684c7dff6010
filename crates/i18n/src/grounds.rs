//! Explanations of an ending: the referee's observations and the rule. Most reasons need no
//! explanation.

use super::{
    Language, Message, fill, join,
    messages::{GROUND, RULE},
    short_name, side_name,
};
use games::board::{BoardShape, Piece, Side};
use protocol::{EndState, GroundState};

/// The referee's observations: the side that checked or chased, its moves and the pieces. `None` where
/// the reason says it all, or where this page does not know the observation.
///
/// `write` writes a move of a seat in the reader's notation.
pub fn ground_words(
    language: Language,
    end: &EndState,
    write: &dyn Fn(u8, &str) -> String,
) -> Option<String> {
    let words = Words { language, write };
    let sentences: Option<Vec<String>> =
        end.grounds.iter().map(|ground| words.sentence(ground)).collect();
    let text = match (language, sentences) {
        // The English sentence of a server that knows more.
        (Language::English, None) => end.detail.clone(),
        (Language::English, Some(sentences)) if sentences.is_empty() => end.detail.clone(),
        (_, sentences) => join(language, Message::AndThen, &sentences?),
    };
    Some(text).filter(|text| !text.is_empty())
}

struct Words<'a> {
    language: Language,
    write: &'a dyn Fn(u8, &str) -> String,
}

impl Words<'_> {
    fn say(&self, message: Message, values: &[&str]) -> String {
        fill(message.in_language(self.language), values)
    }

    fn side(&self, seat: &str) -> String {
        let name = side_name(self.language, if seat == "0" { Side::Red } else { Side::Black });
        self.say(Message::SideWords, &[name])
    }

    /// One observation; `None` for one that this page does not know.
    fn sentence(&self, ground: &GroundState) -> Option<String> {
        let message = GROUND.message(&ground.code)?;
        let value = |index: usize| ground.values.get(index).map_or("", String::as_str);
        let first = self.side(value(0));
        let other = self.side(if value(0) == "0" { "1" } else { "0" });
        Some(match ground.code.as_str() {
            "checked-always" => {
                let moves =
                    self.moves(ground, 1, |text, played, notes| self.checks(text, played, notes))?;
                self.say(message, &[&first, &other, &moves])
            }
            "chased-always" => {
                let is_one = value(1).chars().count() == 1;
                let moves = self.moves(ground, 2, |text, played, notes| {
                    self.chases(text, played, notes, is_one)
                })?;
                let prey = self.pieces(value(1))?;
                self.say(message, &[&first, &other, &moves, &prey])
            }
            "both-chased" => {
                let (reds, blacks) = (self.pieces(value(0))?, self.pieces(value(1))?);
                self.say(message, &[&self.side("0"), &self.side("1"), &reds, &blacks])
            }
            _ => self.say(message, &[&first]),
        })
    }

    /// The moves of a ground from the value `from` on, each with its note. A value is a move and the
    /// referee's notes on it, such as `h8h9 Rh9`.
    fn moves(
        &self,
        ground: &GroundState,
        from: usize,
        note: impl Fn(String, &str, &str) -> Option<String>,
    ) -> Option<String> {
        let seat = ground.values.first()?.parse().ok()?;
        let texts: Option<Vec<String>> = ground
            .values
            .iter()
            .skip(from)
            .map(|value| {
                let (played, notes) = value.split_once(' ')?;
                note((self.write)(seat, played), played, notes)
            })
            .collect();
        Some(join(self.language, Message::ListOf, &texts?))
    }

    /// A move that gives check, with the checking pieces such as `Rh9 Ng7`. They are left out if only
    /// the moved piece gives check.
    fn checks(&self, text: String, played: &str, notes: &str) -> Option<String> {
        let mut names = Vec::new();
        for token in notes.split(' ') {
            names.push(self.piece(token.chars().next()?)?);
        }
        if is_moved_piece(played, notes) {
            return Some(text);
        }
        let names = join(self.language, Message::GroundCheckers, &names);
        Some(self.say(Message::GroundCheckBy, &[&text, &names]))
    }

    /// A move that chases, with attackers and prey such as `Rc6xcc4`, and a `!` if a defender is
    /// newly pinned. They are left out if only the moved piece attacks, and there is one prey.
    fn chases(&self, text: String, played: &str, notes: &str, is_one: bool) -> Option<String> {
        let mut texts = Vec::new();
        for token in notes.split(' ') {
            let (attacker, prey) = token.split_once('x')?;
            let (attacker, prey) =
                (self.piece(attacker.chars().next()?)?, self.piece(prey.chars().next()?)?);
            let chase = self.say(Message::GroundChase, &[&attacker, &prey]);
            texts.push(if token.ends_with('!') {
                self.say(Message::GroundPin, &[&chase])
            } else {
                chase
            });
        }
        let is_plain = is_one && !notes.ends_with('!');
        if is_plain && is_moved_piece(played, notes.split('x').next()?) && texts.len() == 1 {
            return Some(text);
        }
        let texts = join(self.language, Message::GroundChases, &texts);
        Some(self.say(Message::GroundChaseBy, &[&text, &texts]))
    }

    /// Names of pieces by their letters.
    fn pieces(&self, letters: &str) -> Option<String> {
        let names: Option<Vec<String>> = letters.chars().map(|letter| self.piece(letter)).collect();
        Some(join(self.language, Message::ListAnd, &names?))
    }

    fn piece(&self, letter: char) -> Option<String> {
        Some(short_name(self.language, BoardShape::River, Piece::from_letter(letter)?))
    }
}

/// Whether a note such as `Rh9` names the piece that the move `h8h9` has moved, and no other.
fn is_moved_piece(played: &str, note: &str) -> bool {
    note.get(1..).zip(played.get(2..)).is_some_and(|(at, to)| at == to)
}

/// The rule behind an ending; `None` where the reason is clear enough.
pub fn rule_words(language: Language, end: &EndState) -> Option<&'static str> {
    // Under other options checks and chases do not matter, and the referee observes nothing.
    let looks_at_blame = !end.grounds.is_empty();
    let code = match end.reason.as_str() {
        "repetition" if looks_at_blame => "repetition-blame",
        reason => reason,
    };
    Some(RULE.message(code)?.in_language(language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Outcome, Reason};
    use xiangqi::{
        Move, Position, RepetitionRule,
        repetition::{Ruling, rule},
    };

    /// The ending of a game that repeats a cycle of moves.
    fn ending(start: &str, cycle: &str, by: RepetitionRule) -> Outcome {
        let start = Position::from_fen(start).expect(start);
        let cycle: Vec<Move> = cycle.split(' ').map(|text| text.parse().expect("a move")).collect();
        match rule(&start, &cycle.repeat(2), by) {
            Ruling::Over(outcome) => outcome,
            other => panic!("{start:?}: {other:?}"),
        }
    }

    fn state(outcome: &Outcome) -> EndState {
        EndState {
            reason: outcome.reason.to_string(),
            winners: Vec::new(),
            scores: Vec::new(),
            detail: outcome.detail.clone(),
            grounds: table::ground_states(outcome),
            reveal: None,
        }
    }

    #[test]
    fn grounds_name_moves_as_the_reader_writes_them() {
        use RepetitionRule::{Axf, Simple};
        for (start, cycle, by, reason, words, english) in [
            (
                "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1",
                "h8h9 f9f8 h9h8 f8f9",
                Axf,
                Reason::PerpetualCheck,
                "红方着着将军：<h8h9>、<h9h8>。黑方没有。",
                "Red gave check with every move (<h8h9>, <h9h8>). Black did not.",
            ),
            (
                "3ak1b2/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b - - 0 1",
                "c5g5 c4g4 g5c5 g4c4",
                Axf,
                Reason::PerpetualChase,
                "红方着着捉炮：<c4g4>、<g4c4>。黑方没有这样捉。",
                "Red chased Black's cannon with every move (<c4g4>, <g4c4>). Black did not chase this way.",
            ),
            (
                "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1",
                "a2a3 d9d8 a3a2 d8d9",
                Axf,
                Reason::Repetition,
                "双方都没有将军或捉子。",
                "Neither side checked or chased.",
            ),
            (
                "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1",
                "a2a3 d9d8 a3a2 d8d9",
                Simple,
                Reason::Repetition,
                "没有一方着着将军。",
                "Neither side gave check with every move.",
            ),
        ] {
            let outcome = ending(start, cycle, by);
            assert_eq!(outcome.reason, reason, "{start}");
            let end = state(&outcome);
            let write = |seat: u8, played: &str| {
                assert_eq!(seat, 0, "only Red's moves are named");
                format!("<{played}>")
            };
            for (language, words) in
                [(Language::SimplifiedChinese, words), (Language::English, english)]
            {
                let text = ground_words(language, &end, &write);
                assert_eq!(text.as_deref(), Some(words), "{:?}", outcome.grounds);
            }
            for &language in Language::ALL {
                assert!(rule_words(language, &end).is_some(), "{reason}");
            }
        }
    }

    #[test]
    fn a_check_or_chase_by_another_piece_names_it() {
        let write = |_: u8, played: &str| played.to_owned();
        for (code, values, hans, en) in [
            (
                "checked-always",
                &["0", "e4e5 Ce2", "h8h9 Rh9 Ng7"][..],
                "红方着着将军：e4e5（炮将军）、h8h9（车、马将军）。黑方没有。",
                "Red gave check with every move (e4e5 with the cannon, h8h9 with the chariot and the horse). Black did not.",
            ),
            (
                "chased-always",
                &["1", "RN", "c6c4 rc4xRc2! rc4xNe4"],
                "黑方着着捉车、马：c6c4（车捉车，牵住护子，车捉马）。红方没有这样捉。",
                "Black chased Red's chariot and horse with every move (c6c4 with chariot on chariot, pinning its defender and chariot on horse). Red did not chase this way.",
            ),
        ] {
            let values = values.iter().map(|&value| value.to_owned()).collect();
            let ground = GroundState { code: code.to_owned(), values };
            for (language, text) in [(Language::SimplifiedChinese, hans), (Language::English, en)] {
                let words = Words { language, write: &write };
                assert_eq!(words.sentence(&ground).as_deref(), Some(text));
            }
        }
    }

    #[test]
    fn every_ground_has_words() {
        let sources = concat!(
            include_str!("../../xiangqi/src/repetition/cycle.rs"),
            include_str!("../../table/src/evolve.rs"),
        );
        // These are chosen among several and passed as a variable.
        let chosen = ["chased-no-piece-always", "checked-and-chased", "not-with-every-move"];
        let written = sources.split("Ground::new(\"").skip(1);
        let written = written.filter_map(|rest| rest.split('"').next());
        let mut count = 0;
        for code in written.chain(chosen) {
            assert!(sources.contains(&format!("\"{code}\"")), "{code} is written nowhere");
            let (first, rest): (&str, &[&str]) = match code {
                "checked-always" => ("0", &["h8h9 Rh9 Ng7"]),
                "chased-always" => ("1", &["RN", "c6c4 rc4xRc2! rc4xNe4"]),
                "both-chased" => ("cn", &["R"]),
                _ => ("1", &[]),
            };
            let values = std::iter::once(first).chain(rest.iter().copied()).map(str::to_owned);
            let ground = GroundState { code: code.to_owned(), values: values.collect() };
            for &language in Language::ALL {
                let words = Words { language, write: &|_, played| played.to_owned() };
                assert!(words.sentence(&ground).is_some_and(|text| !text.is_empty()), "{code}");
            }
            count += 1;
        }
        assert!(count >= 9, "only {count} grounds were found");
    }
}
