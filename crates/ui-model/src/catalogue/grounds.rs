//! Why a game ended, where its reason alone does not say enough: what the referee saw, and the rule.

use super::{Language, side_name, words::pick};
use crate::board::{BoardShape, Piece, Side};
use protocol::{EndState, GroundState};

/// What the referee saw: which side checked or chased, with which moves, which pieces. `None` where
/// the reason says it all, or where this page does not know what was seen.
pub fn ground_words(language: Language, end: &EndState) -> Option<String> {
    if language == Language::English {
        return Some(end.detail.clone()).filter(|detail| !detail.is_empty());
    }
    let sentences: Option<Vec<String>> =
        end.grounds.iter().map(|ground| chinese(language, ground)).collect();
    sentences.map(|sentences| sentences.concat()).filter(|words| !words.is_empty())
}

/// One ground in Chinese; `None` for one that is not known here.
fn chinese(language: Language, ground: &GroundState) -> Option<String> {
    let say = |hans, hant| pick(language, hans, hant, hans);
    let value = |index: usize| ground.values.get(index).map_or("", String::as_str);
    let side = |seat: &str| {
        let side = if seat == "0" { Side::Red } else { Side::Black };
        format!("{}方", side_name(language, side))
    };
    let other = |seat: &str| side(if seat == "0" { "1" } else { "0" });
    let moves = |from: usize, note: &dyn Fn(&str) -> Option<String>| {
        let each = ground.values.iter().skip(from).map(|text| told_move(text, note));
        each.collect::<Option<Vec<String>>>().map(|texts| texts.join("；"))
    };
    Some(match ground.code.as_str() {
        "checked-always" => {
            let moves = moves(1, &|token| piece_at(language, token))?;
            let (side, other) = (side(value(0)), other(value(0)));
            let [every, did_not] = [say("着着将军", "著著將軍"), say("没有", "沒有")];
            format!("{side}{every}（{moves}），{other}{did_not}。")
        }
        "chased-always" => {
            let moves = moves(2, &|token| chase(language, token))?;
            let (side, other) = (side(value(0)), other(value(0)));
            let prey = pieces(language, value(1))?;
            let [every, did_not] = [say("着着捉", "著著捉"), say("没有这样捉", "沒有這樣捉")];
            format!("{side}{every}{prey}（{moves}），{other}{did_not}。")
        }
        "both-chased" => {
            let (reds, blacks) = (pieces(language, value(0))?, pieces(language, value(1))?);
            let [both, chases] = [say("双方都着着捉子", "雙方都著著捉子"), "捉"];
            format!("{both}：{}{chases}{reds}，{}{chases}{blacks}。", side("0"), side("1"))
        }
        "both-checked" => say("双方都着着将军。", "雙方都著著將軍。").to_owned(),
        "nobody-checked" => say("没有一方着着将军。", "沒有一方著著將軍。").to_owned(),
        "nobody-checked-or-chased" => {
            say("双方都没有将军或捉子。", "雙方都沒有將軍或捉子。").to_owned()
        }
        "chased-no-piece-always" => {
            let what = say("着着捉子，但没有哪个子着着被捉。", "著著捉子，但沒有哪個子著著被捉。");
            format!("{}{what}", side(value(0)))
        }
        "checked-and-chased" => format!("{}{}", side(value(0)), say("一将一捉。", "一將一捉。")),
        "not-with-every-move" => {
            let what = say("将过军或捉过子，但不是着着如此。", "將過軍或捉過子，但不是著著如此。");
            format!("{}{what}", side(value(0)))
        }
        "too-much-happened" => {
            say("这一局已经长得记不下了。", "這一局已經長得記不下了。").to_owned()
        }
        _ => return None,
    })
}

/// `h8h9 Rh9` as "h8h9 车h9": a move, and the notes on it.
fn told_move(text: &str, note: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let (played, notes) = text.split_once(' ')?;
    let notes: Option<Vec<String>> = notes.split(' ').map(note).collect();
    Some(format!("{played} {}", notes?.join("、")))
}

/// `Rh9`.
fn piece_at(language: Language, token: &str) -> Option<String> {
    let letter = token.chars().next()?;
    Some(format!("{}{}", piece(language, letter)?, &token[letter.len_utf8()..]))
}

/// `Rc6xcc4`, with a `!` where a defence is newly pinned.
fn chase(language: Language, token: &str) -> Option<String> {
    let (token, is_pin) = token.strip_suffix('!').map_or((token, false), |token| (token, true));
    let (attacker, prey) = token.split_once('x')?;
    let pin = pick(language, "（牵住保护它的子）", "（牽住保護它的子）", "");
    let pin = if is_pin { pin } else { "" };
    Some(format!("{}捉{}{pin}", piece_at(language, attacker)?, piece_at(language, prey)?))
}

fn pieces(language: Language, letters: &str) -> Option<String> {
    let names: Option<Vec<String>> =
        letters.chars().map(|letter| piece(language, letter).map(String::from)).collect();
    names.map(|names| names.join("、"))
}

