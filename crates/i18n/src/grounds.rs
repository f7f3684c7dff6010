//! Explanations of an ending: the referee's observations and the rule. Most reasons need no
//! explanation.

use super::{Language, side_name, words::pick, words::short_name};
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
        (Language::English, Some(sentences)) => sentences.join(" "),
        (_, sentences) => sentences?.concat(),
    };
    Some(text).filter(|text| !text.is_empty())
}

struct Words<'a> {
    language: Language,
    write: &'a dyn Fn(u8, &str) -> String,
}

impl Words<'_> {
    fn pick<'a>(&self, hans: &'a str, hant: &'a str, en: &'a str) -> &'a str {
        pick(self.language, hans, hant, en)
    }

    fn side(&self, seat: &str) -> String {
        let name = side_name(self.language, if seat == "0" { Side::Red } else { Side::Black });
        format!("{name}{}", self.pick("方", "方", ""))
    }

    /// One observation; `None` for one that this page does not know.
    fn sentence(&self, ground: &GroundState) -> Option<String> {
        let value = |index: usize| ground.values.get(index).map_or("", String::as_str);
        let first = self.side(value(0));
        let other = self.side(if value(0) == "0" { "1" } else { "0" });
        Some(match ground.code.as_str() {
            "checked-always" => {
                let moves = self.moves(ground, 1, |played, notes| self.checks(played, notes))?;
                match self.language {
                    Language::English => {
                        format!("{first} gave check with every move ({moves}). {other} did not.")
                    }
                    _ => format!(
                        "{first}{}：{moves}。{other}{}。",
                        self.pick("着着将军", "著著將軍", ""),
                        self.pick("没有", "沒有", "")
                    ),
                }
            }
            "chased-always" => {
                let is_one = value(1).chars().count() == 1;
                let moves =
                    self.moves(ground, 2, |played, notes| self.chases(played, notes, is_one))?;
                let prey = self.pieces(value(1))?;
                match self.language {
                    Language::English => format!(
                        "{first} chased {other}'s {prey} with every move ({moves}). {other} did not chase this way."
                    ),
                    _ => format!(
                        "{first}{}{prey}：{moves}。{other}{}。",
                        self.pick("着着捉", "著著捉", ""),
                        self.pick("没有这样捉", "沒有這樣捉", "")
                    ),
                }
            }
            "both-chased" => {
                let (reds, blacks) = (self.pieces(value(0))?, self.pieces(value(1))?);
                let (red, black) = (self.side("0"), self.side("1"));
                match self.language {
                    Language::English => format!(
                        "Both sides chased with every move. {red} chased the {reds}. {black} chased the {blacks}."
                    ),
                    _ => format!(
                        "{}：{red}捉{reds}，{black}捉{blacks}。",
                        self.pick("双方都着着捉子", "雙方都著著捉子", "")
                    ),
                }
            }
            "both-checked" => self
                .pick(
                    "双方都着着将军。",
                    "雙方都著著將軍。",
                    "Both sides gave check with every move.",
                )
                .to_owned(),
            "nobody-checked" => self
                .pick(
                    "没有一方着着将军。",
                    "沒有一方著著將軍。",
                    "Neither side gave check with every move.",
                )
                .to_owned(),
            "nobody-checked-or-chased" => self
                .pick(
                    "双方都没有将军或捉子。",
                    "雙方都沒有將軍或捉子。",
                    "Neither side checked or chased.",
                )
                .to_owned(),
            "chased-no-piece-always" => {
                let what = self.pick(
                    "着着捉子，但没有哪个子着着被捉。",
                    "著著捉子，但沒有哪個子著著被捉。",
                    " chased with every move, but not the same piece each time.",
                );
                format!("{first}{what}")
            }
            "checked-and-chased" => {
                let what = self.pick("一将一捉。", "一將一捉。", " checked and chased in turn.");
                format!("{first}{what}")
            }
            "not-with-every-move" => {
                let what = self.pick(
                    "将过军或捉过子，但不是着着如此。",
                    "將過軍或捉過子，但不是著著如此。",
                    " checked or chased, but not with every move.",
                );
                format!("{first}{what}")
            }
            "too-much-happened" => self
                .pick(
                    "这一局已经长得记不下了。",
                    "這一局已經長得記不下了。",
                    "The game is too long to record any further.",
                )
                .to_owned(),
            _ => return None,
        })
    }

    /// The moves of a ground from the value `from` on, each with its note. A value is a move and the
    /// referee's notes on it, such as `h8h9 Rh9`.
    fn moves(
        &self,
        ground: &GroundState,
        from: usize,
        note: impl Fn(&str, &str) -> Option<String>,
    ) -> Option<String> {
        let seat = ground.values.first()?.parse().ok()?;
        let texts: Option<Vec<String>> = ground
            .values
            .iter()
            .skip(from)
            .map(|value| {
                let (played, notes) = value.split_once(' ')?;
                Some((self.write)(seat, played) + &note(played, notes)?)
            })
            .collect();
        Some(texts?.join(self.pick("、", "、", ", ")))
    }

    /// The note on a move that gives check: the checking pieces such as `Rh9 Ng7`. No note is
    /// needed if only the moved piece gives check.
    fn checks(&self, played: &str, notes: &str) -> Option<String> {
        let mut names = Vec::new();
        for token in notes.split(' ') {
            names.push(self.piece(token.chars().next()?)?);
        }
        if is_moved_piece(played, notes) {
            return Some(String::new());
        }
        Some(match self.language {
            Language::English => format!(" with the {}", names.join(" and the ")),
            _ => format!("（{}{}）", names.join("、"), self.pick("将军", "將軍", "")),
        })
    }

    /// The note on a move that chases: attackers and prey such as `Rc6xcc4`, with a `!` if a
    /// defender is newly pinned. No note is needed if only the moved piece attacks, and there is
    /// one prey.
    fn chases(&self, played: &str, notes: &str, is_one: bool) -> Option<String> {
        let mut texts = Vec::new();
        for token in notes.split(' ') {
            let (attacker, prey) = token.split_once('x')?;
            let (attacker, prey) =
                (self.piece(attacker.chars().next()?)?, self.piece(prey.chars().next()?)?);
            let text = match self.language {
                Language::English => format!("{attacker} on {prey}"),
                _ => format!("{attacker}捉{prey}"),
            };
            let pin = if token.ends_with('!') {
                self.pick("，牵住护子", "，牽住護子", ", pinning its defender")
            } else {
                ""
            };
            texts.push(text + pin);
        }
        let is_plain = is_one && !notes.ends_with('!');
        if is_plain && is_moved_piece(played, notes.split('x').next()?) && texts.len() == 1 {
            return Some(String::new());
        }
        let texts = texts.join(self.pick("，", "，", " and "));
        Some(match self.language {
            Language::English => format!(" with {texts}"),
            _ => format!("（{texts}）"),
        })
    }

    /// Names of pieces by their letters.
    fn pieces(&self, letters: &str) -> Option<String> {
        let names: Option<Vec<String>> = letters.chars().map(|letter| self.piece(letter)).collect();
        Some(names?.join(self.pick("、", "、", " and ")))
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
    let [hans, hant, en] = match end.reason.as_str() {
        "perpetual-check" => [
            "规则：同一局面第三次出现，单方长将判负。",
            "規則：同一局面第三次出現，單方長將判負。",
            "Rule: on the third repetition, the only side that checked on every move loses.",
        ],
        "perpetual-chase" => [
            "规则：同一局面第三次出现，单方长捉同一子判负。",
            "規則：同一局面第三次出現，單方長捉同一子判負。",
            "Rule: on the third repetition, the only side that chased the same piece on every move loses.",
        ],
        "repetition" if looks_at_blame => [
            "规则：同一局面第三次出现，不是单方长将或长捉的判和。",
            "規則：同一局面第三次出現，不是單方長將或長捉的判和。",
            "Rule: on the third repetition, the game is drawn unless only one side checked or chased on every move.",
        ],
        "repetition" => [
            "规则：同一局面第三次出现，判和。",
            "規則：同一局面第三次出現，判和。",
            "Rule: on the third repetition, the game is drawn.",
        ],
        "stalemate" => [
            "规则：轮到走却无着可走的一方负，没有被将军也一样。",
            "規則：輪到走卻無著可走的一方負，沒有被將軍也一樣。",
            "Rule: a side without a legal move loses, in check or not.",
        ],
        "no-action" => [
            "规则：轮到自己却什么也做不了的一方负。",
            "規則：輪到自己卻什麼也做不了的一方負。",
            "Rule: a player with no legal move loses.",
        ],
        "material" => [
            "规则：双方都没有能过河的子，判和。",
            "規則：雙方都沒有能過河的子，判和。",
            "Rule: if no piece can cross the river, the game is drawn.",
        ],
        "quiet-limit" => [
            "规则：约定的步数里什么也没有吃（暗棋里也没有翻），判和。",
            "規則：約定的步數裡什麼也沒有吃（暗棋裡也沒有翻），判和。",
            "Rule: after the agreed number of moves without a capture (in banqi also without a flip), the game is drawn.",
        ],
        _ => return None,
    };
    Some(pick(language, hans, hant, en))
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
