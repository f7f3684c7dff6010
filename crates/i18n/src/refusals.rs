//! Texts for codes with values: refusals of the referee and the server, warnings, and problems of
//! a file.

use super::{
    Language, Message, PLIES, counted, fill, join,
    messages::{PROBLEM, REFUSAL},
    reason_name, side_name,
};
use games::board::{BoardShape, Side};
use protocol::WarningState;
use record::Problem;

/// A refusal of the referee or the server in the player's language: the text of its code, with its
/// values. `message` is the English text for a code that this page does not know.
pub fn refusal(language: Language, code: &str, values: &[String], message: &str) -> String {
    // A reason that depends on the piece has a text for each of them.
    let of_piece = values.first().and_then(|piece| REFUSAL.message(&format!("{code}-{piece}")));
    if let Some(words) = of_piece {
        return words.in_language(language).to_owned();
    }
    let Some(words) = REFUSAL.message(code) else {
        return match language {
            Language::English => sentence_case(message),
            _ => Message::NotPossible.in_language(language).to_owned(),
        };
    };
    about(language, words.in_language(language), values)
}

/// Fills the values into a text. A text without placeholders gets them in brackets at its end.
fn about(language: Language, words: &str, values: &[String]) -> String {
    if words.contains("{0}") {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        return fill(words, &values);
    }
    if values.is_empty() {
        return words.to_owned();
    }
    let values = join(language, Message::ListOf, values);
    fill(Message::WithDetails.in_language(language), &[words.trim_end_matches('.'), &values])
}

/// An English text with a capital letter at its start.
fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// A warning of the referee in the player's language.
pub fn warning_words(language: Language, shape: BoardShape, warning: &WarningState) -> String {
    let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
    let value = |index: usize| warning.values.get(index).map_or("", String::as_str);
    match warning.code.as_str() {
        "repetition-lost" => {
            let letter = ['w', 'b'].get(value(0).parse().unwrap_or(usize::MAX));
            let side = letter.and_then(|&letter| Side::of_seat(shape, letter));
            let loser = side.map_or("", |side| side_name(language, side));
            say(Message::WarnRepetitionLost, &[loser, &reason_name(language, value(1))])
        }
        "repetition-drawn" => say(Message::WarnRepetitionDrawn, &[]),
        "repetition-count" => say(Message::WarnRepetitionCount, &[value(0), value(1)]),
        "quiet-limit" => say(Message::WarnQuiet, &[&counted(language, PLIES, value(0))]),
        _ if language == Language::English => sentence_case(&warning.message),
        _ => say(Message::WarnOther, &[]),
    }
}

/// A problem of a file in the reader's language, with the referee's reason for an illegal move.
pub fn problem_words(language: Language, problem: &Problem) -> String {
    let (sentence, why) = split_reason(&problem.message);
    let why = why.map(|why| why.in_language(language));
    if let Some((announced, there)) = counted_actions(sentence) {
        return fill(Message::ProblemCount.in_language(language), &[announced, there]);
    }
    if language == Language::English {
        // The parser's sentence already names what it expected and what it found.
        let sentence = match sentence.strip_prefix("action ") {
            Some(rest) => format!("Move {rest}"),
            None => sentence_case(sentence),
        };
        return in_quotes(&sentence) + &why.map(|why| format!(". {why}")).unwrap_or_default();
    }
    let parts = ProblemParts::of(sentence);
    // The referee's reason says more than that the move is illegal.
    let words = why.unwrap_or_else(|| {
        PROBLEM.message(problem.code).unwrap_or(Message::ProblemOther).in_language(language)
    });
    let list = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        join(language, Message::ListOf, &texts)
    };
    let (expected, found) = (list(&parts.expected), list(&parts.found));
    let ply = parts.number.map(|number| fill(Message::ProblemPly.in_language(language), &[number]));
    let mut parts = match ply {
        Some(ply) => vec![format!("{ply} {found}").trim_end().to_owned(), words.to_owned()],
        None => vec![words.to_owned(), found],
    };
    parts.retain(|part| !part.is_empty());
    let text = join(language, Message::Labelled, &parts);
    if expected.is_empty() {
        return text;
    }
    let expected = fill(Message::ProblemExpected.in_language(language), &[&expected]);
    fill(Message::WithExpected.in_language(language), &[&text, &expected])
}

/// A sentence with quotation marks in place of backticks. Numbers have none.
fn in_quotes(sentence: &str) -> String {
    let mut text = String::with_capacity(sentence.len());
    for (at, part) in sentence.split('`').enumerate() {
        if at % 2 == 0 || part.starts_with(|first: char| first.is_ascii_digit()) {
            text.push_str(part);
        } else {
            text.extend(["“", part, "”"]);
        }
    }
    text
}

/// The numbers of announced and of present actions, if the sentence is about these.
fn counted_actions(sentence: &str) -> Option<(&str, &str)> {
    let (announced, there) = sentence.split_once("` actions are announced, ")?;
    Some((announced.strip_prefix('`')?, there.strip_suffix(" are there")?))
}