fn piece(language: Language, letter: char) -> Option<char> {
    let piece = Piece::from_letter(letter)?;
    Some(match language {
        Language::TraditionalChinese => piece.traditional_character(BoardShape::River),
        _ => piece.character(),
    })
}

/// The rule by which such a game ends; `None` where the reason is rule enough.
pub fn rule_words(language: Language, end: &EndState) -> Option<&'static str> {
    // Only where checks and chases are looked at does a repetition rest on anything.
    let looks_at_blame = !end.grounds.is_empty();
    let [hans, hant, en] = match end.reason.as_str() {
        "perpetual-check" => [
            "规则：同一局面第三次出现，单方长将判负。",
            "規則：同一局面第三次出現，單方長將判負。",
            "The rule: when a position stands for the third time, a side that alone gave check with every move loses.",
        ],
        "perpetual-chase" => [
            "规则：同一局面第三次出现，单方长捉同一子判负。",
            "規則：同一局面第三次出現，單方長捉同一子判負。",
            "The rule: when a position stands for the third time, a side that alone chased the same piece with every move loses.",
        ],
        "repetition" if looks_at_blame => [
            "规则：同一局面第三次出现，不是单方长将或长捉的判和。",
            "規則：同一局面第三次出現，不是單方長將或長捉的判和。",
            "The rule: when a position stands for the third time and no side alone is to blame, the game is drawn.",
        ],
        "repetition" => [
            "规则：同一局面第三次出现，判和。",
            "規則：同一局面第三次出現，判和。",
            "The rule: when a position stands for the third time, the game is drawn.",
        ],
        "stalemate" => [
            "规则：轮到走却无着可走的一方负，没有被将军也一样。",
            "規則：輪到走卻無著可走的一方負，沒有被將軍也一樣。",
            "The rule: a side that cannot move has lost, in check or not.",
        ],
        "no-action" => [
            "规则：轮到自己却什么也做不了的一方负。",
            "規則：輪到自己卻什麼也做不了的一方負。",
            "The rule: a side that can do nothing on its turn has lost.",
        ],
        "material" => [
            "规则：双方都没有能过河的子，判和。",
            "規則：雙方都沒有能過河的子，判和。",
            "The rule: with no piece left that can cross the river the game is drawn.",
        ],
        "quiet-limit" => [
            "规则：约定的步数里什么也没有吃（暗棋里也没有翻），判和。",
            "規則：約定的步數裡什麼也沒有吃（暗棋裡也沒有翻），判和。",
            "The rule: after the agreed number of turns without a capture (in banqi without a flip either) the game is drawn.",
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

    /// A game that ends by its moves, again and again.
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
    fn the_referee_says_what_was_seen() {
        use RepetitionRule::{Axf, Simple};
        for (start, cycle, by, reason, words) in [
            (
                "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1",
                "h8h9 f9f8 h9h8 f8f9",
                Axf,
                Reason::PerpetualCheck,
                "红方着着将军（h8h9 车h9；h9h8 车h8），黑方没有。",
            ),
            (
                "3ak1b2/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b - - 0 1",
                "c5g5 c4g4 g5c5 g4c4",
                Axf,
                Reason::PerpetualChase,
                "红方着着捉炮（c4g4 车g4捉炮g5；g4c4 车c4捉炮c5），黑方没有这样捉。",
            ),
            (
                "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1",
                "a2a3 d9d8 a3a2 d8d9",
                Axf,
                Reason::Repetition,
                "双方都没有将军或捉子。",
            ),
            (
                "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1",
                "a2a3 d9d8 a3a2 d8d9",
                Simple,
                Reason::Repetition,
                "没有一方着着将军。",
            ),
        ] {
            let outcome = ending(start, cycle, by);
            assert_eq!(outcome.reason, reason, "{start}");
            let end = state(&outcome);
            let told = ground_words(Language::SimplifiedChinese, &end);
            assert_eq!(told.as_deref(), Some(words), "{:?}", outcome.grounds);
            let english = ground_words(Language::English, &end);
            assert_eq!(english.as_deref(), Some(&outcome.detail[..]));
            for &language in Language::ALL {
                assert!(rule_words(language, &end).is_some(), "{reason}");
            }
        }
    }

    /// Every code that a referee writes down has words here.
    #[test]
    fn every_ground_has_words() {
        let sources = concat!(
            include_str!("../../../xiangqi/src/repetition/cycle.rs"),
            include_str!("../../../table/src/evolve.rs"),
        );
        // What is chosen among several stands by itself.
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
            for language in [Language::SimplifiedChinese, Language::TraditionalChinese] {
                let words = chinese(language, &ground);
                assert!(words.is_some_and(|words| !words.is_empty()), "{code}");
            }
            count += 1;
        }
        assert!(count >= 9, "only {count} grounds were found");
    }
}