/// The parts of a problem's sentence that are the same in every language.
struct ProblemParts<'a> {
    /// Number of the move.
    number: Option<&'a str>,
    /// Texts that the parser accepts.
    expected: Vec<&'a str>,
    /// Texts that the file contains.
    found: Vec<&'a str>,
}

impl<'a> ProblemParts<'a> {
    fn of(sentence: &'a str) -> ProblemParts<'a> {
        let number = ["action ", "move "].iter().find_map(|word| {
            let number = sentence.strip_prefix(word)?.split([' ', ':']).next()?;
            number.bytes().all(|it| it.is_ascii_digit()).then_some(number)
        });
        let contains = |word: &str| sentence.contains(word);
        let (expected, found) = match sentence.split_once("found `") {
            Some((expected, _)) if contains("expected ") => (expected, &sentence[expected.len()..]),
            _ if contains("expected ") || contains("the actions ") => (sentence, ""),
            _ => ("", sentence),
        };
        ProblemParts { number, expected: quoted(expected), found: quoted(found) }
    }
}

/// The distinct texts between backticks.
fn quoted(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in sentence.split('`').skip(1).step_by(2) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// Splits off a refusal's code in brackets at the end of a sentence, and returns the code's message.
fn split_reason(message: &str) -> (&str, Option<Message>) {
    let code = message.strip_suffix(')').and_then(|message| message.rsplit_once(" ("));
    match code.and_then(|(sentence, code)| Some((sentence, REFUSAL.message(code)?))) {
        Some((sentence, words)) => (sentence, Some(words)),
        None => (message, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    /// The sources of a crate of the workspace.
    fn sources(name: &str) -> Vec<String> {
        fn walk(folder: &Path, texts: &mut Vec<String>) {
            let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
            entries.sort_by_key(|entry| entry.path());
            for entry in entries {
                let path = entry.path();
                if path.is_dir() {
                    walk(&path, texts);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    texts.push(fs::read_to_string(path).expect("a source"));
                }
            }
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut texts = Vec::new();
        walk(&folder, &mut texts);
        texts
    }

    /// The first quoted word after each occurrence of `call`.
    fn codes_after<'a>(text: &'a str, call: &str) -> Vec<&'a str> {
        text.match_indices(call)
            .filter_map(|(at, _)| {
                let rest = text[at + call.len()..].trim_start().strip_prefix('"')?;
                rest.split('"').next()
            })
            .collect()
    }

    #[test]
    fn every_refusal_of_games_and_tables_has_words() {
        let mut count = 0;
        for name in ["xiangqi", "undercover", "sifang", "banqi", "games", "table", "smart-boards"] {
            for text in sources(name) {
                for code in codes_after(&text, "Refusal::new(") {
                    assert!(REFUSAL.message(code).is_some(), "{name}: `{code}` has no words");
                    count += 1;
                }
            }
        }
        assert!(count > 60, "only {count} refusals were found");
        // Two games return these codes without `Refusal::new`.
        for code in xiangqi_codes().into_iter().chain([
            "ally",
            "own-piece",
            "general-soldier",
            "generals",
            "soldier-cannon",
            "rank-too-low",
        ]) {
            assert!(REFUSAL.message(code).is_some(), "`{code}` has no words");
        }
    }

    /// The codes of `IllegalMove::code`.
    fn xiangqi_codes() -> Vec<&'static str> {
        vec![
            "no-piece",
            "not-your-piece",
            "own-piece",
            "not-how-it-moves",
            "palace",
            "river",
            "blocked-leg",
            "blocked-eye",
            "blocked",
            "screen",
            "generals-face",
            "leaves-general-attacked",
        ]
    }

    #[test]
    fn every_error_of_the_server_has_words() {
        let mut count = 0;
        for text in sources("server") {
            // A status may precede the code.
            for call in ["ApiError::new(", "bad("] {
                for (at, _) in text.match_indices(call) {
                    let mut quoted = text[at + call.len()..].split('"');
                    let before = quoted.next().unwrap_or_default();
                    let is_code = before.trim_end().is_empty() || before.trim_end().ends_with(',');
                    let status = before.trim().trim_end_matches(',');
                    let is_plain =
                        status.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
                    if let Some(code) = quoted.next().filter(|_| is_code && is_plain) {
                        assert!(REFUSAL.message(code).is_some(), "`{code}` has no words");
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 10, "only {count} errors were found: are they created differently now?");
    }

    #[test]
    fn a_problem_names_its_text_and_its_reason() {
        let problem = |code: &'static str, message: &str| Problem::new(1, 1, code, message);
        let counted = problem("format", "`49` actions are announced, 48 are there");
        let moved = problem("action", "action 3 `a0a5` is not legal (blocked)");
        let written = problem("action", "move 2 `炮九进一`: no legal move is written `炮九进一`");
        let tag = problem("tag", "expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `2-0`");
        let result = problem("result", "the actions give the result `red checkmate`");
        let large = problem("too-large", "the file exceeds the maximum size of `8 MiB`");
        for (problem, language, words) in [
            (&counted, Language::English, "The file announces 49 moves but contains 48"),
            (&counted, Language::SimplifiedChinese, "写着 49 步，实际有 48 步"),
            (&moved, Language::English, "Move 3 “a0a5” is not legal. A piece is in the way"),
            (&moved, Language::SimplifiedChinese, "第 3 着 a0a5：路被挡住了"),
            (&written, Language::TraditionalChinese, "第 2 著 炮九进一：這一著讀不懂，或不合規則"),
            (&tag, Language::SimplifiedChinese, "标签有误：2-0；应为 1-0、0-1、1/2-1/2、*"),
            (&result, Language::SimplifiedChinese, "结果读不懂，或与棋局不符；应为 red checkmate"),
            (&large, Language::English, "The file exceeds the maximum size of 8 MiB"),
            (&large, Language::TraditionalChinese, "檔案太大，上限：8 MiB"),
        ] {
            assert_eq!(problem_words(language, problem), words);
        }
    }

    #[test]
    fn every_problem_of_a_file_has_words() {
        for text in sources("record") {
            for call in ["Problem::new(1, 1,", "Problem::of_file("] {
                for code in codes_after(&text, call) {
                    assert!(PROBLEM.message(code).is_some(), "`{code}` has no words");
                }
            }
        }
        for code in [
            "format",
            "encoding",
            "tag",
            "action",
            "result",
            "rules",
            "mismatch",
            "length",
            "variation",
            "depth",
            "comment",
            "turn",
            "seats",
            "pieces",
            "board-size",
            "after-end",
            "variant",
            "sealed",
        ] {
            let message = PROBLEM.message(code).expect(code);
            let chinese = Language::ALL.iter().filter(|language| language.is_chinese());
            for &language in chinese {
                assert!(!has_latin(message.in_language(language)), "{code}");
            }
        }
    }

    fn has_latin(text: &str) -> bool {
        text.chars().any(|c| c.is_ascii_alphabetic())
    }

    #[test]
    fn every_warning_of_a_game_has_words() {
        let mut count = 0;
        for name in ["xiangqi", "undercover", "sifang", "banqi"] {
            for text in sources(name) {
                for code in codes_after(&text, "Warning::new(") {
                    for language in [Language::SimplifiedChinese, Language::TraditionalChinese] {
                        let reason =
                            if code == "repetition-lost" { "perpetual-check" } else { "2" };
                        let warning = warning(code, &["1", reason]);
                        let words = warning_words(language, BoardShape::River, &warning);
                        assert_ne!(words, Message::WarnOther.in_language(language), "`{code}`");
                        assert!(!has_latin(&words), "`{code}`: {words}");
                    }
                    count += 1;
                }
            }
        }
        assert!(count >= 5, "only {count} warnings were found");
    }

    fn warning(code: &str, values: &[&str]) -> WarningState {
        WarningState {
            code: code.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
            message: "An English sentence.".to_owned(),
        }
    }

    #[test]
    fn warnings_contain_their_values() {
        for (code, values, chinese, english) in [
            (
                "repetition-lost",
                &["0", "perpetual-check"][..],
                "重复局面：已出现两次，再次出现将判红方负（长将）",
                "Repetition warning: if this position occurs again, Red loses (perpetual check)",
            ),
            (
                "repetition-count",
                &["2", "3"],
                "重复局面：已出现 2 次，再出现 3 次作和",
                "Repetition warning: this position has occurred 2 times. The game is drawn after 3 more.",
            ),
            (
                "quiet-limit",
                &["7"],
                "再有 7 步不翻不吃即作和",
                "The game is drawn in 7 moves unless a piece is flipped or captured",
            ),
            ("of-a-newer-server", &[], "裁判警告", "An English sentence."),
        ] {
            let warning = warning(code, values);
            let words = |language| warning_words(language, BoardShape::River, &warning);
            assert_eq!(words(Language::SimplifiedChinese), chinese);
            assert_eq!(words(Language::English), english);
        }
    }

    #[test]
    fn refusals_contain_their_values() {
        let values = ["c0".to_owned()];
        for (language, code, values, words) in [
            (Language::SimplifiedChinese, "blocked-leg", &values[..], "蹩马腿（c0）"),
            (Language::TraditionalChinese, "blocked-leg", &[], "蹩馬腿"),
            (Language::English, "blocked-leg", &values, "The horse's leg is blocked (c0)"),
            (
                Language::English,
                "barred",
                &["3".to_owned()],
                "You can't reveal your mole yet. Moves to make first: 3",
            ),
            (Language::English, "of-a-newer-server", &[], "An English sentence."),
        ] {
            assert_eq!(refusal(language, code, values, "An English sentence."), words);
        }
    }

    #[test]
    fn chinese_refusals_contain_no_english() {
        for language in [Language::SimplifiedChinese, Language::TraditionalChinese] {
            let message = "An English sentence.";
            assert!(!has_latin(&refusal(language, "not-how-it-moves", &[], message)));
            assert!(!has_latin(&refusal(language, "no-such-code", &[], message)));
        }
    }
}
